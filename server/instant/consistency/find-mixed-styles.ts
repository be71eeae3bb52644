import { compareForms, type Inconsistency, type Place, placesOf } from './consistency-kinds.ts';

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const short = 'Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';
const anyMonth = `(?:${months}|${short})`;
const small = 'two|three|four|five|six|seven|eight|nine';
const units =
  'kg|g|mg|km|m|cm|mm|ml|l|lb|lbs|oz|ft|in|mph|pm|am|a\\.m|p\\.m|percent|per|million|billion|thousand|hundred|inch|inches|feet|foot|miles?|cups?|tablespoons?|teaspoons?|litres?|liters?|grams?|degrees|star|stars|x|and|or|to|by|of|at|is|on|in|for|if|euros?|dollars?|pounds?|cents?|st|nd|rd|th';
/** “page 4”, “No. 5”, “June 3” and “Room 2” are no amounts. */
const notAmount = new RegExp(
  `(?:\\b(?:page|step|no\\.|nr|room|plot|version|size|chapter|line|fig\\.|figure|number|level|platform|highway|route|bus|at|from|to|until|before|after|by|since|till|part|grade|type|unit|day|week|class|phase|apartment|apt|floor|q|${anyMonth}\\.?)|[$€£#.:,/–-]|\\p{N}) ?$`,
  'iu',
);

/** Amounts below ten as digits and as words. */
function findMixedNumbers(text: string): Inconsistency[] {
  const digits = placesOf(
    text,
    new RegExp(
      `(?<![\\p{L}\\p{N}.,:/$€£-])[2-9](?= (?!(?:${units}|${anyMonth})\\b)\\p{Ll}{2,})|(?<=\\b(?:seats|costs|has|have|with|and|holds) )[2-9](?=[.,;] )`,
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
  );
  // one of each is too few to show a habit
  return digits.length + spelled.length < 3
    ? []
    : compareForms('mixed-style', 'You write the number', digits, spelled);
}

const findMixedAmounts = (text: string): Inconsistency[] => [
  ...compareForms(
    'mixed-style',
    'You write the amount',
    placesOf(text, /[$€£]\p{N}[\p{N}.,]*/gu),
    placesOf(
      text,
      /\b(?:\p{N}[\p{N}.,]*|ten|five|two|three|twenty|fifty|hundred) (?:dollars|euros|pounds)\b/giu,
    ),
  ),
  ...compareForms(
    'mixed-style',
    'You write the share',
    placesOf(text, /\b\p{N}[\p{N}.,]* ?%/gu),
    placesOf(text, /\b(?:\p{N}[\p{N}.,]*|\p{L}+) percent\b/giu),
  ),
  ...compareForms(
    'mixed-style',
    'You write the number',
    placesOf(text, /(?<![\p{N}.,/-])\p{N}{1,3}(?:,\p{N}{3})+(?![\p{N}])/gu),
    placesOf(
      text,
      /(?<![\p{N}.,/$€£#-])(?:2[1-9]|[3-9]\p{N}|\p{N}{3})\p{N}{2}(?![\p{N}.,:/-]\p{N}|\p{N}|-)(?= \p{Ll})/gu,
    ),
  ),
];

/** Dates and times in two styles. */
const findMixedDates = (text: string): Inconsistency[] => {
  const monthFirst = placesOf(
    text,
    new RegExp(`\\b${anyMonth}\\.? \\p{N}{1,2}(?!\\p{N})(?:st|nd|rd|th)?(?:, \\p{N}{4})?`, 'gu'),
  );
  const dayFirst = placesOf(
    text,
    new RegExp(`\\b\\p{N}{1,2}(?:st|nd|rd|th)? ${anyMonth}\\b\\.?(?: \\p{N}{4})?`, 'gu'),
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
    new RegExp(`\\b(?:${months})\\b`, 'u').test(quote) && !/\bMay\b/u.test(quote);
  const what = 'You write the date';
  const mixed = [
    ...compareForms('mixed-style', what, monthFirst, dayFirst),
    ...compareForms('mixed-style', what, numeric, all),
  ];
  if (mixed.length > 0) return mixed;
  return [
    ...compareForms(
      'mixed-style',
      what,
      all.filter(isOrdinal),
      all.filter((one) => !isOrdinal(one)),
    ),
    ...compareForms('mixed-style', what, all.filter(isShort), all.filter(isLong)),
  ];
};

const findMixedTimes = (text: string): Inconsistency[] => {
  const dotted = placesOf(text, /\b\p{N}{1,2}(?::\p{N}{2})? ?[ap]\.m\./gu);
  const plain = placesOf(text, /\b\p{N}{1,2}(?::\p{N}{2})? [ap]m\b/gu);
  const joined = placesOf(text, /\b\p{N}{1,2}(?::\p{N}{2})?[ap]m\b/gu);
  const capital = placesOf(text, /\b\p{N}{1,2}(?::\p{N}{2})? ?[AP]\.?M\b\.?/gu);
  const day = placesOf(text, /(?<![\p{N}:])(?:1[3-9]|2[0-3]):\p{N}{2}(?!\p{N}|:| ?[ap]\.?m)/gu);
  const what = 'You write the time';
  return [
    ...compareForms('mixed-style', what, dotted, [...plain, ...joined, ...capital]),
    ...(dotted.length === 0 ? compareForms('mixed-style', what, plain, [...joined, ...capital]) : []),
    ...compareForms('mixed-style', what, day, [...dotted, ...plain, ...joined, ...capital]),
  ];
};

/** Straight and curly marks in one text, and two kinds of quotation marks. */
const findMixedQuotes = (text: string): Inconsistency[] => [
  ...compareForms(
    'mixed-style',
    'You use the marks',
    placesOf(text, /(?<!\p{N})"[^"\n]{1,60}"/gu),
    placesOf(text, /“[^”\n]{1,60}”/gu),
  ),
  ...compareForms(
    'mixed-style',
    'You use the apostrophe',
    placesOf(text, /\p{L}{1,20}'\p{L}{1,3}\b/gu),
    placesOf(text, /\p{L}{1,20}’\p{L}{1,3}\b/gu),
  ),
  ...compareForms(
    'mixed-style',
    'You use the marks',
    placesOf(text, /(?<![\p{L}\p{N}])‘[^’‘\n]{2,60}’(?!\p{L})/gu),
    placesOf(text, /“[^”\n]{1,60}”/gu),
  ).filter(
    // quotes inside quotes
    ({ start }) =>
      (text.slice(0, start).match(/“/gu)?.length ?? 0) === (text.slice(0, start).match(/”/gu)?.length ?? 0),
  ),
];

export const findMixedStyles = (text: string): Inconsistency[] => [
  ...findMixedNumbers(text),
  ...findMixedAmounts(text),
  ...findMixedDates(text),
  ...findMixedTimes(text),
  ...findMixedQuotes(text),
];
