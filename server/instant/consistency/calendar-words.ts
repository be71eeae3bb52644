export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** Any of the names, as a group of a regular expression. */
export const anyMonth = `(?:${months.join('|')})`;
export const anyWeekday = `(?:${weekdays.join('|')})`;

/** The position of a name in its list, from 0 on; -1 for any other word. */
export const indexOfName = (names: readonly string[], word: string): number =>
  names.findIndex((name) => name.toLowerCase() === word.toLowerCase());
