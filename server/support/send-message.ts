import type { CreatedTicket } from '#contract/storefront/support.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { attachFiles } from '#server/files/attach-files.ts';
import { findEarlierAnswer, hashBody } from '#server/http/idempotency-key.ts';
import { enqueue } from '#server/jobs/job.ts';
import { addMessageNotices } from '#server/staff/notices.ts';
import { newNumber, readNumber } from '#server/process/readable-number.ts';
import { type RawBuilder, sql } from 'kysely';
import { noSuchOrder, noSuchTicket } from './list-messages.ts';
import type { SupportDeps } from './support-deps.ts';
import { messageCopy } from './thread-emails.mail.ts';

const route = 'sendMessage';

/** `to`: an order or a ticket, by number. */
type Message = {
  customerId: bigint;
  to: { order: string } | { ticket: string };
  text: string;
  files?: string[] | undefined;
  idempotencyKey: string | undefined;
};
type Stored = { id: bigint; ticket_id: bigint; ticket_number: string; order_id: bigint | null };

/**
 * SQL: finds or creates the thread of an order, and locks it until the transaction ends. Customers and staff add messages only
 * under this lock. `where`: a condition on order `o`. `change`: assignments for an existing thread.
 */
export const openThread = (
  { now, status, last }: { now: Date; status: 'open' | 'closed'; last: 'customer' | 'staff' },
  where: RawBuilder<unknown>,
  change: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into ticket (number, customer_id, order_id, name, email, email_canonical, message, created_at, status, messages, last_at, last_from)
  select ${newNumber('T')}, c.id, o.id, rtrim(c.first_name || ' ' || c.last_name), c.email, c.email_canonical, '', ${now}, ${status},
    ${last === 'customer' ? 1 : 0}, ${now}, ${last}
  from customer_order o join customer c on c.id = o.customer_id where ${where}
  on conflict (order_id) where order_id is not null do update set ${change}`;

/** SQL condition: the ticket isn't snoozed now. */
const isDueBy = (now: Date) => sql`coalesce(ticket.snoozed_until, ticket.last_at) <= ${now}`;

/** SQL assignments: adds a message of the customer to the counts of a ticket. The deadline of an open ticket is unchanged. */
const addsMessage = (
  now: Date,
) => sql`messages = ticket.messages + 1, status = 'open', last_from = 'customer', snoozed_until = null,
  last_at = case when ticket.status = 'open' and ${isDueBy(now)} then coalesce(ticket.snoozed_until, ticket.last_at) else ${now} end`;

const isKeyUsed = (error: unknown) =>
  error instanceof Error && (error as { constraint?: string }).constraint === 'idempotency_key_pkey';

/** SQL: adds a message to the counts of the customer's order or ticket. Returns no row when it isn't theirs. */
const addsTo = (to: Message['to'], number: string, customerId: bigint, now: Date): RawBuilder<unknown> =>
  'order' in to
    ? openThread(
        { now, status: 'open', last: 'customer' },
        sql`o.number = ${number} and o.customer_id = ${customerId}`,
        addsMessage(now),
      )
    : sql`update ticket set ${addsMessage(now)} where number = ${number} and customer_id = ${customerId}`;

/**
 * Sends a customer's message about an order or in a ticket. A request with the same idempotency key and body is sent once.
 * @returns the ticket's number
 * @throws ProblemReply 404 for an unknown or another customer's order or ticket; 422 when the key was used for another request
 */
export async function sendMessage(
  { db, clock, jobs }: Pick<SupportDeps, 'db' | 'clock' | 'jobs'>,
  { customerId, to, text, files = [], idempotencyKey }: Message,
): Promise<CreatedTicket> {
  const number = 'order' in to ? readNumber('R', to.order) : readNumber('T', to.ticket);
  const isUnknown = () => ('order' in to ? noSuchOrder() : noSuchTicket());
  if (!number) throw isUnknown();
  const key = idempotencyKey ?? crypto.randomUUID();
  const bodyHash = hashBody({ number, text, ...(files.length > 0 ? { files } : {}) });
  const findEarlier = () => findEarlierAnswer<CreatedTicket>(db, { customerId, key, route, bodyHash });
  const write = () =>
    inTransaction(db, async (tx): Promise<CreatedTicket> => {
      const now = clock();
      const { rows } = await sql<Stored>`
        with thread as (
          ${addsTo(to, number, customerId, now)} returning id, number, order_id
        ), stored as (
          insert into ticket_message (ticket_id, author, text, at) select id, 'customer', ${text}, ${now} from thread returning id
        )
        select stored.id, thread.id as ticket_id, thread.number as ticket_number, thread.order_id from stored, thread`.execute(
        tx,
      );
      if (!rows[0]) throw isUnknown();
      const { id: messageId, ticket_id: ticketId, order_id: orderId } = rows[0];
      if (orderId !== null)
        await attachFiles(tx, {
          owner: { customerId },
          place: { kind: 'message', orderId, messageId },
          files,
          at: now,
        });
      const answer = { ticketNumber: rows[0].ticket_number };
      await writeInOneStatement(tx, [
        addMessageNotices(ticketId, now),
        sql`insert into idempotency_key (customer_id, key, route, body_hash, answer, created_at)
          values (${customerId}, ${key}, ${route}, ${bodyHash}, ${JSON.stringify(answer)}::jsonb, ${now})`,
        enqueue([messageCopy.at(now, { message: String(rows[0].id) })]),
      ]);
      return answer;
    });
  const earlier = idempotencyKey === undefined ? undefined : await findEarlier();
  if (earlier) return earlier;
  try {
    const answer = await write();
    jobs.wake();
    return answer;
  } catch (error) {
    const sent = isKeyUsed(error) ? await findEarlier() : undefined;
    if (!sent) throw error;
    return sent;
  }
}
