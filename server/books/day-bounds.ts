import { cutOffOn, operatorsDay } from '#contract/delivery-date.ts';
import { day as dayMs } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type RawBuilder, sql } from 'kysely';

/** A day (ISO date) in the operator's time zone, its first instant, and the first instant after it. */
export type DayBounds = { day: string; starts: Date; ends: Date };

/** The first instant of a day (ISO date) in the operator's time zone. */
export const startOf = (date: string): Date => cutOffOn(date, { ...businessCalendar, cutOffHour: 0 });
/** The ISO date this many days after a day. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/**
 * SQL condition: an instant is on a day from `from` to `to` (ISO dates in the operator's time zone, both included). An undefined
 * bound doesn't limit.
 * @throws Refusal when the last day is before the first
 */
export function isWithin(
  instant: RawBuilder<unknown>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): RawBuilder<unknown> {
  if (from !== undefined && to !== undefined && from > to)
    throw new Refusal({ to: ['The end date can’t be before the start date'] });
  const begins = from === undefined ? sql`true` : sql`${instant} >= ${startOf(from)}`;
  return to === undefined ? begins : sql`${begins} and ${instant} < ${startOf(daysAfter(to, 1))}`;
}

/**
 * The days that have ended by `now`: from the day that contains `first`, or from the day after `last`, at most `most`.
 * The day after `last` starts where `last` ended, so that no instant is missed when the operator's time zone changes.
 */
export function endedDays(
  now: Date,
  from: { first: Date } | { last: { day: string; ends: Date } },
  most: number,
): DayBounds[] {
  const today = operatorsDay(now, businessCalendar);
  const days: DayBounds[] = [];
  let date = 'first' in from ? operatorsDay(from.first, businessCalendar) : daysAfter(from.last.day, 1);
  let starts = 'first' in from ? startOf(date) : from.last.ends;
  while (date < today && days.length < most) {
    const ends = startOf(daysAfter(date, 1));
    // after a change of the time zone to the east, `last` can end when this day has already ended
    if (ends > starts) days.push({ day: date, starts, ends });
    date = daysAfter(date, 1);
    if (ends > starts) starts = ends;
  }
  return days;
}

/** When the next day is closed: a quarter of an hour after it ends, so that its last transactions are committed. */
export function nextClose(now: Date): Date {
  const date = operatorsDay(now, businessCalendar);
  const early = new Date(startOf(date).getTime() + quarter);
  return early > now ? early : new Date(startOf(daysAfter(date, 1)).getTime() + quarter);
}
const quarter = 15 * 60_000;
