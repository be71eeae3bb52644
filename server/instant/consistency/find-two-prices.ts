import type { Stretch } from '#server/instant/analyzer/split-blocks.ts';
import { contradict, type Inconsistency } from './consistency-kinds.ts';

const price =
  '([$€£]\\p{N}[\\p{N},]*(?:\\.\\p{N}{2})?)(?! ?(?:million|billion|off|discount|more|less|extra|deposit|cheaper|gift|voucher|credit)|[-–\\p{L}])';
const cost =
  '(?:costs?|is priced at|are priced at|sells? for|is available for|is yours for|starts? at|is)(?: only| just| now)?';
/** A product with its price: “the starter kit costs $40” and “order the starter kit for $40”. */
const priced = [
  new RegExp(
    `\\b(?:the|our|an?|each|every|your) ((?:[\\p{L}’'-]+ ){0,2}[\\p{L}’'-]+) ${cost} ${price}`,
    'giu',
  ),
  new RegExp(
    `\\b(?:the|our|an?|each|every|your) ((?:[\\p{L}’'-]+ ){0,2}[\\p{L}’'-]+) (?:for|at)(?: only| just)? ${price}`,
    'giu',
  ),
];
/** Words of a sentence that give a reason for another price. */
const reason =
  /\b(?:was|were|originally|before|instead|reduced|sale|off|save|saving|discount|members?|children|child|kids|students?|seniors?|adults?|small|large|medium|until|after|from|upgrade|extra|additional|second|per|plus|with|without|last year|next year|regular(?:ly)?|usually|normally|up to|early|monthly|annual(?:ly)?|yearly|a month|a year|a week|used|refurbished|deposit|or)\b|\p{N}{4}/iu;
/** Maximum number of prices that are compared with each other, because the time grows with their square. */
const mostPrices = 200;
/** Words that describe a product, not name it. */
const vague = new Set('price cost total fee it thing one ticket order option version size'.split(' '));

/** Products with two different prices, without a reason in either sentence. */
export function findTwoPrices(sentences: readonly Stretch[]): Inconsistency[] {
  const known = sentences
    .flatMap(({ start, text }) =>
      priced.flatMap((pattern) =>
        [...text.matchAll(pattern)].flatMap(({ 0: quote, 1: product = '', 2: said = '', index }) => {
          const name = product.toLowerCase();
          return vague.has(name.split(' ').at(-1)!) || reason.test(text.replace(said, ''))
            ? []
            : [{ name, said, quote, start: start + index, end: start + index + quote.length }];
        }),
      ),
    )
    .slice(0, mostPrices);
  return known.flatMap((one, index) => {
    const first = known
      .slice(0, index)
      .find(
        ({ name, said }) =>
          (name === one.name || name.endsWith(` ${one.name}`) || one.name.endsWith(` ${name}`)) &&
          said !== one.said,
      );
    return first ? [contradict(one, first)] : [];
  });
}
