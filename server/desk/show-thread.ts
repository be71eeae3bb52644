import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk-endpoints.ts';
import { notFound } from '#server/http/refusal.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { findMessages } from '#server/support/find-messages.ts';
import { sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { shownName } from './line-columns.ts';

/** The messages of an order, and whose it is. `count` is 0 and `waits_since` null as long as nobody wrote. */
type FoundThread = {
  order_id: bigint;
  number: string;
  first_name: string;
  last_name: string;
  is_erased: boolean;
  count: number;
  waits_since: Date | null;
};

/** The thread of the order with this number. @throws ProblemReply 404 */
export async function findThread({ db }: Pick<DeskDeps, 'db'>, typed: string): Promise<FoundThread> {
  const { rows } = await sql<FoundThread>`
    select o.id as order_id, o.number, o.billing ->> 'firstName' as first_name, o.billing ->> 'lastName' as last_name,
      c.erased_at is not null as is_erased, coalesce(t.messages, 0) as count,
      case when t.status = 'open' and t.last_from = 'customer' then t.last_at end as waits_since
    from customer_order o join customer c on c.id = o.customer_id left join ticket t on t.order_id = o.id
    where o.number = ${readNumber('R', typed) ?? ''}`.execute(db);
  if (!rows[0]) throw notFound('We can’t find that order.');
  return rows[0];
}

/** The messages about an order, newest first, with one that has not left. @throws ProblemReply 404 */
export async function showThread(
  deps: DeskDeps,
  caller: StaffCaller,
  { number }: { number: string },
  page: DeskQueryOf<'showThread'>,
): Promise<DeskAnswerOf<'showThread'>> {
  const thread = await findThread(deps, number);
  const { messages, nextCursor } = await findMessages(deps, thread.order_id, page);
  const customer = shownName(caller, thread);
  return {
    customer,
    isErased: thread.is_erased,
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
