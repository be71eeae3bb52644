const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** An ISO date as a label of an axis or of a day in a report: "Dec 1". */
export const shortDay = (date: string): string => format.format(new Date(date));
