import type { Finding } from '#contract/analyzer-report.ts';
import { Dialect, type Lint, LocalLinter } from 'harper.js';
import { binary } from 'harper.js/binary';
import { orderSuggestions } from './order-suggestions.ts';
import { densityWords, errorDensityWords, type ReadText } from './read-text.ts';

const dialects: Record<string, Dialect> = {
  'en-US': Dialect.American,
  'en-GB': Dialect.British,
  'en-AU': Dialect.Australian,
  'en-CA': Dialect.Canadian,
};

type Kind = { kind: string; what: string; why: string; weight: number; severity: Finding['severity'] };

const spelling: Kind = {
  kind: 'spelling',
  what: 'Spelling',
  why: 'A misspelled word makes readers doubt the rest.',
  weight: 2,
  severity: 'error',
};
const grammar: Kind = {
  kind: 'grammar',
  what: 'Grammar',
  why: 'This sentence is hard to parse.',
  weight: 2,
  severity: 'error',
};
const check = (kind: Kind): Kind => ({ ...kind, severity: 'check' });
const wording: Kind = {
  kind: 'wrong-word',
  what: 'Wrong word',
  why: 'Another word fits better here.',
  weight: 2,
  severity: 'check',
};
const punctuation: Kind = {
  kind: 'punctuation',
  what: 'Punctuation',
  why: 'Punctuation shows how the parts of a sentence fit together.',
  weight: 1,
  severity: 'check',
};

/** Our categories for the linter's kinds; kinds that are not listed are a matter of taste and left out. */
const kinds: Record<string, Kind> = {
  Spelling: spelling,
  Typo: { ...spelling, kind: 'typo', what: 'Typo' },
  Grammar: grammar,
  Agreement: check({
    ...grammar,
    kind: 'agreement',
    what: 'Agreement',
    why: 'These words don’t agree.',
  }),
  WordChoice: wording,
  Usage: wording,
  Eggcorn: { ...wording, severity: 'error' },
  Malapropism: wording,
  BoundaryError: {
    ...spelling,
    kind: 'word-boundary',
    what: 'One word or two?',
    why: 'Writing it as one word or two changes the meaning.',
  },
  Punctuation: punctuation,
  Capitalization: {
    ...punctuation,
    kind: 'capital',
    what: 'Missing capital',
    why: 'Names, “I” and first words take a capital letter.',
  },
  Repetition: {
    ...spelling,
    kind: 'repeated-word',
    what: 'Repeated word',
    why: 'Readers stumble over it.',
    weight: 1.5,
  },
  Miscellaneous: check({
    ...grammar,
    kind: 'small-word',
    what: 'Missing or wrong article or preposition',
    why: 'Readers stumble over it.',
  }),
  Redundancy: check({
    ...spelling,
    kind: 'redundant',
    what: 'Redundant',
    why: 'These words say the same thing twice.',
    weight: 1,
  }),
  Nonstandard: check({ ...spelling, kind: 'nonstandard', what: 'Not standard English', weight: 1 }),
  Regionalism: check({
    ...spelling,
    kind: 'regional',
    what: 'From another variety of English',
    why: 'You chose a different variety for this text.',
    weight: 1,
  }),
};

/** Linter rules that also flag correct text: a comma before the last "and" is a choice, so are capitals in headings. */
const off = [
  'OxfordComma',
  'NoOxfordComma',
  'UseTitleCase',
  'LongSentences',
  'SpelledNumbers',
  'AvoidCurses',
  'Dashes',
  'EllipsisLength',
  'QuoteSpacing',
];

const linters = new Map<Dialect, Promise<LocalLinter>>();
function linterFor(dialect: Dialect): Promise<LocalLinter> {
  const known = linters.get(dialect);
  if (known) return known;
  const linter = new LocalLinter({ binary, dialect });
  const ready = linter.setup().then(async () => {
    const config = await linter.getLintConfig();
    await linter.setLintConfig({
      ...config,
      ...Object.fromEntries(off.filter((rule) => rule in config).map((rule) => [rule, false])),
    });
    return linter;
  });
  linters.set(dialect, ready);
  return ready;
}

/** Longest word (characters): the linter's memory grows with a word's length, and it fails at some thousand letters. */
const overlong = /[^\s]{61,}/gu;

const asSentence = (message: string) => message.replaceAll(/`([^`]*)`/g, '“$1”');

const months =
  /^(?:January|February|March|April|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|English|American|British)$/u;
const lettersOf = /\p{L}[\p{L}\p{M}'’-]*/gu;
const atStart = /(?:^|\n|(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St))[.!?:]["”’)]*\s)[\s"“‘(*_#>-]*$/u;
/** Right when doubled: "all that she had had", "but we do do coffee". */
const doubles = /^(?:had had|that that|do do)$/iu;
/** Words that people double for emphasis, and names: "very very", "bye bye", "Walla Walla". */
const onPurpose =
  /^(?:very|really|so|too|much|many|more|far|long|now|there|never|no|yes|bye|night|knock|ha|tut|hush|chop|blah|win|hip|hear|one|two)\s/iu;
const isOnPurpose = (quote: string) => onPurpose.test(quote) || /^\p{Lu}\S*\s+\p{Lu}/u.test(quote);

/** "Bread bread": the linter misses most repeated nouns. */
const repeatedWords = (text: string) =>
  [...text.matchAll(/(?<![\p{L}\p{M}\p{N}'’-])(\p{L}{3,}) +\1(?![\p{L}\p{M}\p{N}'’-])/giu)].flatMap(
    ({ 0: quote, 1: one = '', index }) =>
      doubles.test(quote) || isOnPurpose(quote)
        ? []
        : [{ start: index, end: index + quote.length, quote, suggestions: [one] }],
  );

/** Unknown capitalized words, mostly names, each with its places in the order of the text. */
function namesIn(text: string, unknown: readonly { start: number; end: number; best: string }[]) {
  const places = Map.groupBy(
    unknown.filter(({ start, best }) => /^\p{Lu}/u.test(text.slice(start)) && !months.test(best)),
    ({ start, end }) => text.slice(start, end),
  );
  // every word at the beginning of a sentence is capitalized: there a name needs a second place, a surname, or the end of a
  // letter
  const isName = (all: readonly { start: number; end: number }[]) =>
    all.length > 1 ||
    all.some(
      ({ start, end }) =>
        !atStart.test(text.slice(Math.max(0, start - 20), start)) ||
        /^ \p{Lu}\p{Ll}/u.test(text.slice(end, end + 3)) ||
        (text[start - 1] === '\n' && text.slice(end).trim() === ''),
    );
  return new Map([...places].filter(([, all]) => isName(all)));
}

/**
 * Errors of spelling, grammar and punctuation. `knownWords`: correct names and terms from the customer, the title and
 * the search phrases. An unknown name is listed once, without cost or suggestion.
 */
export async function findLanguageErrors(
  { text, words }: ReadText,
  { language, knownWords }: { language: string; knownWords: readonly string[] },
): Promise<Finding[]> {
  const linter = await linterFor(dialects[language] ?? Dialect.American);
  const known = knownWords.flatMap((term) => [term, ...(term.match(lettersOf) ?? [])]);
  await linter.clearWords();
  await linter.importWords(known);
  const own = new Set(known.map((word) => word.toLowerCase()));
  const blanked = text.replaceAll(overlong, (run) => ' '.repeat(run.length));
  const lints: Lint[] = await linter.lint(blanked, { language: 'markdown' });
  const found = lints.flatMap((lint) => {
    const kind = kinds[lint.lint_kind()];
    const { start, end } = lint.span();
    const quote = text.slice(start, end);
    if (!kind || end <= start || doubles.test(quote) || own.has(quote.toLowerCase().replace(/['’]s$/u, '')))
      return [];
    if (kind.kind === 'repeated-word' && isOnPurpose(quote)) return [];
    // "you guys" agrees; the word itself is judged as excluding
    if (kind.kind === 'agreement' && /^guys$/iu.test(quote)) return [];
    const all = [...new Set(lint.suggestions().map((one) => one.get_replacement_text()))];
    const suggestions = kind === spelling ? orderSuggestions(quote, all) : all.slice(0, 3);
    return [{ kind, start, end, quote, suggestions, message: asSentence(lint.message()) }];
  });
  for (const one of repeatedWords(blanked))
    if (!found.some(({ start, end }) => start < one.end && end > one.start))
      found.push({ ...one, kind: kinds['Repetition']!, message: 'Did you mean to repeat this word?' });
  const names = namesIn(
    text,
    found
      .filter(({ kind }) => kind === spelling)
      .map(({ start, end, suggestions }) => ({ start, end, best: suggestions[0] ?? '' })),
  );
  const points = 15 * 100;
  return found.flatMap(({ kind: { kind, what, why, weight, severity }, ...one }): Finding[] => {
    const { start, end, quote, suggestions, message } = one;
    const place = { part: 'correctness' as const, start, end };
    const named = kind === 'spelling' ? names.get(quote) : undefined;
    if (named && named[0]?.start !== start) return [];
    if (named)
      return [
        {
          ...place,
          id: `name-${start}`,
          kind: 'name',
          severity: 'check',
          what: 'A name?',
          why: 'It isn’t in our dictionary and looks like a name. It doesn’t affect your score.',
          how: 'Check the spelling.',
          suggestions: [],
          cost: 0,
        },
      ];
    return [
      {
        ...place,
        id: `${kind}-${start}`,
        kind,
        severity,
        what,
        why,
        how: kind === 'spelling' ? 'Correct it, or ignore this if you meant the word.' : message,
        suggestions,
        cost:
          weight * points * (severity === 'error' ? 1 / errorDensityWords(words) : 0.5 / densityWords(words)),
      },
    ];
  });
}
