import type { ReadText } from '#server/instant/analyzer/read-text.ts';
import type { Stretch } from '#server/instant/analyzer/split-blocks.ts';
import { type Inconsistency, placesOf } from './consistency-kinds.ts';
import { anyAmount, findWrongCounts, numberOf } from './find-wrong-counts.ts';

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const days = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const month = months.map(capital).join('|');
const day = days.map(capital).join('|');

/** The year of a date at the very beginning, which applies to later dates without a year, as in a press release or an email. */
const yearOfOpening = (text: string): string | undefined =>
  new RegExp(`(?:(?:${month})\\.? \\d{1,2}|\\d{1,2} (?:${month})),? (\\d{4})\\b`, 'iu').exec(
    text.slice(0, 120),
  )?.[1];

/** Weekdays that don't match their date. */
function findWrongWeekdays(text: string): Inconsistency[] {
  const yearAbove = yearOfOpening(text);
  const american = [
    ...text.matchAll(
      new RegExp(`\\b(${day}),? (${month})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b`, 'giu'),
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
      new RegExp(
        `\\b(${day}),? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${month})(?:,? (\\d{4}))?\\b`,
        'giu',
      ),
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
    const dayIn = (one: number) => {
      const at = new Date(Date.UTC(one, months.indexOf(named.toLowerCase()), Number(date)));
      return at.getUTCDate() === Number(date) ? days[at.getUTCDay()] : undefined;
    };
    const inYear = Number(year ?? yearAbove);
    const right = dayIn(inYear);
    // a date without a year may be one of the next year
    const isRight = [inYear, ...(year === undefined ? [inYear + 1] : [])].some(
      (one) => dayIn(one) === name.toLowerCase(),
    );
    if (right === undefined || isRight) return [];
    return [
      {
        kind: 'contradiction',
        start: index,
        end: index + quote.length,
        why: `${capital(named.toLowerCase())} ${date}, ${inYear} is a ${capital(right)}, not a ${capital(name.toLowerCase())}.`,
        suggestions: [quote.replace(name, capital(right))],
      },
    ];
  });
}

/** Periods within a month that end before they begin: “from June 19 to June 12”. */
function findBackwardPeriods(text: string): Inconsistency[] {
  const patterns = [
    new RegExp(
      `\\b(${month})\\.? (\\d{1,2})(?:st|nd|rd|th)? ?(?:to|until|through|till|[–-]) ?(?:\\1\\.? )?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:]|\\.\\d| ?[ap]\\.?m\\b)`,
      'giu',
    ),
    new RegExp(
      `(?<=\\bfrom (?:the )?)(\\d{1,2})(?:st|nd|rd|th)?(?: (?:${month}))? ?(?:to|until|till|[–-]) ?(?:the )?(\\d{1,2})(?:st|nd|rd|th)? (${month})\\b`,
      'giu',
    ),
  ];
  return patterns.flatMap((pattern, index) =>
    [...text.matchAll(pattern)].flatMap((match): Inconsistency[] => {
      const [first, last] = index === 0 ? [match[2], match[3]] : [match[1], match[2]];
      // “from 28 May to 3 June” has two months
      const named = new Set(match[0].toLowerCase().match(new RegExp(`\\b(?:${month})\\b`, 'giu')));
      if (named.size > 1 || Number(last) >= Number(first)) return [];
      return [
        {
          kind: 'contradiction',
          start: match.index,
          end: match.index + match[0].length,
          why: 'This period ends before it begins.',
        },
      ];
    }),
  );
}

/** Shares of one whole that add up to more than the whole, and shares above 100 percent. */
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

/** Lists whose items are shares of one whole that add up to more than the whole. */
const findWrongShareLists = (text: string): Inconsistency[] =>
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

const value = `(?:[$€£]\\p{N}[\\p{N}.,]*|\\p{N}[\\p{N},.]*(?: ?(?:kg|g|pounds|ounces|lb|km|miles|minutes|hours|days|weeks|months|years|inches|cm|people|guests))?|(?:${month})\\.? \\p{N}{1,2}|\\p{N}{1,2} (?:${month})|(?:two|three|four|five|six|seven|eight|nine|ten|twelve) \\p{L}+)`;
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

export const findContradictions = (
  { text, sentences, headings }: Pick<ReadText, 'text' | 'sentences' | 'headings'>,
  title: string,
): Inconsistency[] => [
  ...findWrongWeekdays(text),
  ...findBackwardPeriods(text),
  ...findWrongCounts({ text, sentences, headings }, title),
  ...findWrongShares(sentences),
  ...findWrongShareLists(text),
  ...findTwoValues(text),
];
