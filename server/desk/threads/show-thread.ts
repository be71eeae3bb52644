import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import type { DeskTicketStatus } from '#contract/desk/threads.ts';
import { notFound } from '#server/http/refusal.ts';
import { emailPrefix } from '#server/jobs/job.ts';
import { isUnsentEmail, reasonFor } from '#server/mail/failed-emails.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { findMessages } from '#server/support/find-messages.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { stateConflict } from '#server/desk/find-line.ts';
import { neededOn, shownName } from '#server/desk/line-columns.ts';

/** A ticket, or an order, which has no ticket before its first message. `number`: the ticket's. `order`: the order's number. */
type FoundThread = {
  id: bigint | null;
  number: string | null;
  order_id: bigint | null;
  order: string | null;
  customer_id: bigint | null;
  first_name: string;
  last_name: string;
  is_erased: boolean;
  count: number;
  /** Null before the first message about an order. */
  status: DeskTicketStatus | null;
  waits_since: Date | null;
};

/** SQL columns: the customer's name, from order `o` or as typed in the contact form of ticket `t`. */
export const ticketNames = sql`coalesce(o.billing ->> 'firstName', split_part(t.name, ' ', 1)) as first_name,
  coalesce(o.billing ->> 'lastName', substr(t.name, length(split_part(t.name, ' ', 1)) + 2)) as last_name`;

/** SQL: the beginning of the customer's newest message in ticket `t`. The ticket's row has the message of the contact form. */
export const newestText = sql`left(coalesce((
  select m.text from ticket_message m where m.ticket_id = t.id and m.author = 'customer' order by m.id desc limit 1
), t.message), 120)`;

/**
 * Finds a conversation by the number of its ticket or order.
 * @throws ProblemReply 404
 */
export async function findThread({ db }: Pick<DeskDeps, 'db'>, typed: string): Promise<FoundThread> {
  const order = readNumber('R', typed);
  const found = order
    ? sql`customer_order o left join ticket t on t.order_id = o.id left join customer c on c.id = o.customer_id where o.number = ${order}`
    : sql`ticket t left join customer_order o on o.id = t.order_id left join customer c on c.id = t.customer_id
        where t.number = ${readNumber('T', typed) ?? ''}`;
  const { rows } = await sql<FoundThread>`
    select t.id, t.number, o.id as order_id, o.number as "order", c.id as customer_id, ${ticketNames},
      c.erased_at is not null as is_erased, coalesce(t.messages, 0) as count, t.status, case when t.status = 'open' then t.last_at end as waits_since
    from ${found}`.execute(db);
  if (!rows[0]) throw notFound(order ? 'We can’t find that order.' : 'We can’t find that conversation.');
  return rows[0];
}

/**
 * SQL condition on `ticket`: the caller has seen the first `seen` messages, and the customer has no newer one that nobody has answered.
 * Reads only the ticket's row, so that a concurrent message, which locks that row, counts.
 */
export const hasNothingUnread = (seen: number): RawBuilder<boolean> =>
  sql`(ticket.messages <= ${seen}::int or ticket.last_from = 'staff')`;

/** 409: the caller hasn't read the newest message. */
export const isNewer = () => stateConflict('There’s a newer message. Read it first.');

/** The conversation's subject in the audit log. */
export const subjectOf = ({ number, order }: Pick<FoundThread, 'number' | 'order'>): string =>
  order === null ? `ticket ${number}` : `order ${order}`;

type Work = { service: string | null; due_on: string | null };

/** The data of an order's work that saved replies can contain. */
async function findWork({ db }: Pick<DeskDeps, 'db'>, orderId: bigint | null): Promise<Work> {
  if (orderId === null) return { service: null, due_on: null };
  const { rows } = await sql<Work>`
    select string_agg(distinct l.title, ', ') as service,
      (max(${neededOn}) filter (where l.work_status in ('queued', 'inProgress', 'revisionRequested')))::text as due_on
    from order_line l where l.order_id = ${orderId}`.execute(db);
  return rows[0]!;
}

type Failed = { message: string; error: string; is_retried: boolean };

/** The failed emails about the team's messages. There are few, because sent ones are deleted. */
async function findFailed({ db }: Pick<DeskDeps, 'db'>, messages: readonly bigint[]): Promise<Failed[]> {
  if (messages.length === 0) return [];
  const { rows } = await sql<Failed>`
    select payload ->> 'message' as message, coalesce(last_error, '') as error, dead_at is null as is_retried
    from job where ${isUnsentEmail} and kind = ${`${emailPrefix}order-answer`}
      and payload ->> 'message' = any(${messages.map(String)}::text[])`.execute(db);
  return rows;
}

/**
 * A page of the messages of a conversation, newest first, including the team's unsent one.
 * @throws ProblemReply 404
 */
export async function showThread(
  { db }: DeskDeps,
  caller: StaffCaller,
  { number }: { number: string },
  page: DeskQueryOf<'showThread'>,
): Promise<DeskAnswerOf<'showThread'>> {
  // one snapshot: a message that is sent meanwhile is in both the count and the list, or in neither
  const { thread, work, messages, failed, nextCursor } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const thread = await findThread({ db: tx }, number);
      const work = await findWork({ db: tx }, thread.order_id);
      if (thread.id === null) return { thread, work, messages: [], failed: [], nextCursor: null };
      const found = await findMessages({ db: tx }, thread.id, page);
      const sent = found.messages.filter(({ author, send_at: at }) => author === 'staff' && at === null);
      const failed = await findFailed(
        { db: tx },
        sent.map(({ id }) => id),
      );
      return { thread, work, ...found, failed };
    });
  const customer = shownName(caller, thread);
  const failureOf = (id: bigint) => {
    const found = failed.find(({ message }) => message === String(id));
    return found ? { reason: reasonFor(caller.permissions, found.error), isRetried: found.is_retried } : null;
  };
  return {
    customer,
    firstName: thread.first_name,
    order: thread.order,
    service: work.service,
    dueOn: work.due_on,
    isErased: thread.is_erased,
    reads: thread.order_id !== null ? 'order' : thread.customer_id === null ? 'email' : 'account',
    status: thread.status,
    count: thread.count,
    waitsSince: thread.waits_since?.toISOString() ?? null,
    messages: messages.map(({ id, author, name, at, text, files, send_at: sendAt }) => ({
      id: String(id),
      from: author === 'customer' ? 'customer' : 'team',
      by: name ?? customer,
      at: at.toISOString(),
      text,
      files,
      sendAt: sendAt?.toISOString() ?? null,
      failure: failureOf(id),
    })),
    nextCursor,
  };
}
