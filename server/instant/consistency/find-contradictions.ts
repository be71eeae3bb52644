import type { Stretch } from '#server/instant/analyzer/split-blocks.ts';
import { type Inconsistency, placesOf } from './consistency-kinds.ts';

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const days = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const month = months.map(capital).join('|');
const day = days.map(capital).join('|');

/** Weekdays that don't belong to their date. */
function findWrongWeekdays(text: string): Inconsistency[] {
  const american = [
    ...text.matchAll(
      new RegExp(`\\b(${day}),? (${month})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'giu'),
    ),
  ].map(({ 0: quote, 1: name = '', 2: named = '', 3: date, 4: year, index }) => ({
    quote,
    name,
    named,
    date,
    year,
    index,
  }));
  const british = [
    ...text.matchAll(
      new RegExp(`\\b(${day}),? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${month}),? (\\d{4})\\b`, 'giu'),
    ),
  ].map(({ 0: quote, 1: name = '', 2: date, 3: named = '', 4: year, index }) => ({
    quote,
    name,
    named,
    date,
    year,
    index,
  }));
  return [...american, ...british].flatMap(({ quote, name, named, date, year, index }): Inconsistency[] => {
    const at = new Date(Date.UTC(Number(year), months.indexOf(named.toLowerCase()), Number(date)));
    const right = days[at.getUTCDay()]!;
    if (at.getUTCDate() !== Number(date) || right === name.toLowerCase()) return [];
    return [
      {
        kind: 'contradiction',
        start: index,
        end: index + quote.length,
        why: `${capital(named.toLowerCase())} ${date}, ${year} is a ${capital(right)}, not a ${capital(name.toLowerCase())}.`,
        suggestions: [quote.replace(name, capital(right))],
      },
    ];
  });
}

const amounts = new Map(
  'two three four five six seven eight nine ten'.split(' ').map((word, index) => [word, index + 2]),
);
const numberOf = (word: string): number => amounts.get(word.toLowerCase()) ?? Number(word);
const amount =
  '(?<!\\b(?:one|two|three|four|five) or )(two|three|four|five|six|seven|eight|nine|ten|[2-9]|10)';
const wordFor = (count: number) => [...amounts].find(([, value]) => value === count)?.[0] ?? String(count);

const wrongCount = (start: number, word: string, count: number): Inconsistency => ({
  kind: 'contradiction',
  start,
  end: start + word.length,
  why: `The text announces ${word.toLowerCase()}, but ${wordFor(count)} ${count === 1 ? 'follows' : 'follow'}.`,
  suggestions: [wordFor(count)],
});

/** Lists that have more or fewer items than the text announces: “three colors: red and blue”. */
function findWrongCounts(text: string): Inconsistency[] {
  const found: Inconsistency[] = [];
  const inLine = new RegExp(
    `\\b${amount} ((?:\\p{L}+ ){0,2}\\p{L}+s|people|children|men|women)(?: [\\p{L} ]{1,25})?: ([^.:;!?\\n]{3,200})[.!?;\\n]`,
    'giu',
  );
  for (const { 0: whole, 1: word = '', 3: list = '', index } of `${text}\n`.matchAll(inLine)) {
    const items = list.replaceAll(/,? (?:and|or) /gu, ', ').split(', ');
    // longer items may have commas of their own
    if (
      items.length > 1 &&
      items.every((item) => item.trim().split(' ').length <= 4) &&
      items.length !== numberOf(word)
    )
      found.push(wrongCount(index + whole.indexOf(word), word, items.length));
  }
  const before = new RegExp(
    `\\b${amount} (?:\\p{L}+ ){0,2}\\p{L}+s(?: [\\p{L} ]{1,30})?[.:]\\s{0,3}\\n\\s{0,3}((?:(?:[-*•]|\\d{1,2}[.)]) [^\\n]{1,300}(?:\\n\\s{0,3}|$)){2,})`,
    'giu',
  );
  for (const { 0: whole, 1: word = '', 2: list = '', index } of text.matchAll(before)) {
    const count = list.match(/(?:^|\n)\s*(?:[-*•]|\d{1,2}[.)]) /gu)?.length ?? 0;
    if (count !== numberOf(word) && !/\n {2,}[-*•]/u.test(list))
      found.push(wrongCount(index + whole.indexOf(word), word, count));
  }
  return found;
}

/** Shares of one whole that add up to more than it, and shares of more than everything. */
function findWrongShares(sentences: readonly Stretch[]): Inconsistency[] {
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
          why: `“${share.quote}” is more than the whole.`,
        });
  }
  return found;
}

const value = `(?:[$€£]\\p{N}[\\p{N}.,]*|\\p{N}[\\p{N},.]*(?: ?(?:kg|g|pounds|ounces|lb|km|miles|minutes|hours|days|weeks|months|years|inches|cm|people|guests))?|(?:${month})\\.? \\p{N}{1,2}|\\p{N}{1,2} (?:${month})|(?:two|three|four|five|six|seven|eight|nine|ten|twelve) \\p{L}+)`;
/** Statements that have one value only, with their subject. */
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
      if (other)
        found.push({
          kind: 'contradiction',
          start: other.start,
          end: other.end,
          why: `The text says “${other.quote}” here, but “${first!.quote}” elsewhere.`,
        });
    }
  }
  const counted = [
    ...text.matchAll(
      new RegExp(
        `\\b(?:has|have|with|the|all|our|of the|includes|offers) ${amount} (\\p{L}{4,20}s)\\b`,
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
    if (other && /^(?:the|all|of the|our) /iu.test(other.quote))
      found.push({
        kind: 'contradiction',
        start: other.start,
        end: other.end,
        why: `The text says “${other.quote}” here, but “${first!.quote}” elsewhere.`,
      });
  }
  return found;
}

export const findContradictions = (text: string, sentences: readonly Stretch[]): Inconsistency[] => [
  ...findWrongWeekdays(text),
  ...findWrongCounts(text),
  ...findWrongShares(sentences),
  ...findTwoValues(text),
];
