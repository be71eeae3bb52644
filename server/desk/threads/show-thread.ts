import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import { notFound } from '#server/http/refusal.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { findMessages } from '#server/support/find-messages.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { shownName } from '#server/desk/line-columns.ts';

/**
 * A ticket, or an order whose messages are meant: without messages it has no ticket yet. `number`: of the ticket; `order`: of the
 * order.
 */
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
  waits_since: Date | null;
  is_closable: boolean;
};

/** SQL columns: the customer's name, from the order `o` or as the contact form's ticket `t` has it. */
export const ticketNames = sql`coalesce(o.billing ->> 'firstName', split_part(t.name, ' ', 1)) as first_name,
  coalesce(o.billing ->> 'lastName', substr(t.name, length(split_part(t.name, ' ', 1)) + 2)) as last_name`;

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
      c.erased_at is not null as is_erased, coalesce(t.messages, 0) as count, case when t.status = 'open' then t.last_at end as waits_since,
      coalesce(t.status in ('open', 'answered'), false) as is_closable
    from ${found}`.execute(db);
  if (!rows[0]) throw notFound(order ? 'We can’t find that order.' : 'We can’t find that conversation.');
  return rows[0];
}

/** The conversation, named as in the audit log. */
export const subjectOf = ({ number, order }: Pick<FoundThread, 'number' | 'order'>): string =>
  order === null ? `ticket ${number}` : `order ${order}`;

/**
 * A page of the messages of a conversation, newest first, including one that is not sent yet.
 * @throws ProblemReply 404
 */
export async function showThread(
  { db }: DeskDeps,
  caller: StaffCaller,
  { number }: { number: string },
  page: DeskQueryOf<'showThread'>,
): Promise<DeskAnswerOf<'showThread'>> {
  // in one snapshot: a message that is sent meanwhile is in both the count and the list, or in neither
  const { thread, messages, nextCursor } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const thread = await findThread({ db: tx }, number);
      const none = { messages: [], nextCursor: null };
      return { thread, ...(thread.id === null ? none : await findMessages({ db: tx }, thread.id, page)) };
    });
  const customer = shownName(caller, thread);
  return {
    customer,
    firstName: thread.first_name,
    order: thread.order,
    isErased: thread.is_erased,
    reads: thread.order_id !== null ? 'order' : thread.customer_id === null ? 'email' : 'account',
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
    })),
    nextCursor,
  };
}
