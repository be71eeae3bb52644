import * as z from 'zod/mini';
import type { DeskEndpoint } from './endpoint.ts';
import { personParams } from './staff.ts';

/** Days of a report: up to a year, in whole weeks or days. */
const days = (usual: number) =>
  z._default(
    z.coerce
      .number({ error: 'Choose a period of 7 to 366 days' })
      .check(z.int(), z.minimum(7), z.maximum(366, { error: 'Choose a period of 7 to 366 days' })),
    usual,
  );
const twelveWeeks = 84;

/**
 * Work due on one business day, in estimated minutes, by assignee. `capacity`: the minutes that people who aren’t away have for
 * lines on that day. `lines`: number of lines due. `late`: number of overdue lines, all counted on the first day.
 */
const loadDay = z.object({
  day: z.string(),
  mine: z.int(),
  others: z.int(),
  unassigned: z.int(),
  capacity: z.int(),
  lines: z.int(),
  late: z.int(),
});
/**
 * One person's work. `open`: number of open lines; `late`: number of overdue ones. `weeks`: the work due in this and the next
 * week, and the person's time for it, in minutes; overdue work counts in the first.
 */
const personLoad = z.object({
  id: z.string(),
  open: z.int(),
  late: z.int(),
  weeks: z.array(z.object({ minutes: z.int(), capacity: z.int() })),
});
export type PersonLoad = z.output<typeof personLoad>;
/**
 * `weeks`: the Mondays (ISO dates) of the weeks of the first and the following business days. `people`: of the team; empty when the caller
 * sees only their own work.
 * `hasCapacity`: whether anyone shown has a daily capacity, even if they are away. `isTeams`: false when the caller sees only their own work. `isWhole`: false when there are more lines than are counted.
 */
const load = z.object({
  days: z.array(loadDay),
  weeks: z.array(z.string()),
  people: z.array(personLoad),
  hasCapacity: z.boolean(),
  isTeams: z.boolean(),
  isWhole: z.boolean(),
});

/** Number of lines due in the week from `from` (ISO date, a Monday). `open`: overdue and not delivered yet. */
const week = z.object({ from: z.string(), onTime: z.int(), late: z.int(), open: z.int() });
export type ReportWeek = z.output<typeof week>;

/** A line that was or is late. `deliveredOn`: null while it isn't delivered. Dates are ISO days. */
const lateLine = z.object({
  number: z.string(),
  position: z.int(),
  title: z.string(),
  dueOn: z.string(),
  deliveredOn: z.nullable(z.string()),
});
const onTime = z.object({ weeks: z.array(week), lateLines: z.array(lateLine) });

const answers = z.object({ weeks: z.array(week) });

/**
 * One or more closed days (ISO dates), in minor units. Balances, deferred revenue and pending refunds at the end of the last
 * day.
 */
const moneyPoint = z.object({
  from: z.string(),
  to: z.string(),
  received: z.int(),
  earned: z.int(),
  returned: z.int(),
  balances: z.int(),
  unearned: z.int(),
  refunding: z.int(),
});
export type MoneyPoint = z.output<typeof moneyPoint>;
const moneyReport = z.object({
  books: z.array(z.object({ currency: z.string(), livemode: z.boolean(), points: z.array(moneyPoint) })),
});

/** The calls of the charts, for the desk's table; each needs the permission of its screen. */
export const reportEndpoints = {
  showLoad: {
    method: 'GET',
    path: '/api/desk/reports/load',
    may: 'work.own',
    summary: 'Show the work due on each of the next ten business days',
    status: 200,
    answer: load,
  },
  showOnTime: {
    method: 'GET',
    path: '/api/desk/reports/on-time',
    may: 'work.see',
    summary: 'Show how many lines were delivered on time, by week',
    query: z.strictObject({ days: days(twelveWeeks) }),
    status: 200,
    answer: onTime,
  },
  showAnswers: {
    method: 'GET',
    path: '/api/desk/reports/answers',
    may: 'ticket.see',
    summary: 'Show how many messages got a reply within one business day, by week',
    query: z.strictObject({ days: days(twelveWeeks) }),
    status: 200,
    answer: answers,
  },
  showMoneyReport: {
    method: 'GET',
    path: '/api/desk/reports/money',
    may: 'money.see',
    summary: 'Show the money received, earned, refunded online and owed on closed days',
    query: z.strictObject({ days: days(30) }),
    status: 200,
    answer: moneyReport,
  },
  setWorkMinutes: {
    method: 'POST',
    path: '/api/desk/people/:id/minutes',
    may: 'staff.manage',
    summary: 'Set how many minutes a person can work on lines per business day',
    params: personParams,
    body: z.strictObject({
      minutes: z
        .int({ error: 'Enter a whole number of minutes' })
        .check(z.minimum(0), z.maximum(1440, { error: 'Enter a number of minutes from 0 to 1,440' })),
    }),
    status: 204,
  },
  setOpenLimit: {
    method: 'POST',
    path: '/api/desk/people/:id/open-limit',
    may: 'staff.manage',
    summary: 'Set how many open lines a person can have before they can’t self-assign more',
    params: personParams,
    body: z.strictObject({
      most: z.nullable(
        z
          .int({ error: 'Enter a whole number' })
          .check(
            z.minimum(1, { error: 'Enter a whole number from 1 to 1,000' }),
            z.maximum(1000, { error: 'Enter a whole number from 1 to 1,000' }),
          ),
      ),
    }),
    status: 204,
  },
} as const satisfies Record<string, DeskEndpoint>;
