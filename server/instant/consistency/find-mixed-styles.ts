import { anyMonth } from './calendar-words.ts';
import { type Place, placesOf, type Style } from './consistency-kinds.ts';

const short = 'Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';
const longOrShort = `(?:${anyMonth}|${short})`;
const small = 'two|three|four|five|six|seven|eight|nine';
const units =
  'kg|g|mg|km|m|cm|mm|ml|l|lb|lbs|oz|ft|in|mph|pm|am|a\\.m|p\\.m|percent|per|million|billion|thousand|hundred|inch|inches|feet|foot|miles?|cups?|tablespoons?|teaspoons?|litres?|liters?|grams?|degrees|star|stars|x|and|or|to|by|of|at|is|on|in|for|if|euros?|dollars?|pounds?|cents?|st|nd|rd|th';
/** Words before a number that isn’t an amount: “page 4”, “No. 5”, “June 3” and “Room 2”. */
const notAmount = new RegExp(
  `(?:\\b(?:page|step|no\\.|nr|room|plot|version|size|chapter|line|fig\\.|figure|number|level|platform|highway|route|bus|at|from|to|until|before|after|by|since|till|part|grade|type|unit|day|week|class|phase|apartment|apt|floor|q|${longOrShort}\\.?)|[$€£#.:,/–-]|\\p{N}) ?$`,
  'iu',
);

/** Whether a place isn't at the start of a sentence, where a number is always written as a word. */
const isInside =
  (text: string) =>
  ({ start }: Place): boolean =>
    !/(?:^|[.!?:]["”’)]*\s+|\n[\s>*•#-]*|[“"(])$/u.test(text.slice(Math.max(0, start - 20), start));

/** Amounts below ten, written as digits and as words. */
function numbersIn(text: string): Style {
  const digits = placesOf(
    text,
    new RegExp(
      `(?<![\\p{L}\\p{N}.,:/$€£-])[2-9](?= (?!(?:${units}|${longOrShort})\\b)\\p{Ll}{2,})|(?<=\\b(?:seats|costs|has|have|with|and|holds) )[2-9](?=[.,;] )`,
      'giu',
    ),
  ).filter(({ start }) => {
    const before = text.slice(Math.max(0, start - 14), start);
    // “Scale 2 from the list” is a name
    return !notAmount.test(before) && !/[\p{L},] \p{Lu}\p{L}* $/u.test(before);
  });
  const spelled = placesOf(
    text,
    new RegExp(
      `(?<![\\p{L}-])(?:${small})(?= (?!(?:of|and|or|to|more|million|thousand|hundred|o'clock|percent|in|are|were|have|is)\\b)\\p{Ll}{3,})`,
      'giu',
    ),
  ).filter(isInside(text));
  return {
    label: 'Numbers below ten',
    what: 'You write the number',
    forms: [digits, spelled],
    // one of each is too few to show a habit
    ...(digits.length + spelled.length < 3 && { compared: [] }),
  };
}

const amountsIn = (text: string): Style[] => [
  {
    label: 'Money',
    what: 'You write amounts as',
    forms: [
      placesOf(text, /[$€£]\p{N}[\p{N}.,]*/gu),
      placesOf(
        text,
        /\b(?:\p{N}[\p{N}.,]*|ten|five|two|three|twenty|fifty|hundred) (?:dollars|euros|pounds)\b/giu,
      )
        .filter(isInside(text))
        // without a pound sign, “pounds” may be a weight
        .filter(({ quote }) => text.includes('£') || !quote.endsWith('pounds')),
    ],
  },
  {
    label: 'Percentages',
    what: 'You write percentages as',
    forms: [
      placesOf(text, /\b\p{N}[\p{N}.,]* ?%/gu),
      placesOf(text, /\b(?:\p{N}[\p{N}.,]*|\p{L}+) percent\b/giu).filter(isInside(text)),
    ],
  },
  {
    label: 'Numbers above 999',
    what: 'You write the number',
    forms: [
      placesOf(text, /(?<![\p{N}.,/-])\p{N}{1,3}(?:,\p{N}{3})+(?![\p{N}])/gu),
      placesOf(
        text,
        /(?<![\p{N}.,/$€£#-])(?:2[1-9]|[3-9]\p{N}|\p{N}{3})\p{N}{2}(?![\p{N}.,:/-]\p{N}|\p{N}|-)(?= \p{Ll})/gu,
      ),
    ],
  },
];

const datesIn = (text: string): Style => {
  const monthFirst = placesOf(
    text,
    new RegExp(`\\b${longOrShort}\\.? \\p{N}{1,2}(?!\\p{N})(?:st|nd|rd|th)?(?:, \\p{N}{4})?`, 'gu'),
  );
  const dayFirst = placesOf(
    text,
    new RegExp(`\\b\\p{N}{1,2}(?:st|nd|rd|th)? ${longOrShort}\\b\\.?(?: \\p{N}{4})?`, 'gu'),
  );
  const numeric = placesOf(
    text,
    /(?<![\p{N}/.-])\p{N}{1,2}[/.]\p{N}{1,2}[/.](?:\p{N}{4}|\p{N}{2})(?!\p{N})/gu,
  );
  const all = [...monthFirst, ...dayFirst];
  const isOrdinal = ({ quote }: Place) => /\p{N}(?:st|nd|rd|th)/u.test(quote);
  const isShort = ({ quote }: Place) =>
    new RegExp(`\\b(?:${short})\\b`, 'u').test(quote) && !/\bMay\b/u.test(quote);
  const isLong = ({ quote }: Place) =>
    new RegExp(`\\b${anyMonth}\\b`, 'u').test(quote) && !/\bMay\b/u.test(quote);
  const isMixed = [monthFirst, dayFirst, numeric].filter(({ length }) => length > 0).length > 1;
  return {
    label: 'Dates',
    what: 'You write dates as',
    forms: [monthFirst, dayFirst, numeric],
    compared: isMixed
      ? [
          [monthFirst, dayFirst],
          [numeric, all],
        ]
      : [
          [all.filter(isOrdinal), all.filter((one) => !isOrdinal(one))],
          [all.filter(isShort), all.filter(isLong)],
        ],
  };
};

const timesIn = (text: string): Style => {
  const dotted = placesOf(text, /\b\p{N}{1,2}(?::\p{N}{2})? ?[ap]\.m\./gu);
  const plain = placesOf(text, /\b\p{N}{1,2}(?::\p{N}{2})? [ap]m\b/gu);
  const joined = placesOf(text, /\b\p{N}{1,2}(?::\p{N}{2})?[ap]m\b/gu);
  const capital = placesOf(text, /\b\p{N}{1,2}(?::\p{N}{2})? ?[AP]\.?M\b\.?/gu);
  const day = placesOf(text, /(?<![\p{N}:])(?:1[3-9]|2[0-3]):\p{N}{2}(?!\p{N}|:| ?[ap]\.?m)/gu);
  return {
    label: 'Times',
    what: 'You write times as',
    forms: [dotted, plain, joined, capital, day],
    compared: [
      [dotted, [...plain, ...joined, ...capital]],
      ...(dotted.length === 0 ? [[plain, [...joined, ...capital]] as [Place[], Place[]]] : []),
      [day, [...dotted, ...plain, ...joined, ...capital]],
    ],
  };
};

/** How the text writes quotation marks (curly, straight or single) and apostrophes. */
function marksIn(text: string): Style[] {
  const curly = placesOf(text, /“[^”\n]{1,60}”/gu);
  // the closing mark of a longer quotation doesn’t open one
  const straight = placesOf(text, /(?<![\p{L}\p{N}.,;:!?)’”])"(?=\S)[^"\n]{1,60}(?<=\S)"/gu);
  const countBefore = (start: number, mark: RegExp) => text.slice(0, start).match(mark)?.length ?? 0;
  const single = placesOf(text, /(?<![\p{L}\p{N}])‘[^’‘\n]{2,60}’(?!\p{L})/gu).filter(
    // leaves out quotes inside quotes
    ({ start }) => countBefore(start, /“/gu) === countBefore(start, /”/gu),
  );
  return [
    {
      label: 'Quotation marks',
      what: 'You write quotation marks as in',
      forms: [curly, straight, single],
      compared: [
        [straight, curly],
        [single, curly],
      ],
    },
    {
      label: 'Apostrophes',
      what: 'You write apostrophes as in',
      forms: [placesOf(text, /\p{L}{1,20}'\p{L}{1,3}\b/gu), placesOf(text, /\p{L}{1,20}’\p{L}{1,3}\b/gu)],
    },
  ];
}

/** How the text writes numbers, amounts, dates, times and quotation marks. */
export const stylesIn = (text: string): Style[] => [
  numbersIn(text),
  ...amountsIn(text),
  datesIn(text),
  timesIn(text),
  ...marksIn(text),
];
