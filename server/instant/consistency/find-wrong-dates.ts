import type { Inconsistency } from './consistency-kinds.ts';
import { anyMonth, anyWeekday, indexOfName, months, weekdays } from './calendar-words.ts';

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`;

/** The year of a date at the very beginning, which applies to later dates without a year, as in a press release or an email. */
const yearOfOpening = (text: string): string | undefined =>
  new RegExp(`(?:${anyMonth}\\.? \\d{1,2}|\\d{1,2} ${anyMonth}),? (\\d{4})\\b`, 'iu').exec(
    text.slice(0, 120),
  )?.[1];

/** Weekdays that don't match their date. */
function findWrongWeekdays(text: string): Inconsistency[] {
  const yearAbove = yearOfOpening(text);
  const dates = [
    `(?<month>${anyMonth})\\.? (?<date>\\d{1,2})(?:st|nd|rd|th)?`,
    `(?:the )?(?<date>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>${anyMonth})`,
  ].flatMap((date) => [
    ...text.matchAll(new RegExp(`\\b(?<name>${anyWeekday}),? ${date}(?:,? (?<year>\\d{4}))?\\b`, 'giu')),
  ]);
  return dates.flatMap(({ 0: quote, groups = {}, index }): Inconsistency[] => {
    const { name = '', month = '', date, year } = groups;
    const dayIn = (one: number) => {
      const at = new Date(Date.UTC(one, indexOfName(months, month), Number(date)));
      return at.getUTCDate() === Number(date) ? weekdays[(at.getUTCDay() + 6) % 7] : undefined;
    };
    const inYear = Number(year ?? yearAbove);
    const right = dayIn(inYear);
    // a date without a year may be one of the next year
    const isRight = [inYear, ...(year === undefined ? [inYear + 1] : [])].some(
      (one) => dayIn(one)?.toLowerCase() === name.toLowerCase(),
    );
    if (right === undefined || isRight) return [];
    return [
      {
        kind: 'contradiction',
        start: index,
        end: index + quote.length,
        why: `${capital(month)} ${date}, ${inYear} is a ${right}, not a ${capital(name)}.`,
        suggestions: [quote.replace(name, right)],
      },
    ];
  });
}

/** Maximum number of dates that are compared with each other, because the time grows with their square. */
const mostDates = 100;
/** Weekdays of dates in one month that can't both be right, whatever the year: “Thursday 7 May to Saturday 10 May”. */
function findUnequalWeekdays(text: string): Inconsistency[] {
  const dated = [
    ...text.matchAll(
      new RegExp(
        `\\b(${anyWeekday}),? (?:(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${anyMonth})|(${anyMonth})\\.? (\\d{1,2}))(?:st|nd|rd|th)?(?!\\d)(?!,? \\d{4})`,
        'giu',
      ),
    ),
  ]
    .slice(0, mostDates)
    .map((match) => ({
      quote: match[0],
      weekday: indexOfName(weekdays, match[1]!),
      date: Number(match[2] ?? match[5]),
      month: (match[3] ?? match[4] ?? '').toLowerCase(),
      start: match.index,
    }));
  return dated.flatMap((one, index) => {
    const first = dated.slice(0, index).find(({ month: named }) => named === one.month);
    if (!first || (one.date - first.date - (one.weekday - first.weekday)) % 7 === 0) return [];
    return [
      {
        kind: 'contradiction' as const,
        start: one.start,
        end: one.start + one.quote.length,
        why: `If “${first.quote}” is right, ${capital(one.month)} ${one.date} is a ${weekdays[(((first.weekday + one.date - first.date) % 7) + 7) % 7]}.`,
      },
    ];
  });
}

/** Periods within a month that end before they begin: “from June 19 to June 12”. */
function findBackwardPeriods(text: string): Inconsistency[] {
  const patterns = [
    new RegExp(
      `\\b(${anyMonth})\\.? (\\d{1,2})(?:st|nd|rd|th)? ?(?:to|until|through|till|[–-]) ?(?:\\1\\.? )?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:]|\\.\\d| ?[ap]\\.?m\\b)`,
      'giu',
    ),
    new RegExp(
      `(?<=\\bfrom (?:the )?)(\\d{1,2})(?:st|nd|rd|th)?(?: ${anyMonth})? ?(?:to|until|till|[–-]) ?(?:the )?(\\d{1,2})(?:st|nd|rd|th)? (${anyMonth})\\b`,
      'giu',
    ),
  ];
  return patterns.flatMap((pattern, index) =>
    [...text.matchAll(pattern)].flatMap((match): Inconsistency[] => {
      const [first, last] = index === 0 ? [match[2], match[3]] : [match[1], match[2]];
      // “from 28 May to 3 June” has two months
      const named = new Set(match[0].toLowerCase().match(new RegExp(`\\b${anyMonth}\\b`, 'giu')));
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

/** Weekdays that aren't their date's, and periods that end before they begin. */
export const findWrongDates = (text: string): Inconsistency[] => [
  ...findWrongWeekdays(text),
  ...(yearOfOpening(text) === undefined ? findUnequalWeekdays(text) : []),
  ...findBackwardPeriods(text),
];
