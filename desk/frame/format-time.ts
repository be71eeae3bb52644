/** "Nov 23, 2026" in the reader's time zone. */
export const formatDay = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-US', { dateStyle: 'medium' });

/** "Nov 23, 1:40 PM" in the reader's time zone; with the year unless it is the current one. */
export function formatTime(instant: string, now = new Date()): string {
  const at = new Date(instant);
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return at.toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    ...year,
    hour: 'numeric',
    minute: '2-digit',
  });
}
