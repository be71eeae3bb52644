import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import type { ReportWeek } from '#contract/desk/reports.ts';
import { operatorsDay } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { type RawBuilder, sql } from 'kysely';
import { fillWeeks, weeksUntil } from './weeks.ts';

type LateLine = DeskAnswerOf<'showOnTime'>['lateLines'][number];

/** Maximum number of late lines listed below the chart, newest first. */
const mostLateLines = 20;

/**
 * SQL rows: lines due in a period with the day of their first delivery. Leaves out cancelled lines, lines that wait for the
 * customer, because their due day will move, and undelivered lines due today.
 */
function dueLines(from: string, now: Date): RawBuilder<unknown> {
  const today = operatorsDay(now, businessCalendar);
  const { timeZone } = businessCalendar;
  // `offset 0` prevents PostgreSQL from reading all deliveries for a join
  return sql`(
    select l.order_id, l.position, l.title, l.due_on, d.delivered_on, d.delivered_on is not null and d.delivered_on <= l.due_on as is_on_time
    from order_line l left join lateral (
      select (delivered_at at time zone ${timeZone})::date as delivered_on from delivery
      where order_id = l.order_id and position = l.position and version = 1 offset 0
    ) as d on true
    where l.due_on is not null and l.work_status not in ('waiting', 'cancelled')
      and l.due_on >= ${from}::date and l.due_on <= ${today}::date
      and (d.delivered_on is not null or l.work_status <> 'needsInfo' and l.due_on < ${today}::date)
  )`;
}

/** How many of the lines due in each week were delivered on time, and the newest late ones. */
export async function showOnTime(
  { db, clock }: DeskDeps,
  { days }: DeskQueryOf<'showOnTime'>,
): Promise<DeskAnswerOf<'showOnTime'>> {
  const now = clock();
  const weeks = weeksUntil(now, days);
  const lines = dueLines(weeks[0]!, now);
  const { rows } = await sql<{ from: string; on_time: number; late: number; open: number }>`
    select date_trunc('week', due_on)::date::text as from, count(*) filter (where is_on_time)::int as on_time,
      count(*) filter (where not is_on_time and delivered_on is not null)::int as late,
      count(*) filter (where delivered_on is null)::int as open
    from ${lines} as due group by 1`.execute(db);
  const { rows: lateLines } = await sql<LateLine>`
    select (select number from customer_order where id = due.order_id) as number, due.position, due.title,
      due.due_on::text as "dueOn", due.delivered_on::text as "deliveredOn"
    from (
      select * from ${lines} as due where not is_on_time order by due_on desc, order_id desc, position limit ${mostLateLines}
    ) as due order by due.due_on desc, due.order_id desc, due.position`.execute(db);
  const found = rows.map(({ from, on_time: onTime, late, open }): ReportWeek => ({
    from,
    onTime,
    late,
    open,
  }));
  return { weeks: fillWeeks(weeks, found), lateLines };
}
