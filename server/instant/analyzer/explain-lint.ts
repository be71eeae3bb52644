import type { Finding } from '#contract/instant/analyzer-report.ts';

export type Explanation = {
  kind: string;
  what: string;
  why: string;
  weight: number;
  severity: Finding['severity'];
};

const spelling: Explanation = {
  kind: 'spelling',
  what: 'Spelling',
  why: 'Misspelled words make readers doubt the rest of the text.',
  weight: 2,
  severity: 'error',
};
/** A word that the dictionary has neither itself nor in a similar form. It is more often a rare word than a typing error. */
export const unknownWord: Explanation = {
  kind: 'unknown-word',
  what: 'Not in our dictionary',
  why: 'This word may be correct. Our dictionary doesn’t include every word.',
  weight: 1,
  severity: 'check',
};
const grammar: Explanation = {
  kind: 'grammar',
  what: 'Grammar',
  why: 'Grammar mistakes make a text harder to read.',
  weight: 2,
  severity: 'error',
};
const wording: Explanation = {
  kind: 'wording',
  what: 'Word choice',
  why: 'An editor would phrase this differently.',
  weight: 2,
  severity: 'check',
};
const phrase: Explanation = {
  ...wording,
  kind: 'wrong-word',
  what: 'Wrong word',
  why: 'This isn’t the usual phrase.',
};
const punctuation: Explanation = {
  kind: 'punctuation',
  what: 'Punctuation',
  why: 'Commas, apostrophes and other marks show which words belong together.',
  weight: 1,
  severity: 'check',
};
const capital = {
  kind: 'capital',
  what: 'Capital letters',
  why: 'Capitalize names, “I” and the first word of a sentence. Most other words are lowercase.',
};
const boundary = {
  kind: 'word-boundary',
  what: 'Space or hyphen',
  why: 'A space or hyphen is missing or unnecessary here.',
};
const smallWord = {
  kind: 'small-word',
  what: 'Article or preposition',
  why: 'An article or preposition is missing, wrong or unnecessary here.',
};
const check = (one: Explanation): Explanation => ({ ...one, severity: 'check' });

/** Our explanation of each of the linter's kinds. Kinds not listed here are matters of taste and aren't reported. */
const explanations: Record<string, Explanation> = {
  Spelling: spelling,
  Typo: { ...spelling, kind: 'typo', what: 'Typo', why: 'Typos make readers doubt the rest of the text.' },
  Grammar: grammar,
  Agreement: check({
    ...grammar,
    kind: 'agreement',
    what: 'Agreement',
    why: 'These words don’t agree in number or person.',
  }),
  WordChoice: wording,
  Usage: wording,
  Miscellaneous: wording,
  Eggcorn: { ...phrase, severity: 'error' },
  Malapropism: phrase,
  BoundaryError: { ...spelling, ...boundary },
  Punctuation: punctuation,
  Capitalization: { ...punctuation, ...capital },
  Repetition: {
    ...spelling,
    kind: 'repeated-word',
    what: 'Repeated word',
    why: 'Repeated words distract readers.',
    weight: 1.5,
  },
  Redundancy: check({
    ...spelling,
    kind: 'redundant',
    what: 'Redundant',
    why: 'You can say the same thing in fewer words.',
    weight: 1,
  }),
  Nonstandard: check({
    ...spelling,
    kind: 'nonstandard',
    what: 'Not standard English',
    why: 'Careful readers will see this as a mistake.',
    weight: 1,
  }),
  Regionalism: check({
    ...spelling,
    kind: 'regional',
    what: 'Different variety of English',
    why: 'This isn’t standard in the variety of English you chose for this text.',
    weight: 1,
  }),
};

const smallWords = new Set('a an the of to in on at for from with by about into onto as'.split(' '));
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];

/** Whether two texts differ only in articles and prepositions. */
function differInSmallWords(quote: string, suggestion: string): boolean {
  const [before, after] = [wordsOf(quote), wordsOf(suggestion)];
  const changed = new Set(before).symmetricDifference(new Set(after));
  return changed.size > 0 && [...changed].every((word) => smallWords.has(word));
}

/**
 * Our explanation of a lint; undefined for a matter of taste. The linter's kinds are too coarse ("every body" is Miscellaneous),
 * so the correction itself decides where it can.
 */
export function explainLint(kind: string, quote: string, suggestion = ''): Explanation | undefined {
  const known = explanations[kind];
  if (known === undefined || suggestion === '') return known;
  const [before, after] = [quote.toLowerCase(), suggestion.toLowerCase()];
  // "should of"
  if (/^\S+ of\b/.test(before) && /^\S+ have\b/.test(after))
    return {
      ...phrase,
      severity: 'error',
      why: 'This sounds right when spoken, but it’s a mistake in writing.',
    };
  const letters = (text: string) => text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  if (known.kind === 'repeated-word') return /^(\S+)\s+\1$/iu.test(quote) ? known : check(grammar);
  if (letters(before) === letters(after)) {
    if (before === after) return { ...known, ...capital };
    const unspaced = (text: string) => text.replaceAll(/[\s-]/gu, '');
    if (unspaced(before) !== unspaced(after)) return { ...known, ...punctuation };
    // the use of a hyphen is often a choice
    return { ...known, ...boundary, ...(/-/.test(quote + suggestion) ? { severity: 'check' } : {}) };
  }
  const isWording = known.what === wording.what || known.what === phrase.what;
  return isWording && differInSmallWords(quote, suggestion) ? { ...known, ...smallWord } : known;
}
