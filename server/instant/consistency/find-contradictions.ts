import type { ReadText } from '#server/instant/analyzer/read-text.ts';
import { anyMonth } from './calendar-words.ts';
import { contradict, type Inconsistency } from './consistency-kinds.ts';
import { findHeadlineNumbers } from './find-headline-numbers.ts';
import { findOpposedFacts } from './find-opposed-facts.ts';
import { findTwoPrices } from './find-two-prices.ts';
import { anyAmount, findWrongCounts, numberOf } from './find-wrong-counts.ts';
import { findWrongDates } from './find-wrong-dates.ts';
import { findWrongShares } from './find-wrong-shares.ts';
import { findWrongSums } from './find-wrong-sums.ts';

const value = `(?:[$€£]\\p{N}[\\p{N}.,]*|\\p{N}[\\p{N},.]*(?: ?(?:kg|g|pounds|ounces|lb|km|miles|minutes|hours|days|weeks|months|years|inches|cm|people|guests))?|${anyMonth}\\.? \\p{N}{1,2}|\\p{N}{1,2} ${anyMonth}|(?:two|three|four|five|six|seven|eight|nine|ten|twelve) \\p{L}+)`;
/** Statements about a subject that can have only one value. */
const statements = [
  new RegExp(`\\b(founded|established|opened|born) in (\\p{N}{4})\\b`, 'giu'),
  new RegExp(
    `\\b(\\p{L}{3,20} (?:weighs|costs|takes|lasts|measures|holds|seats|ends on|starts on|begins on|opens on|closes on|opens at|closes at|ends at|starts at|takes place on)) (${value})`,
    'giu',
  ),
];

function findTwoValues(text: string): Inconsistency[] {
  const plain = (words: string) =>
    words
      .toLowerCase()
      .replaceAll(/[\s.,]+/gu, ' ')
      .trim();
  const found: Inconsistency[] = [];
  for (const pattern of statements) {
    const all = [...text.matchAll(pattern)].map(({ 0: quote, 1: key = '', 2: said = '', index }) => ({
      quote,
      key: key.toLowerCase(),
      said,
      start: index,
      end: index + quote.length,
    }));
    for (const places of Map.groupBy(all, ({ key }) => key).values()) {
      const [first] = places;
      const other = places.find(
        ({ said }) =>
          plain(said) !== plain(first!.said) &&
          numberOf(plain(said).split(' ')[0]!) !== numberOf(plain(first!.said).split(' ')[0]!),
      );
      if (other) found.push(contradict(other, first!));
    }
  }
  const counted = [
    ...text.matchAll(
      new RegExp(
        `\\b(?:has|have|with|the|all|our|of the|includes|offers) ${anyAmount} (\\p{L}{4,20}s)\\b`,
        'giu',
      ),
    ),
  ].map(({ 0: quote, 1: said = '', 2: key = '', index }) => ({
    quote,
    key: key.toLowerCase(),
    said,
    start: index,
    end: index + quote.length,
  }));
  const vague = /^(?:years|weeks|months|days|hours|minutes|times|others|pages|people|steps|things)$/u;
  for (const places of Map.groupBy(
    counted.filter(({ key }) => !vague.test(key)),
    ({ key }) => key,
  ).values()) {
    const [first] = places;
    const other = places.find(({ said }) => numberOf(said) !== numberOf(first!.said));
    if (other && /^(?:the|all|of the|our) /iu.test(other.quote)) found.push(contradict(other, first!));
  }
  return found;
}

export const findContradictions = (
  { text, sentences, headings, paragraphs }: ReadText,
  title: string,
): Inconsistency[] => [
  ...findWrongDates(text),
  ...findWrongCounts({ text, sentences, headings }, title),
  ...findWrongShares(text, sentences),
  ...findTwoValues(text),
  ...findTwoPrices(sentences),
  ...findOpposedFacts(text, sentences),
  ...findWrongSums(text, sentences),
  ...findHeadlineNumbers({ text, headings, paragraphs }, title),
];
