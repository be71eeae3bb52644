import type { BusinessCalendar } from './business-calendar.ts';

/** The short name of a time zone at an instant, such as "EST". */
const zoneName = (instant: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** An instant's date in the operator's time zone, for documents: "November 20, 2026 (EST)". */
export const formatPaperDate = (instant: Date, { timeZone }: Pick<BusinessCalendar, 'timeZone'>): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(instant)} (${zoneName(instant, timeZone)})`;

/** A day (ISO date) on paper: "November 30, 2026". */
export const formatPaperDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** A month as words: "November 2026". */
export const monthWords = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );

/**
 * A deadline as text: "Mon, Nov 30, 2:35 AM EST". An email uses the operator's time zone; a page passes none
 * and uses its reader's. Seconds are dropped, so the text is never later than the instant.
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
