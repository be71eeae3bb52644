import { day as dayMs, hour as hourMs, minute as minuteMs } from './durations.ts';
import type { BusinessCalendar } from './business-calendar.ts';

type LocalTime = { date: string; hour: number; minute: number };

// creating a formatter takes longer than a hundred uses of it
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(timeZone, made);
  return made;
}

function localTime(instant: Date, timeZone: string): LocalTime {
  const parts = formatterOf(timeZone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    hour: Number(part('hour')),
    minute: Number(part('minute')),
  };
}

/** The current day (ISO date) in the operator's time zone. */
export const operatorsDay = (instant: Date, { timeZone }: Pick<BusinessCalendar, 'timeZone'>): string =>
  localTime(instant, timeZone).date;

const dayFrom = (date: string, days: number) =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
const nextDay = (date: string) => dayFrom(date, 1);

/** Whether the team works on a day (ISO date). */
export function isBusinessDay(date: string, holidays: readonly string[]): boolean {
  const weekday = new Date(date).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.includes(date);
}

/**
 * The day (ISO date in the operator's time zone) by which work paid at `paidAt` is delivered: the days-th business
 * day after the payment day. A payment after the cut-off hour, on a weekend or on a holiday counts as made on the next
 * business day, so that paying later never promises an earlier date. 0 days: the day of the payment itself.
 */
export function deliveryDate(paidAt: Date, days: number, calendar: BusinessCalendar): string {
  const { date, hour } = localTime(paidAt, calendar.timeZone);
  if (days === 0) return date;
  let day = date;
  if (hour >= calendar.cutOffHour || !isBusinessDay(day, calendar.holidays)) {
    do day = nextDay(day);
    while (!isBusinessDay(day, calendar.holidays));
  }
  for (let left = days; left > 0;) {
    day = nextDay(day);
    if (isBusinessDay(day, calendar.holidays)) left -= 1;
  }
  return day;
}

/** The first business day (ISO date) after an instant's day, whatever the hour. */
export function nextBusinessDay(from: Date, calendar: BusinessCalendar): string {
  let day = nextDay(operatorsDay(from, calendar));
  while (!isBusinessDay(day, calendar.holidays)) day = nextDay(day);
  return day;
}

/** The next business days (ISO dates) in the operator's time zone, from the current day on. */
export function businessDays(now: Date, count: number, calendar: BusinessCalendar): string[] {
  const days: string[] = [];
  for (let day = operatorsDay(now, calendar); days.length < count; day = nextDay(day))
    if (isBusinessDay(day, calendar.holidays)) days.push(day);
  return days;
}

/**
 * The due day (ISO date) after a pause: moved by the business days between the two instants,
 * in the operator's time zone. Never earlier than before.
 */
export function postponedDate(
  dueOn: string,
  stoppedAt: Date,
  resumedAt: Date,
  calendar: BusinessCalendar,
): string {
  const until = operatorsDay(resumedAt, calendar);
  let due = dueOn;
  for (let day = operatorsDay(stoppedAt, calendar); day < until;) {
    day = nextDay(day);
    if (!isBusinessDay(day, calendar.holidays)) continue;
    do due = nextDay(due);
    while (!isBusinessDay(due, calendar.holidays));
  }
  return due;
}

/** The number of business days that have begun in the operator's time zone after a day (ISO date); 0 up to that day. */
export function businessDaysAfter(date: string, now: Date, calendar: BusinessCalendar): number {
  const today = operatorsDay(now, calendar);
  let days = 0;
  for (let day = date; day < today;) {
    day = nextDay(day);
    if (isBusinessDay(day, calendar.holidays)) days += 1;
  }
  return days;
}

/** The newest business day (ISO date) that has begun in the operator's time zone. */
export function lastBusinessDay(now: Date, calendar: BusinessCalendar): string {
  let day = operatorsDay(now, calendar);
  while (!isBusinessDay(day, calendar.holidays)) day = dayFrom(day, -1);
  return day;
}

/** The instant of the cut-off hour on a day (ISO date) in the operator's time zone: when a day's work is due. */
export function cutOffOn(date: string, { timeZone, cutOffHour }: BusinessCalendar): Date {
  const asUtc = Date.parse(date) + cutOffHour * hourMs;
  // the cut-off hour by the zone's offset at `instant`
  const found = (instant: number) => {
    const local = localTime(new Date(instant), timeZone);
    return asUtc + instant - (Date.parse(local.date) + local.hour * hourMs + local.minute * minuteMs);
  };
  // a second step, because the offset can differ between the first guess and the result; an hour that the clock skips gives its
  // end
  const near = found(asUtc);
  const exact = found(near);
  return new Date(found(exact) === exact ? exact : Math.max(near, exact));
}

/** Business hours per day: the last ones before the cut-off hour. */
export const hoursPerDay = 8;

/** The instant that is this many business hours after `start`: the eight hours before the cut-off hour of each business day. */
export function businessHoursAfter(start: Date, hours: number, calendar: BusinessCalendar): Date {
  let left = hours * hourMs;
  for (let date = operatorsDay(start, calendar); ; date = nextDay(date)) {
    if (!isBusinessDay(date, calendar.holidays)) continue;
    const end = cutOffOn(date, calendar).getTime();
    const from = Math.max(start.getTime(), end - hoursPerDay * hourMs);
    if (end - from >= left) return new Date(from + left);
    left -= Math.max(0, end - from);
  }
}

/** The end of a period of calendar days, moved to business hours: the first cut-off hour on a business day at or after it. */
export function businessEnd(start: Date, days: number, calendar: BusinessCalendar): Date {
  const end = new Date(start.getTime() + days * dayMs);
  let date = operatorsDay(end, calendar);
  while (!isBusinessDay(date, calendar.holidays) || cutOffOn(date, calendar) < end) date = nextDay(date);
  return cutOffOn(date, calendar);
}

/** An ISO date as text: "Tue, Dec 1". */
export function formatDay(date: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(date));
}

/** An hour of the day (0–23) as text: "5 PM". */
export const hourOf = (hour: number): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, 0, 1, hour)),
  );

/** The warning starts this many days before the last listed holiday, because delivery dates after it ignore unlisted holidays. */
const holidayWarningDays = 60;

/** The operator's warning when the listed holidays end within 60 days; undefined when they don't. */
export function holidayWarning({ holidays }: BusinessCalendar, now: Date): string | undefined {
  const last = holidays.toSorted().at(-1);
  if (last !== undefined && Date.parse(last) >= now.getTime() + holidayWarningDays * dayMs) return undefined;
  return `${last === undefined ? 'No holidays are listed' : `The listed holidays end on ${last}`}. Add next year’s holidays on the desk’s Calendar page or in contract/business-calendar.ts. Without them, delivery dates will count holidays as business days.`;
}
