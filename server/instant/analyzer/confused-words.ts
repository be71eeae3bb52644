import type { Explanation } from './explain-lint.ts';
import { matchCapital } from './match-capital.ts';

const its = '“Its” means “belonging to it.” “It’s” is short for “it is” or “it has.”';
const your = '“Your” means “belonging to you.” “You’re” is short for “you are.”';
const there =
  '“There” refers to a place, “their” means “belonging to them,” and “they’re” is short for “they are.”';
const whose = '“Whose” shows who something belongs to. “Who’s” is short for “who is” or “who has.”';
const affect = '“Affect” usually means “to change something.” “Effect” usually means “a result.”';

/** Why a word is wrong in place of another, by the written word and the intended word. */
const reasons: Record<string, string> = {
  'then than': '“Then” refers to time. Use “than” to compare things.',
  'than then': '“Than” compares things. Use “then” for a time or a result.',
  'to too': '“To” comes before a place, a person or a verb. Use “too” to mean “also” or “more than enough.”',
  'too to': '“Too” means “also” or “more than enough.” Use “to” before a place, a person or a verb.',
  'its it’s': its,
  'it’s its': its,
  'your you’re': your,
  'you’re your': your,
  'there their': there,
  'there they’re': there,
  'their there': there,
  'their they’re': there,
  'they’re their': there,
  'they’re there': there,
  'whose who’s': whose,
  'who’s whose': whose,
  'affect effect': affect,
  'effect affect': affect,
  'loose lose': '“Loose” means “not tight.” “Lose” means “to no longer have.”',
  'lose loose': '“Lose” means “to no longer have.” “Loose” means “not tight.”',
};

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("'", '’')
    .match(/[\p{L}\p{M}’]+/gu) ?? [];

/** The explanation of a correction that replaces a word by one that sounds the same; undefined for other corrections. */
export function explainConfusion(
  quote: string,
  suggestion: string,
): (Explanation & { how: string }) | undefined {
  const [before, after] = [wordsOf(quote), wordsOf(suggestion)];
  if (before.length !== after.length) return undefined;
  const changed = before.flatMap((word, index) => (word === after[index] ? [] : [[word, after[index]!]]));
  const [[written = '', meant = ''] = []] = changed;
  const why = changed.length === 1 ? reasons[`${written} ${meant}`] : undefined;
  if (why === undefined) return undefined;
  return {
    kind: 'confused-words',
    what: 'Confused words',
    why,
    // the words after “there” don’t show for certain which word was intended
    how: why === there ? `Check whether you mean “${meant}.”` : `Use “${meant}” here.`,
    weight: 2,
    severity: why === there ? 'check' : 'error',
  };
}

/** A possessive has no article or other determiner after it: “its the best” is “it’s the best”. */
const itsBefore = /\bits(?= (?:the|an?|my|our|your|his|her|their|this|these|those)\b)/giu;

/**
 * Words that are always written as one word. Whether other pairs are joined (“notice board”, “walk away”) is a choice or a matter
 * of grammar.
 */
const oneWord =
  /^(?:(?:every|some|any|no) ?\p{L}+|in ?stead|through ?out|with ?out|can ?not|an ?other|al ?ways|(?:my|your|him|her|it|our) ?sel(?:f|ves)|them ?selves|mean ?while|never ?the ?less|to ?(?:day|night|morrow)|what ?ever|where ?ever|when ?ever|week ?end|up ?date|break ?fast|after ?noon|hand ?made|web ?site|key ?word|news ?letter|birth ?day|grand ?\p{L}+|under ?stand|over ?night|out ?side|in ?side|be ?cause|be ?fore)$/iu;
const isClosedCompound = (quote: string, suggestion: string) =>
  /^\p{L}+ \p{L}+$/u.test(quote) &&
  suggestion.toLowerCase() === quote.toLowerCase().replace(' ', '') &&
  !oneWord.test(quote);

/**
 * Whether a fix of the linter makes the text worse: “its the” as “its” or “the”, which findConfusions corrects, and “their”
 * without a following word.
 */
export const isWrongFix = (quote: string, suggestion: string, after: string): boolean =>
  isClosedCompound(quote, suggestion) ||
  // these words lack an apostrophe, not a space: “todays”
  /^(?:today|tomorrow|yesterday)s$/iu.test(quote) ||
  (/^its \S+$/iu.test(quote) && quote.match(itsBefore) !== null) ||
  (/\bthere$/iu.test(quote) && /\btheir$/iu.test(suggestion) && !/^ +[\p{L}\p{N}]/u.test(after));

/** Confusions that the linter misses and that are wrong in any context. */
const sure: [pattern: RegExp, meant: string][] = [
  // "I have to many books"; "there are to much" needs no verb after it either
  [/(?<=\b(?:have|has|had|there are|there were|far|way) )to(?= (?:many|much)\b)/giu, 'too'],
  // "I am to tired to go", "it is to late."; these words aren’t verbs, and are followed by nothing that they could describe
  [
    /(?<=\b(?:i['’]m|you['’]re|we['’]re|they['’]re|it['’]s|am|is|are|was|were|be|been|and) )to(?= (?:tired|late|expensive|big|small|old|young|busy|heavy|loud) to \p{L})/giu,
    'too',
  ],
  [
    /(?<=\b(?:i['’]m|you['’]re|we['’]re|they['’]re|it['’]s|am|is|are|was|were) )to(?= (?:tired|late|expensive|big|small|old|young|busy|heavy|loud)[.!?])/giu,
    'too',
  ],
  [/\bit['’]s(?= own\b(?!-))/giu, 'its'],
  // "loose" as a verb is only used in archery and of dogs, so with an object like these the writer means "lose"
  [
    /(?<=\b(?:would|will|could|may|might|don['’]t|can|can['’]t|won['’]t|['’]ll) )loose(?= (?:the|our|your|their|his|her|my|its|a|some|any|time|money|customers|sales|sleep|weight|interest)\b)/giu,
    'lose',
  ],
  [itsBefore, "it's"],
  [/(?<=(?:^|[.!?]\s|\n)\s*)its(?= (?:raining|snowing|not|been|going to)\b)/giu, "it's"],
];

export type Correction = { start: number; end: number; quote: string; suggestions: string[] };

/** The confusions in a text that are wrong in any context, such as “have to many”. */
export const findConfusions = (text: string): Correction[] =>
  sure.flatMap(([pattern, meant]) =>
    [...text.matchAll(pattern)].map(({ 0: quote, index }) => ({
      start: index,
      end: index + quote.length,
      quote,
      suggestions: [matchCapital(quote, meant)],
    })),
  );
