import { day, hour } from '#contract/durations.ts';

const many = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The time until an instant as text: "13 days", "1 day and 5 hours", "3 hours", "less than an hour". */
export function timeLeft(until: Date, now: Date): string {
  const left = until.getTime() - now.getTime();
  const days = Math.floor(left / day);
  const hours = Math.floor((left % day) / hour);
  if (days >= 2) return many(days, 'day');
  if (days === 1) return hours === 0 ? '1 day' : `1 day and ${many(hours, 'hour')}`;
  return hours >= 1 ? many(hours, 'hour') : 'less than an hour';
}
