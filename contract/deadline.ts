import type { BusinessCalendar } from './shop.ts';

/** "EST": a time zone's name at an instant. */
const zoneName = (instant: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** "November 20, 2026 (EST)": an instant's date in the operator's time zone, for documents. */
export const formatPaperDate = (instant: Date, { timeZone }: Pick<BusinessCalendar, 'timeZone'>): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(instant)} (${zoneName(instant, timeZone)})`;

/**
 * "Mon, Nov 30, 2:35 AM EST": a deadline. An email uses the operator's time zone; a page passes none and
 * uses its reader's. Seconds are dropped, so the text is never later than the instant.
 */
export const formatDeadline = (instant: Date, calendar?: Pick<BusinessCalendar, 'timeZone'>): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: calendar?.timeZone,
  }).format(instant);
