import { formatDeadline } from '#contract/deadline.ts';

const dayAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const dayAndYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

/** An instant in the reader's time zone: "Nov 20, 3:04 PM". */
export const formatTime = (instant: string): string => dayAndTime.format(new Date(instant));
/** "Mon, Nov 30, 2:35 AM EST": until when something can be done, with the reader's time zone. The time is not broken. */
export const deadlineWords = (instant: string): string =>
  formatDeadline(new Date(instant)).replaceAll(/\s(?=\S+(?:\s\S+)?$)/g, '\u00a0');
/** A date as text: "Nov 20, 2026". */
export const formatDate = (instant: string): string => dayAndYear.format(new Date(instant));
