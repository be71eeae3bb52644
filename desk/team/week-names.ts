/** The names of two weeks, given their Mondays and today (ISO dates). On a weekend the first of them is "Next week". */
export const weekNames = ([first = '']: readonly string[], today: string): string[] =>
  first <= today ? ['This week', 'Next week'] : ['Next week', 'Week after'];
