import type { Correction } from './confused-words.ts';

const pluralOf: Record<string, string> = { has: 'have', is: 'are', was: 'were', does: 'do' };
const singularOf: Record<string, string> = {
  have: 'has',
  make: 'makes',
  go: 'goes',
  want: 'wants',
  need: 'needs',
  live: 'lives',
  work: 'works',
  bake: 'bakes',
  sell: 'sells',
  write: 'writes',
};
/**
 * Common first names. A company can have a person's name, but rarely one of these: with other names, “Redline Studios make” is
 * right.
 */
const firstNames =
  'Alice Amanda Amy Anna Anne Barbara Carol Catherine Charlotte Christine Daniel David Deborah Diane Elizabeth Emily Emma Eric Hannah Helen Jane Janet Jennifer Jessica Joan John Jonathan Joseph Julia Karen Kate Kevin Laura Linda Lisa Margaret Maria Mark Martin Mary Matthew Michael Michelle Nancy Olivia Patricia Peter Rachel Rebecca Richard Robert Rosa Ruth Sandra Sarah Sharon Sophie Stephen Steven Susan Thomas Tom William';
/** Family names in -s that aren’t plurals, unlike in "Rosa Flowers make", which may be about a shop. */
const namesInS = 'Davis|Edwards|Evans|Harris|Hughes|Jones|Lewis|Morris|Phillips|Roberts|Rogers|Williams';

const sentenceStart = '(?<=(?:^|[.!?]["”’)]?\\s+|\\n\\s*)["“‘(]?)';
// only as the subject at the start of a sentence, because "The bond between the two of them is strong" is right
const ofThem = new RegExp(
  `${sentenceStart}(?:(?:The|All) )?(?:two|three|four|five|six|seven|eight|nine|ten|both|many|several|few|all|most|some) of (?:them|us|you) (has|is|was|does)\\b`,
  'giu',
);
const named = new RegExp(
  `${sentenceStart}(?:${firstNames.replaceAll(' ', '|')}) (?:\\p{Lu}\\p{Ll}+(?<!s)|${namesInS}) (${Object.keys(singularOf).join('|')})\\b(?! (?:up|out|over)\\b)`,
  'gu',
);

const corrections = (text: string, pattern: RegExp, forms: Record<string, string>): Correction[] =>
  [...text.matchAll(pattern)].map(({ 0: words, 1: verb = '', index }) => {
    const end = index + words.length;
    return { start: end - verb.length, end, quote: verb, suggestions: [forms[verb.toLowerCase()] ?? verb] };
  });

/** Verbs that don't fit their subject and that the linter misses: “The two of them has”, “Sarah Jones make”. */
export const findDisagreements = (text: string): Correction[] => [
  ...corrections(text, ofThem, pluralOf),
  ...corrections(text, named, singularOf),
];
