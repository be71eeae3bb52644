import type { BusinessCalendar } from './shop.ts';

/** "EST": what a time zone is called at an instant. */
const zoneName = (instant: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** "November 20, 2026 (EST)": the date of an instant where the operator is, as papers carry it. */
export const formatPaperDate = (instant: Date, { timeZone }: Pick<BusinessCalendar, 'timeZone'>): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(instant)} (${zoneName(instant, timeZone)})`;

/**
 * "Mon, Nov 30, 2:35 AM EST": until when something can be done. An email names the operator's time zone; a page passes none and
 * names its reader's. Seconds are left out, so it is never later than the instant.
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
