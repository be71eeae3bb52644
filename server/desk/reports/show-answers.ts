import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import { cutOffOn, operatorsDay } from '#contract/delivery-date.ts';
import type { ReportWeek } from '#contract/desk/reports.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { daysAfter } from '#server/books/day-bounds.ts';
import { answerDue } from '#server/desk/threads/find-tickets.ts';
import { sql } from 'kysely';
import { fillWeeks, weeksUntil } from './weeks.ts';

/** SQL rows: each day of a period, its start, and the deadline for answers to messages of that day. */
function promises(from: string, now: Date) {
  const today = operatorsDay(now, businessCalendar);
  const days: { day: string; starts: Date; due: Date }[] = [];
  for (let day = from; day <= today; day = daysAfter(day, 1)) {
    const starts = cutOffOn(day, { ...businessCalendar, cutOffHour: 0 });
    days.push({ day, starts, due: answerDue(starts) });
  }
  return days;
}

/**
 * How many messages of each week were answered within one business day. Of consecutive messages of a customer the last one
 * counts, as in the list of messages. Messages closed without an answer, and spam, don't count.
 */
export async function showAnswers(
  { db, clock }: DeskDeps,
  { days }: DeskQueryOf<'showAnswers'>,
): Promise<DeskAnswerOf<'showAnswers'>> {
  const now = clock();
  const weeks = weeksUntil(now, days);
  const promised = promises(weeks[0]!, now);
  const starts = promised[0]!.starts;
  const { timeZone } = businessCalendar;
  // `offset 0` prevents PostgreSQL from reading whole tables for a join
  const { rows } = await sql<{ from: string; on_time: number; late: number; open: number }>`
    select date_trunc('week', w.day)::date::text as from, count(*) filter (where w.answered_at <= p.due)::int as on_time,
      count(*) filter (where w.answered_at > p.due)::int as late,
      count(*) filter (where w.answered_at is null)::int as open
    from (
      select (a.at at time zone ${timeZone})::date as day, n.at as answered_at
      from (
        select id as ticket_id, 0::bigint as id, created_at as at from ticket
        where order_id is null and created_at >= ${starts} and created_at <= ${now}
        union all
        select ticket_id, id, at from ticket_message where author = 'customer' and at >= ${starts} and at <= ${now}
      ) as a left join lateral (
        select author, at from ticket_message
        where ticket_id = a.ticket_id and id > a.id and send_at is null order by id limit 1 offset 0
      ) as n on true, lateral (select status from ticket where id = a.ticket_id offset 0) as t
      where t.status <> 'spam' and (n.author = 'staff' or n.author is null and t.status = 'open')
    ) as w, jsonb_to_recordset(${JSON.stringify(promised)}::jsonb) as p(day date, due timestamptz)
    where p.day = w.day and (w.answered_at is not null or p.due <= ${now})
    group by 1`.execute(db);
  const found = rows.map(({ from, on_time: onTime, late, open }): ReportWeek => ({
    from,
    onTime,
    late,
    open,
  }));
  return { weeks: fillWeeks(weeks, found) };
}
