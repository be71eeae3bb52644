/** The items of a setting that is a comma-separated list. */
export const splitList = (list: string): string[] =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
