import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import type { DeskTicketRow, ticketViews } from '#contract/desk/tickets.ts';
import { cutOffOn, nextBusinessDay, operatorsDay } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { shownName } from '#server/desk/line-columns.ts';
import { ticketNames } from './show-thread.ts';

type Query = DeskQueryOf<'listDeskTickets'>;
type View = (typeof ticketViews)[number];

/** The state of a ticket. `due_from`: a reply is due within one business day from this time. */
export type TicketState = {
  status: DeskTicketRow['status'];
  due_from: Date;
  assignee_id: bigint | null;
  assignee: string | null;
  customer_id: bigint | null;
};
type Found = TicketState & {
  id: bigint;
  number: string;
  order: string | null;
  first_name: string;
  last_name: string;
  text: string;
  author: 'customer' | 'staff';
  last_at: Date;
};

/** Counting stops at this number of tickets. */
const mostCounted = 100;
/** Maximum number of characters of the newest message in a row. */
const shownText = 300;

/** SQL expression on ticket `t`: `due_from`. Must be written as in the index ticket_queue. */
export const dueFrom = sql`coalesce(t.snoozed_until, t.last_at)`;

/** SQL condition on staff `s`: the person can log in. Conversations assigned to anyone else count as unassigned. */
export const isActive = sql`s.locked_at is null and s.left_at is null`;

/** The day (ISO date) by which a reply is promised: one business day, as in shop.answerTime. */
export const answerDay = (from: Date): string => nextBusinessDay(from, businessCalendar);
/** The time after which a reply is late. */
export const answerDue = (from: Date): Date => cutOffOn(answerDay(from), businessCalendar);

/** Converts a ticket's state to the form of the API. */
export function toState(
  { status, due_from: from, assignee_id: assigneeId, assignee, customer_id: customerId }: TicketState,
  now: Date,
): Pick<DeskTicketRow, 'status' | 'isGuest' | 'answerBy' | 'isLate' | 'snoozedUntil' | 'assignee'> {
  const isSnoozed = status === 'open' && from > now;
  const waits = status === 'open' && !isSnoozed;
  return {
    status,
    isGuest: customerId === null,
    answerBy: waits ? answerDay(from) : null,
    isLate: waits && answerDue(from) <= now,
    snoozedUntil: isSnoozed ? operatorsDay(from, businessCalendar) : null,
    assignee: assigneeId === null ? null : { id: String(assigneeId), name: assignee ?? '' },
  };
}

/** SQL condition on ticket `t`: the team has to reply now. */
const isDue = (now: Date) => sql`t.status = 'open' and ${dueFrom} <= ${now}`;

function inView(view: View, { staffId }: StaffCaller, now: Date): RawBuilder<unknown> {
  switch (view) {
    case 'open':
      return isDue(now);
    case 'mine':
      return sql`${isDue(now)} and t.assignee_id = ${staffId}`;
    case 'snoozed':
      return sql`t.status = 'open' and ${dueFrom} > ${now}`;
    case 'waiting':
      return sql`t.status = 'answered'`;
    case 'closed':
      // an empty conversation that the team began stays hidden until its first message is sent
      return sql`t.status = 'closed' and (t.messages > 0 or t.order_id is null)`;
    case 'spam':
      return sql`t.status = 'spam'`;
  }
}

/** Whether a view is sorted by the time since which a reply is due. */
const isQueued = (view: View) => view === 'open' || view === 'mine' || view === 'snoozed';

/** A page by keyset. Views of conversations that await a reply begin with the longest waiting, other views with the newest. */
function pageOf({ show, cursor, limit }: Query, caller: StaffCaller, now: Date): RawBuilder<Found> {
  const isQueue = isQueued(show);
  const key = isQueue ? dueFrom : sql`t.last_at`;
  const [at, id] = cursor?.split('_') ?? [];
  const after =
    at === undefined
      ? sql`true`
      : sql`(${key}, t.id) ${isQueue ? sql`>` : sql`<`} (${new Date(at)}::timestamptz, ${BigInt(id!)})`;
  const sorted = isQueue ? sql`${key}, t.id` : sql`${key} desc, t.id desc`;
  return sql<Found>`
    select t.id, t.number, o.number as "order", ${ticketNames}, t.status, t.last_at, ${dueFrom} as due_from, t.customer_id,
      s.id as assignee_id, s.name as assignee, left(coalesce(m.text, t.message), ${shownText}) as text, coalesce(m.author, 'customer') as author
    from (select * from ticket t where ${inView(show, caller, now)} and ${after} order by ${sorted} limit ${limit + 1}) t
      left join customer_order o on o.id = t.order_id left join staff s on s.id = t.assignee_id and ${isActive}
      left join lateral (
        select m.text, m.author from ticket_message m where m.ticket_id = t.id and m.send_at is null order by m.id desc limit 1
      ) m on true
    order by ${sorted}`;
}

async function countTickets({ db }: DeskDeps, caller: StaffCaller, now: Date) {
  const count = (view: View) =>
    sql`(select count(*)::int from (select from ticket t where ${inView(view, caller, now)} limit ${mostCounted}) as found)`;
  const { rows } = await sql<{ open: number; mine: number }>`
    select ${count('open')} as open, ${count('mine')} as mine`.execute(db);
  return rows[0]!;
}

/** A page of conversations. The first page has their total number. */
export async function listDeskTickets(
  deps: DeskDeps,
  caller: StaffCaller,
  query: Query,
): Promise<DeskAnswerOf<'listDeskTickets'>> {
  const now = deps.clock();
  const { rows } = await pageOf(query, caller, now).execute(deps.db);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const isQueue = isQueued(query.show);
  return {
    tickets: page.map((row) => ({
      ...toState(row, now),
      number: row.number,
      order: row.order,
      customer: shownName(caller, row),
      text: row.text,
      from: row.author === 'customer' ? 'customer' : 'team',
      lastAt: row.last_at.toISOString(),
    })),
    counts: query.cursor === undefined ? await countTickets(deps, caller, now) : null,
    nextCursor:
      rows.length > query.limit && last
        ? `${(isQueue ? last.due_from : last.last_at).toISOString()}_${last.id}`
        : null,
  };
}
