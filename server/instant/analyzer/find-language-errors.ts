import type { Finding } from '#contract/analyzer-report.ts';
import { Dialect, type Lint, LocalLinter } from 'harper.js';
import { binary } from 'harper.js/binary';
import { densityWords, type ReadText } from './read-text.ts';

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
  why: 'The sentence does not hold together as it stands.',
  weight: 2,
  severity: 'error',
};
const check = (kind: Kind): Kind => ({ ...kind, severity: 'check' });
const wording: Kind = {
  kind: 'wrong-word',
  what: 'Another word is meant',
  why: 'It sounds like the right word, and is not.',
  weight: 2,
  severity: 'check',
};
const punctuation: Kind = {
  kind: 'punctuation',
  what: 'Punctuation',
  why: 'Punctuation shows how the parts belong together.',
  weight: 1,
  severity: 'check',
};

/** What we make of the linter's kinds; what is not here is a matter of taste, and left out. */
const kinds: Record<string, Kind> = {
  Spelling: spelling,
  Typo: { ...spelling, kind: 'typo', what: 'Typing error' },
  Grammar: grammar,
  Agreement: check({
    ...grammar,
    kind: 'agreement',
    what: 'Agreement',
    why: 'These words do not fit each other in number or person.',
  }),
  WordChoice: wording,
  Usage: wording,
  Eggcorn: { ...wording, severity: 'error' },
  Malapropism: wording,
  BoundaryError: {
    ...spelling,
    kind: 'word-boundary',
    what: 'One word or two',
    why: 'Joined and apart, these words mean different things.',
  },
  Punctuation: punctuation,
  Capitalization: {
    ...punctuation,
    kind: 'capital',
    what: 'Capital letter',
    why: 'A small letter here looks like a slip.',
  },
  Repetition: {
    ...spelling,
    kind: 'repeated-word',
    what: 'Word written twice',
    why: 'Readers stumble over it.',
    weight: 1.5,
  },
  Nonstandard: check({ ...spelling, kind: 'nonstandard', what: 'Not standard English', weight: 1 }),
  Regionalism: check({
    ...spelling,
    kind: 'regional',
    what: 'Another variety of English',
    why: 'This text is meant to be in one variety.',
    weight: 1,
  }),
};

/** Rules of the linter that find more than is wrong: a comma before the last "and" is a choice, so are capitals in headings. */
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

/** No word is longer; the linter takes memory by a word's length, and breaks at some thousand letters. */
const overlong = /[^\s]{61,}/gu;

const asSentence = (message: string) => message.replaceAll('`', '“').replace(/“([^“]*)“/g, '“$1”');

/** Errors of spelling, grammar and punctuation. `ownWords`: names and terms that are right. */
export async function findLanguageErrors(
  { text, words }: ReadText,
  { language, ownWords }: { language: string; ownWords: readonly string[] },
): Promise<Finding[]> {
  const linter = await linterFor(dialects[language] ?? Dialect.American);
  await linter.clearWords();
  await linter.importWords([...ownWords]);
  const own = new Set(ownWords.map((word) => word.toLowerCase()));
  const blanked = text.replaceAll(overlong, (run) => ' '.repeat(run.length));
  const lints: Lint[] = await linter.lint(blanked, { language: 'markdown' });
  const per = (15 * 100) / densityWords(words);
  return lints.flatMap((lint) => {
    const known = kinds[lint.lint_kind()];
    const { start, end } = lint.span();
    const quote = text.slice(start, end);
    if (!known || end <= start || own.has(quote.toLowerCase())) return [];
    const suggestions = [...new Set(lint.suggestions().map((one) => one.get_replacement_text()))].slice(0, 3);
    // a capitalized word that is not known is most often a name
    const isName =
      known === spelling && /^\p{Lu}/u.test(quote) && !/(?:^|[.!?]["”)]?\s+)$/.test(text.slice(0, start));
    const { kind, what, why, weight } = known;
    const severity = isName ? 'check' : known.severity;
    return {
      id: `${kind}-${start}`,
      part: 'correctness' as const,
      kind,
      severity,
      start,
      end,
      what,
      why: isName ? 'If it is a name, add it to your own words; otherwise it is misspelled.' : why,
      how: asSentence(lint.message()),
      suggestions,
      cost: weight * per * (severity === 'check' ? 0.5 : 1),
    };
  });
}
