import type { Stretch } from '#server/instant/analyzer/split-blocks.ts';
import { type Inconsistency, placesOf } from './consistency-kinds.ts';

const restOfAll = /\b(?:another|the (?:other|remaining)) (\p{N}{1,3}(?:\.\p{N}+)?) ?(?:%|percent|per cent)/iu;
/** Shares of one whole in two sentences: “62% go by car. Another 45% take the train.” */
const findSharesInTwoSentences = (sentences: readonly Stretch[]): Inconsistency[] =>
  sentences.flatMap(({ start, text }, index) => {
    const other = restOfAll.exec(text);
    const before = sentences[index - 1]?.text;
    const shares = before ? placesOf(before, /\b\p{N}{1,3}(?:\.\p{N}+)? ?(?:%|percent\b|per cent\b)/giu) : [];
    if (!other || shares.length !== 1) return [];
    const sum = Number.parseFloat(shares[0]!.quote) + Number(other[1]);
    return sum > 101
      ? [
          {
            kind: 'contradiction' as const,
            start: start + other.index,
            end: start + other.index + other[0].length,
            why: `“${shares[0]!.quote}” and “${other[0]}” add up to ${Math.round(sum)}%.`,
          },
        ]
      : [];
  });

/** Shares of one whole that add up to more than the whole, and shares above 100 percent. */
function findSharesInSentence(sentences: readonly Stretch[]): Inconsistency[] {
  const found: Inconsistency[] = [];
  for (const { start, text: quote } of sentences) {
    const shares = placesOf(quote, /\b\p{N}{1,3}(?:\.\p{N}+)? ?(?:%|percent\b)/giu);
    const sum = shares.reduce((total, share) => total + Number.parseFloat(share.quote), 0);
    const isOfOneWhole =
      shares.length >= 3 &&
      !/\b(?:from|rose|grew|fell|up|down|increase|more|less|faster|cheaper|discount|off|than|by)\b/iu.test(
        quote,
      );
    if (isOfOneWhole && sum > 101)
      found.push({
        kind: 'contradiction',
        start: start + shares[0]!.start,
        end: start + shares.at(-1)!.end,
        why: `These shares add up to ${Math.round(sum)}%.`,
      });
    for (const share of shares)
      if (
        Number.parseFloat(share.quote) > 100 &&
        /\b(?:discount|off|of (?:all|the|our|its|their)|refund)\b/iu.test(
          quote.slice(Math.max(0, share.start - 30), share.end + 20),
        )
      )
        found.push({
          kind: 'contradiction',
          start: start + share.start,
          end: start + share.end,
          why: `“${share.quote}” is more than 100%, so it can’t be right here.`,
        });
  }
  return found;
}

/** Lists whose items are shares of one whole that add up to more than the whole. */
const findSharesInList = (text: string): Inconsistency[] =>
  [...text.matchAll(/^(?:[ \t]*(?:[-*•]|\d{1,2}[.)]) [^\n]{1,300}(?:\n|$)){3,}/gmu)].flatMap(
    ({ 0: list, index }): Inconsistency[] => {
      const shares = placesOf(list, /\b\p{N}{1,3}(?:\.\p{N}+)? ?(?:%|percent\b)/giu);
      const sum = shares.reduce((total, share) => total + Number.parseFloat(share.quote), 0);
      const items = list.trim().split('\n').length;
      const isOfOneWhole =
        shares.length === items &&
        !/(?:%|percent) (?:more|less|fewer|faster|cheaper|higher|lower|off|up|down|discount|growth|increase)\b|\b(?:rose|grew|fell|up|down|by) \p{N}/iu.test(
          list,
        ) &&
        !/\b(?:more than one|several|multiple|all that apply)\b/iu.test(text);
      return isOfOneWhole && sum > 101
        ? [
            {
              kind: 'contradiction',
              start: index + shares[0]!.start,
              end: index + shares.at(-1)!.end,
              why: `These shares add up to ${Math.round(sum)}%.`,
            },
          ]
        : [];
    },
  );

/** Shares of one whole, in a sentence, in two or in a list, that add up to more than the whole. */
export const findWrongShares = (text: string, sentences: readonly Stretch[]): Inconsistency[] => [
  ...findSharesInSentence(sentences),
  ...findSharesInTwoSentences(sentences),
  ...findSharesInList(text),
];
