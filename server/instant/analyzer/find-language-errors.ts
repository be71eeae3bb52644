import type { Finding } from '#contract/instant/analyzer-report.ts';
import { Dialect, type Lint, LocalLinter, SuggestionKind } from 'harper.js';
import { slimBinary } from 'harper.js/slimBinary';
import { type Correction, explainConfusion, findConfusions, isWrongFix } from './confused-words.ts';
import { explainLint, type Explanation, unknownWord } from './explain-lint.ts';
import { findDisagreements } from './find-disagreements.ts';
import { explainRule } from '#server/instant/grammar/grammar-kinds.ts';
import { findGrammar } from '#server/instant/grammar/find-grammar.ts';
import { decoysOf, findUnsuggested, isDecoy } from './limit-suggestions.ts';
import { matchCapital } from './match-capital.ts';
import { isFarFrom, isUnlike, orderSuggestions } from './order-suggestions.ts';
import { densityWords, errorDensityWords, type ReadText } from './read-text.ts';
import { addressesIn, isKnownName, isNoError, mendEnding } from './no-errors.ts';
import { isRightInContext } from './right-in-context.ts';
import { isTradeWord } from './trade-words.ts';

const dialects: Record<string, Dialect> = {
  'en-US': Dialect.American,
  'en-GB': Dialect.British,
  'en-AU': Dialect.Australian,
  'en-CA': Dialect.Canadian,
};

/**
 * Linter rules that are switched off: they also flag correct text (a comma before the last "and" is a choice, as are capitals in
 * headings, "OK", "day one" and "snuck"), are a matter of taste, or suggest words that an editor wouldn't write.
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
  'MissingPreposition',
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
  const linter = new LocalLinter({ binary: slimBinary, dialect });
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

/**
 * Corrects the letter case of a suggestion: the linter treats a single capital, such as "A" at the beginning of a sentence, as a
 * word in capitals, and suggests "AN".
 */
const inCase = (quote: string, suggestion: string): string =>
  /^\p{Lu}$/u.test(quote) && suggestion === suggestion.toUpperCase()
    ? suggestion.slice(0, 1) + suggestion.slice(1).toLowerCase()
    : suggestion;

/**
 * A lint's passage, and the passage after each suggestion. For a lint about a space, or one that removes words, the passage
 * includes the word beside it, so that readers see “left hand” become “left-hand”, not a space become a hyphen.
 */
function editsOf(lint: Lint, text: string): { start: number; end: number; quote: string; edits: string[] } {
  const { start, end } = lint.span();
  const quote = text.slice(start, end);
  const replaced = lint.suggestions().flatMap((one) => {
    const kind = one.kind();
    if (kind === SuggestionKind.Remove) return [''];
    const words = one.get_replacement_text();
    if (isDecoy(words)) return [];
    return [kind === SuggestionKind.InsertAfter ? quote + words : inCase(quote, words)];
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

/** Replacements for suggestions of the linter: it suggests "very special" for "very unique", but we report "very" as a filler. */
const betterEdits: [message: RegExp, edits: string[]][] = [
  [/^`Unique` is absolute/u, ['unique', 'rare', 'unusual']],
];
/** Contractions without their apostrophe, for which the linter suggests another word: "wont" means "won't", not "want". */
const missingApostrophe = 'Add the missing apostrophe.';
const contractions: Record<string, string> = { wont: "won't", im: "I'm", ive: "I've" };

/** Plain words for the linter's messages that use grammar terms. */
const plainMessages: [message: RegExp, plain: string][] = [
  [/must agree in grammatical number/iu, 'Make the verb match its subject: “he goes,” but “they go.”'],
  [/^Incorrect indefinite article/iu, 'Use “an” before a vowel sound, and “a” before a consonant sound.'],
  [/should be written as two words/iu, 'Write it as two words.'],
  [/^Make the verb agree with its subject/iu, 'Make the verb match its subject: “he goes,” but “they go.”'],
];
/** Adds the period that some of the linter's messages lack. */
const asEnded = (message: string) => message.replace(/(?<=[\p{L}\p{N}])(”?)$/u, '.$1');
const asSentence = (message: string) =>
  plainMessages.find(([said]) => said.test(message))?.[1] ??
  asEnded(
    withTypographic(message.replaceAll(/`([^`]*)`|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu, '“$1$2”')),
  );

const withTypographic = (words: string) => words.replaceAll(/(?<=\p{L})'(?=\p{L})/gu, '’');
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
/** Whether most of the text's apostrophes are typographic. */
const isTypographic = (text: string) => countOf(text, /\p{L}’\p{L}/gu) > countOf(text, /\p{L}'\p{L}/gu);

/**
 * Replaces typographic apostrophes, because some of the linter's rules match only straight ones. The length is unchanged, so that
 * offsets stay valid.
 */
const withStraight = (words: string) => words.replaceAll(/(?<=\p{L})’(?=\p{L})/gu, "'");

/**
 * Whether a lint is only about a capital at the start of a sentence: the linter's dictionary has “who's”, so it flags “Who’s”.
 */
const isOnlyCapital = (quote: string, message: string, suggestion = '') =>
  message.startsWith('The canonical dictionary spelling') &&
  /^\p{Lu}\p{Ll}*['’]/u.test(quote) &&
  withStraight(quote).toLowerCase() === suggestion;

const lettersIn = (words: string) => words.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, '');
/**
 * The suggestions for a word. If the first one only adds an apostrophe, keeps only suggestions with the same letters: “don’t” for
 * “dont”, not “dent”.
 */
function onlySameLetters(quote: string, suggestions: readonly string[]): string[] {
  const [first = ''] = suggestions;
  const isContraction = /['’]/u.test(first) && !/['’]/u.test(quote) && lettersIn(first) === lettersIn(quote);
  return isContraction ? suggestions.filter((one) => lettersIn(one) === lettersIn(quote)) : [...suggestions];
}

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

/** Repeated nouns, such as "Bread bread", most of which the linter misses. */
const repeatedWords = (text: string) =>
  [...text.matchAll(/(?<![\p{L}\p{M}\p{N}'’-])(\p{L}{3,}) +\1(?![\p{L}\p{M}\p{N}'’-])/giu)].flatMap(
    ({ 0: quote, 1: one = '', index }) =>
      doubles.test(quote) || isOnPurpose(quote)
        ? []
        : [{ start: index, end: index + quote.length, quote, suggestions: [one] }],
  );

/** Each "wont" without an apostrophe, which the linter finds only after some words; "as is his wont" is right. */
const wonts = (text: string) =>
  [...text.matchAll(/(?<!\b(?:my|his|her|its|our|your|their|is|are|was|were) )\bwont\b/giu)].map(
    ({ 0: quote, index }) => ({
      start: index,
      end: index + quote.length,
      quote,
      suggestions: [matchCapital(quote, "won't")],
    }),
  );

/** The share of unknown words, with no similar word in the dictionary, above which they cost points. */
const mostUnknown = 0.03;

/** Unknown capitalized words, mostly names, each with its places in the order of the text. */
function namesIn(text: string, unknown: readonly { start: number; end: number; best: string }[]) {
  const places = Map.groupBy(
    unknown.filter(({ start, best }) => /^\p{Lu}/u.test(text.slice(start)) && !months.test(best)),
    ({ start, end }) => text.slice(start, end),
  );
  // every word at the beginning of a sentence is capitalized, so a name must also occur elsewhere, have a surname, end a letter,
  // or be unlike any word
  const isName = (all: readonly { start: number; end: number; best: string }[]) =>
    all.length > 1 ||
    all.some(
      ({ start, end, best }) =>
        !atStart.test(text.slice(Math.max(0, start - 20), start)) ||
        /^ (?:and |& )?\p{Lu}\p{Ll}/u.test(text.slice(end, end + 7)) ||
        // the place at the start of a press release: “PENZANCE, 4 May”
        (/^\p{Lu}{3,}$/u.test(text.slice(start, end)) && /^(?:,| [–—-])/u.test(text.slice(end))) ||
        isUnlike(text.slice(start, end), best) ||
        isFarFrom(text.slice(start, end), best === '' ? undefined : best) ||
        (text[start - 1] === '\n' && text.slice(end).trim() === ''),
    );
  return new Map([...places].filter(([, all]) => isName(all)));
}

/**
 * Errors of spelling, grammar and punctuation. `knownWords`: correct names and terms, from the customer, the title and the search
 * phrases. An unknown name is listed once, without cost or suggestion.
 */
export async function findLanguageErrors(
  read: ReadText,
  { language, knownWords }: { language: string; knownWords: readonly string[] },
): Promise<Finding[]> {
  const { text, words } = read;
  const linter = await linterFor(dialects[language] ?? Dialect.American);
  const known = knownWords.flatMap((term) => [term, ...(term.match(lettersOf) ?? [])]);
  const own = new Set(known.map((word) => word.toLowerCase()));
  const distinct = [...new Set(withStraight(text).match(lettersOf))];
  const unsuggested = new Set(
    await findUnsuggested(
      linter,
      distinct.filter((word) => !own.has(word.toLowerCase())),
    ),
  );
  await linter.clearWords();
  await linter.importWords([...known, ...unsuggested, ...decoysOf(distinct)]);
  const lints: Lint[] = await linter.lint(withStraight(text), { language: 'markdown' });
  const addresses = addressesIn(text);
  const isRight = ({ start, end }: { start: number; end: number }, suggestion = '') =>
    isRightInContext(
      text.slice(start, end),
      suggestion,
      text.slice(Math.max(0, start - 60), start),
      text.slice(end, end + 40),
    );
  const isInAddress = (place: { start: number; end: number }) =>
    addresses.some(({ start, end }) => place.start < end && place.end > start);
  const found = lints.flatMap((lint) => {
    const { start, end, quote, edits } = editsOf(lint, text);
    const contraction = contractions[quote.toLowerCase()];
    const message = contraction === undefined ? lint.message() : missingApostrophe;
    const suggestions =
      contraction !== undefined
        ? [matchCapital(quote, contraction)]
        : lint.lint_kind() === 'Spelling'
          ? onlySameLetters(quote, orderSuggestions(quote, mendEnding(quote, edits)))
          : (betterEdits.find(([said]) => said.test(message))?.[1] ?? edits).slice(0, 3);
    if (isWrongFix(quote, suggestions[0] ?? '', text.slice(end, end + 3))) return [];
    if (isInAddress({ start, end }) || isRight({ start, end }, suggestions[0])) return [];
    if (isTradeWord(quote) || isKnownName(quote) || isOnlyCapital(quote, message, suggestions[0])) return [];
    if (isNoError(quote, suggestions[0] ?? '', text.slice(0, start), text.slice(end, end + 40))) return [];
    // the name in “Al Ortiz” isn’t the abbreviation “AI”
    if (
      /^\p{Lu}\p{Ll}+$/u.test(quote) &&
      quote !== suggestions[0] &&
      /^\p{Lu}+$/u.test(suggestions[0] ?? '') &&
      /^ \p{Lu}\p{Ll}/u.test(text.slice(end, end + 3))
    )
      return [];
    const kind = explainLint(lint.lint_kind(), quote, suggestions[0]);
    if (!kind || end <= start || doubles.test(quote) || own.has(quote.toLowerCase().replace(/['’]s$/u, '')))
      return [];
    if (kind.kind === 'repeated-word' && isOnPurpose(quote)) return [];
    // the grammar of "you guys" is correct; findExcludingWords reports it
    if (kind.kind === 'agreement' && /^guys$/iu.test(quote)) return [];
    const isUnknown =
      kind.kind === 'spelling' &&
      (isFarFrom(quote, suggestions[0]) ||
        (/^\p{Ll}+$/u.test(quote) && isUnlike(quote, suggestions[0] ?? '')));
    return [{ kind, start, end, quote, suggestions, isUnknown, message: asSentence(message) }];
  });
  for (const { 0: quote, index: start } of text.matchAll(lettersOf)) {
    const end = start + quote.length;
    if (!unsuggested.has(withStraight(quote)) || isInAddress({ start, end })) continue;
    if (isTradeWord(quote) || isKnownName(quote)) continue;
    const kind = explainLint('Spelling', quote)!;
    found.push({ kind, start, end, quote, suggestions: [], isUnknown: true, message: '' });
  }
  const add = (kind: (one: Correction) => Explanation, how: string, ours: readonly Correction[]) => {
    for (const one of ours)
      if (
        !isRight(one, one.suggestions[0]) &&
        !found.some(({ start, end }) => start < one.end && end > one.start)
      )
        found.push({ ...one, kind: kind(one), isUnknown: false, message: how });
  };
  const explained = (lintKind: string) => (one: Correction) =>
    explainLint(lintKind, one.quote, one.suggestions[0])!;
  add(() => explainLint('Repetition', '')!, 'Did you mean to repeat this word?', repeatedWords(text));
  add(explained('Punctuation'), missingApostrophe, wonts(text));
  add(explained('WordChoice'), '', findConfusions(text));
  add(explained('Agreement'), asSentence('Make the verb agree with its subject.'), findDisagreements(text));
  for (const { start, end, suggestions, rule } of findGrammar(read)) {
    const quote = text.slice(start, end);
    if (!own.has(quote.toLowerCase()) && !isInAddress({ start, end }))
      add(() => explainRule(rule), rule.how, [{ start, end, quote, suggestions }]);
  }
  const names = namesIn(
    text,
    found
      .filter(({ kind: { kind } }) => kind === 'spelling')
      .map(({ start, end, suggestions }) => ({ start, end, best: suggestions[0] ?? '' })),
  );
  const points = 15 * 100;
  // a rare word isn’t an error, but a text of such words isn’t English
  const unknown = found.filter(({ isUnknown, quote }) => isUnknown && /^\p{Ll}/u.test(quote)).length;
  const isUnreadable = unknown / errorDensityWords(words) > mostUnknown;
  const asWritten = isTypographic(text) ? withTypographic : (words: string) => words;
  return found.flatMap(({ kind: known, ...one }): Finding[] => {
    const { start, end, quote, isUnknown, message } = one;
    const confusion = isUnknown ? undefined : explainConfusion(quote, one.suggestions[0] ?? '');
    const { kind, what, why, weight, severity } = isUnknown ? unknownWord : (confusion ?? known);
    const suggestions = isUnknown ? [] : one.suggestions.map(asWritten);
    const place = { part: 'correctness' as const, start, end };
    const named = known.kind === 'spelling' ? names.get(quote) : undefined;
    if (named && named[0]?.start !== start) return [];
    if (named)
      return [
        {
          ...place,
          id: `name-${start}`,
          kind: 'name',
          severity: 'check',
          what: 'Possible name',
          why: 'This word isn’t in our dictionary, but it looks like a name. It doesn’t affect your score.',
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
            ? 'Correct the word, or ignore this issue if it’s the word you meant.'
            : (confusion?.how ?? message),
        suggestions,
        cost:
          isUnknown && !isUnreadable
            ? 0
            : weight *
              points *
              (severity === 'error' ? 1 / errorDensityWords(words) : 0.5 / densityWords(words)),
      },
    ];
  });
}
