import type { ThreadRow } from '#contract/desk-work.ts';
import { cutOffOn, deliveryDate, formatDay, operatorsDay } from '#contract/delivery-date.ts';
import { holds } from '#contract/permissions.ts';
import { businessCalendar } from '#contract/shop.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { shownName } from './line-columns.ts';
import type { Task } from './urgency.ts';

type Found = { number: string; first_name: string; last_name: string; title: string; last_at: Date };

/** Threads that are read at once: more than a team answers in a day. */
const mostThreads = 500;
/** What an answer takes. */
const answerMinutes = 10;

/** An answer is promised within one business day, as shop.answerTime says. */
const answerDay = (writtenAt: Date): string => deliveryDate(writtenAt, 1, businessCalendar);

function reasonOf(day: string, isLate: boolean, today: string): string {
  if (isLate) return `Answer was due ${day === today ? 'today' : formatDay(day)}`;
  return day === today ? 'Answer today' : `Answer by ${formatDay(day)}`;
}

/** A customer's messages that wait for an answer. */
export type ThreadTask = Task & { reason: string; isLate: boolean; isMine: boolean; thread: ThreadRow };

/** Orders whose customers wait for an answer to their messages. None for a caller who can't read them or can't open the order. */
export async function findWaitingThreads(
  { db }: Pick<DeskDeps, 'db'>,
  caller: StaffCaller,
  now: Date,
): Promise<ThreadTask[]> {
  const { permissions } = caller;
  if (!holds(permissions, 'ticket.see') || !holds(permissions, 'order.see')) return [];
  const { rows } = await sql<Found>`
    select o.number, o.billing ->> 'firstName' as first_name, o.billing ->> 'lastName' as last_name, t.last_at,
      (select string_agg(distinct l.title, ', ') from order_line l where l.order_id = o.id) as title
    from ticket t join customer_order o on o.id = t.order_id
    where t.status = 'open' and t.last_from = 'customer' and t.order_id is not null
      and not exists (select from ticket_message m where m.ticket_id = t.id and m.send_at is not null)
    order by t.last_at limit ${mostThreads}`.execute(db);
  const today = operatorsDay(now, businessCalendar);
  return rows.map(({ number, title, last_at: writtenAt, ...names }) => {
    const day = answerDay(writtenAt);
    const neededAt = cutOffOn(day, businessCalendar);
    const isLate = neededAt <= now;
    return {
      key: `${number} messages`,
      neededAt,
      minutes: answerMinutes,
      isExpress: false,
      reason: reasonOf(day, isLate, today),
      isLate,
      isMine: holds(permissions, 'ticket.answer'),
      thread: { number, customer: shownName(caller, names), title },
    };
  });
}
