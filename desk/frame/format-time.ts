/** "Nov 23, 2026" in the reader's time zone. */
export const formatDay = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-US', { dateStyle: 'medium' });

/** "Nov 23, 2026, 1:40 PM" in the reader's time zone. */
export const formatTime = (instant: string): string =>
  new Date(instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
