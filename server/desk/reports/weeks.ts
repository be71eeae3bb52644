import type { ReportWeek } from '#contract/desk/reports.ts';
import { operatorsDay } from '#contract/delivery-date.ts';
import { day as dayMs } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * The Mondays (ISO dates) of the newest weeks, oldest first, in the operator's time zone: `days` / 7 of them, rounded up. The
 * last is that of the current week, which may have just begun.
 */
export function weeksUntil(now: Date, days: number): string[] {
  const today = Date.parse(operatorsDay(now, businessCalendar));
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
  const count = Math.ceil(days / 7);
  return Array.from({ length: count }, (_, index) => isoDay(monday - (count - 1 - index) * 7 * dayMs));
}

/** Adds empty weeks for weeks without data, so that a chart shows them. */
export const fillWeeks = (weeks: readonly string[], found: readonly ReportWeek[]): ReportWeek[] =>
  weeks.map((from) => found.find((week) => week.from === from) ?? { from, onTime: 0, late: 0, open: 0 });
