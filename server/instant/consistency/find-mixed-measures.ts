import { compareForms, type Inconsistency, type Place, placesOf } from './consistency-kinds.ts';

const measures: readonly [metric: string, imperial: string][] = [
  ['(?:km|kilomet(?:er|re)s?)', '(?:mi|miles?)'],
  ['(?:kg|kilos?|kilograms?)', '(?:lbs?|pounds?)'],
  ['(?:cm|centimet(?:er|re)s?|mm|millimet(?:er|re)s?)', '(?:inch(?:es)?|in\\.)'],
  ['°? ?C', '°? ?F'],
  ['(?:l|lit(?:er|re)s?)', '(?:gallons?|gal)'],
];

/** Amounts in a unit. Leaves out conversions, such as the one in “5 miles (8 km)”, and pounds of money. */
function amountsIn(text: string, unit: string): Place[] {
  const hasPoundSign = text.includes('£');
  return placesOf(
    text,
    new RegExp(
      `(?<![\\p{L}\\p{N}.,$€£])(?:\\p{N}[\\p{N}.,]*|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty) )[ \\u00a0-]?${unit}(?![\\p{L}\\p{N}])`,
      'gu',
    ),
  ).filter(
    ({ start, end, quote }) =>
      !/[(/=]\s*$/u.test(text.slice(Math.max(0, start - 12), start)) &&
      !/^ ?(?:[(/=]|or \p{N})/u.test(text.slice(end, end + 6)) &&
      !/\p{N} \p{L}+ or $/u.test(text.slice(Math.max(0, start - 20), start)) &&
      !(hasPoundSign && /pounds?$/u.test(quote)),
  );
}

/** Metric and imperial measures of the same kind. */
const findMixedSystems = (text: string): Inconsistency[] =>
  measures.flatMap(([metric, imperial]) =>
    compareForms(
      'mixed-style',
      'You give measurements as',
      amountsIn(text, metric),
      amountsIn(text, imperial),
    ),
  );

const abbreviated: readonly [short: string, full: string][] = [
  ['km', 'kilomet(?:er|re)s'],
  ['kg', '(?:kilos|kilograms)'],
  ['g', 'gram(?:me)?s'],
  ['cm', 'centimet(?:er|re)s'],
  ['mm', 'millimet(?:er|re)s'],
  ['ml', 'millilit(?:er|re)s'],
  ['(?:lb|lbs)', 'pounds'],
  ['oz', 'ounces'],
  ['(?:min|mins)', 'minutes'],
  ['(?:hr|hrs)', 'hours'],
];

/** Units that are written in full and abbreviated, both after digits. */
const findMixedUnits = (text: string): Inconsistency[] =>
  abbreviated.flatMap(([short, full]) => {
    const inDigits = (unit: string) => amountsIn(text, unit).filter(({ quote }) => /^\p{N}/u.test(quote));
    return compareForms('mixed-style', 'You write units as in', inDigits(short), inDigits(full));
  });

/** Metric beside imperial measures, and units in full beside abbreviations. */
export const findMixedMeasures = (text: string): Inconsistency[] => [
  ...findMixedSystems(text),
  ...findMixedUnits(text),
];
