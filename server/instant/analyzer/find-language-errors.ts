import type { Finding } from '#contract/analyzer-report.ts';
import { Dialect, type Lint, LocalLinter, SuggestionKind } from 'harper.js';
import { binary } from 'harper.js/binary';
import { explainLint, unknownWord } from './explain-lint.ts';
import { matchCapital } from './match-capital.ts';
import { isFarFrom, orderSuggestions } from './order-suggestions.ts';
import { densityWords, errorDensityWords, type ReadText } from './read-text.ts';
import { isTradeWord } from './trade-words.ts';

const dialects: Record<string, Dialect> = {
  'en-US': Dialect.American,
  'en-GB': Dialect.British,
  'en-AU': Dialect.Australian,
  'en-CA': Dialect.Canadian,
};

/**
 * Linter rules that also flag correct text (a comma before the last "and" is a choice, so are capitals in headings, "OK",
 * "day one" and "snuck"), that are a matter of taste, or that suggest what no editor would write.
 */
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
  'AnotherThingComing',
  'AsFarAsIKnow',
  'AsItHappens',
  'AsSoonAsPossible',
  'BlacklistWhitelist',
  'Bollocks',
  'ClicheAccent',
  'CondenseAllThe',
  'DayOneNames',
  'ExpandMemoryShorthands',
  'ExpandTimeShorthands',
  'ForYourInformation',
  'Hedging',
  'InMyHumbleOpinion',
  'OkToOkay',
  'Oxymorons',
  'PreferSneaked',
  'RoadMap',
  'TruthToTheFact',
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

/**
 * A lint's words and what each suggestion makes of them. A lint of a space, or one that removes words, takes in the word
 * beside it: a reader sees “left hand” become “left-hand”, not a space become a hyphen.
 */
function editsOf(lint: Lint, text: string): { start: number; end: number; quote: string; edits: string[] } {
  const { start, end } = lint.span();
  const quote = text.slice(start, end);
  const replaced = lint.suggestions().map((one) => {
    const kind = one.kind();
    if (kind === SuggestionKind.Remove) return '';
    return kind === SuggestionKind.InsertAfter
      ? quote + one.get_replacement_text()
      : one.get_replacement_text();
  });
  const hasWord = (words: string) => /[\p{L}\p{N}]/u.test(words);
  if (hasWord(quote) && replaced.every(hasWord)) {
    const from = start + /^\s*/u.exec(quote)![0].length;
    const words = quote.trim();
    return {
      start: from,
      end: from + words.length,
      quote: words,
      edits: [...new Set(replaced.map((one) => one.trim()))],
    };
  }
  const [before] = /^\s/u.test(quote) ? /[\p{L}\p{M}\p{N}'’-]*$/u.exec(text.slice(0, start))! : [''];
  const [after] =
    /\s$/u.test(quote) || before === '' ? /^(?: ?[\p{L}\p{M}\p{N}'’-]+|\S)?/u.exec(text.slice(end))! : [''];
  return {
    start: start - before.length,
    end: end + after.length,
    quote: before + quote + after,
    edits: [...new Set(replaced.map((one) => (before + one + after).trim()))],
  };
}

/** The linter would have "very unique" replaced by "very special", and we call "very" a filler. */
const betterEdits: [message: RegExp, edits: string[]][] = [
  [/^`Unique` is absolute/u, ['unique', 'rare', 'unusual']],
];
/** Words without their apostrophe, for which the linter suggests another word: "wont" is "won't", not "want". */
const missingApostrophe = 'An apostrophe is missing.';
const contractions: Record<string, string> = { wont: "won't", im: "I'm", ive: "I've" };

const asSentence = (message: string) => message.replaceAll(/`([^`]*)`/g, '“$1”');

const months =
  /^(?:January|February|March|April|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|English|American|British)$/u;
const lettersOf = /\p{L}[\p{L}\p{M}'’-]*/gu;
const atStart = /(?:^|\n|(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St))[.!?:]["”’)]*\s)[\s"“‘(*_#>-]*$/u;
/** Words that can be right when doubled: "all that she had had", "but we do do coffee". */
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

/** The linter finds "wont" only after some words; "as is his wont" is right. */
const wonts = (text: string) =>
  [...text.matchAll(/(?<!\b(?:my|his|her|its|our|your|their|is|are|was|were) )\bwont\b/giu)].map(
    ({ 0: quote, index }) => ({
      start: index,
      end: index + quote.length,
      quote,
      suggestions: [matchCapital(quote, "won't")],
    }),
  );

/** Unknown capitalized words, mostly names, each with its places in the order of the text. */
function namesIn(text: string, unknown: readonly { start: number; end: number; best: string }[]) {
  const places = Map.groupBy(
    unknown.filter(({ start, best }) => /^\p{Lu}/u.test(text.slice(start)) && !months.test(best)),
    ({ start, end }) => text.slice(start, end),
  );
  // every word at the beginning of a sentence is capitalized: a name must also occur elsewhere, have a
  // surname, or end a letter
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
    const { start, end, quote, edits } = editsOf(lint, text);
    const contraction = contractions[quote.toLowerCase()];
    const message = contraction === undefined ? lint.message() : missingApostrophe;
    const suggestions =
      contraction !== undefined
        ? [matchCapital(quote, contraction)]
        : lint.lint_kind() === 'Spelling'
          ? orderSuggestions(quote, edits)
          : (betterEdits.find(([said]) => said.test(message))?.[1] ?? edits).slice(0, 3);
    if (isTradeWord(quote)) return [];
    const kind = explainLint(lint.lint_kind(), quote, suggestions[0]);
    if (!kind || end <= start || doubles.test(quote) || own.has(quote.toLowerCase().replace(/['’]s$/u, '')))
      return [];
    if (kind.kind === 'repeated-word' && isOnPurpose(quote)) return [];
    // the grammar of "you guys" is right; the words are reported as excluding
    if (kind.kind === 'agreement' && /^guys$/iu.test(quote)) return [];
    const isUnknown = kind.kind === 'spelling' && isFarFrom(quote, suggestions[0]);
    return [{ kind, start, end, quote, suggestions, isUnknown, message: asSentence(message) }];
  });
  for (const one of repeatedWords(blanked))
    if (!found.some(({ start, end }) => start < one.end && end > one.start))
      found.push({
        ...one,
        kind: explainLint('Repetition', one.quote)!,
        isUnknown: false,
        message: 'Did you mean to repeat this word?',
      });
  for (const one of wonts(blanked))
    if (!found.some(({ start, end }) => start < one.end && end > one.start))
      found.push({
        ...one,
        kind: explainLint('Punctuation', one.quote, one.suggestions[0])!,
        isUnknown: false,
        message: missingApostrophe,
      });
  const names = namesIn(
    text,
    found
      .filter(({ kind: { kind } }) => kind === 'spelling')
      .map(({ start, end, suggestions }) => ({ start, end, best: suggestions[0] ?? '' })),
  );
  const points = 15 * 100;
  return found.flatMap(({ kind: explained, ...one }): Finding[] => {
    const { start, end, quote, isUnknown, message } = one;
    const { kind, what, why, weight, severity } = isUnknown ? unknownWord : explained;
    const suggestions = isUnknown ? [] : one.suggestions;
    const place = { part: 'correctness' as const, start, end };
    const named = explained.kind === 'spelling' ? names.get(quote) : undefined;
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
        how: isUnknown
          ? 'Check the spelling.'
          : kind === 'spelling'
            ? 'Correct it, or ignore this if it’s the word you meant.'
            : message,
        suggestions,
        cost:
          weight * points * (severity === 'error' ? 1 / errorDensityWords(words) : 0.5 / densityWords(words)),
      },
    ];
  });
}
