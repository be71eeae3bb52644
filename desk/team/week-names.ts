/** The names of two weeks by their Mondays, on this day (ISO dates): on a weekend, the first one is the next. */
export const weekNames = ([first = '']: readonly string[], today: string): string[] =>
  first <= today ? ['This week', 'Next week'] : ['Next week', 'Week after'];
