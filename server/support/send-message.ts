import type { CreatedTicket } from '#contract/support.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { attachFiles } from '#server/files/attach-files.ts';
import { findEarlierAnswer, hashBody } from '#server/http/idempotency-key.ts';
import { enqueue } from '#server/jobs/job.ts';
import { newNumber, readNumber } from '#server/process/readable-number.ts';
import { type RawBuilder, sql } from 'kysely';
import { noSuchOrder } from './list-messages.ts';
import type { SupportDeps } from './support-deps.ts';
import { messageCopy } from './thread-emails.mail.ts';

const route = 'sendMessage';

type Message = {
  customerId: bigint;
  number: string;
  text: string;
  files?: string[] | undefined;
  idempotencyKey: string | undefined;
};
type Stored = { id: bigint; ticket_number: string; order_id: bigint };

/**
 * SQL: the thread of the order for which `where` holds, which is made if there is none, locked until the transaction's end. Both sides write
 * only with this lock. `change`: what happens to a thread that is there.
 */
export const openThread = (
  { now, status, last }: { now: Date; status: 'open' | 'closed'; last: 'customer' | 'staff' },
  where: RawBuilder<unknown>,
  change: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into ticket (number, customer_id, order_id, name, email, email_canonical, message, created_at, status, messages, last_at, last_from)
  select ${newNumber('T')}, c.id, o.id, c.first_name || ' ' || c.last_name, c.email, c.email_canonical, '', ${now}, ${status},
    ${last === 'customer' ? 1 : 0}, ${now}, ${last}
  from customer_order o join customer c on c.id = o.customer_id where ${where}
  on conflict (order_id) where order_id is not null do update set ${change}`;

const isKeyUsed = (error: unknown) =>
  error instanceof Error && (error as { constraint?: string }).constraint === 'idempotency_key_pkey';

/**
 * Writes to the team about an order of this customer, and returns the number of its thread. The same key and text are sent once.
 * @throws ProblemReply 404 for an unknown or another customer's order, 422 when the key was used for another request
 */
export async function sendMessage(
  { db, clock, jobs }: Pick<SupportDeps, 'db' | 'clock' | 'jobs'>,
  { customerId, number: typed, text, files = [], idempotencyKey }: Message,
): Promise<CreatedTicket> {
  const number = readNumber('R', typed);
  if (!number) throw noSuchOrder();
  const key = idempotencyKey ?? crypto.randomUUID();
  const bodyHash = hashBody({ number, text, ...(files.length > 0 ? { files } : {}) });
  const findEarlier = () => findEarlierAnswer<CreatedTicket>(db, { customerId, key, route, bodyHash });
  const write = () =>
    inTransaction(db, async (tx): Promise<CreatedTicket> => {
      const now = clock();
      const { rows } = await sql<Stored>`
        with thread as (
          ${openThread(
            { now, status: 'open', last: 'customer' },
            sql`o.number = ${number} and o.customer_id = ${customerId}`,
            sql`messages = ticket.messages + 1, last_at = ${now}, last_from = 'customer', status = 'open'`,
          )} returning id, number, order_id
        ), stored as (
          insert into ticket_message (ticket_id, author, text, at) select id, 'customer', ${text}, ${now} from thread returning id
        )
        select stored.id, thread.number as ticket_number, thread.order_id from stored, thread`.execute(tx);
      if (!rows[0]) throw noSuchOrder();
      const { id: messageId, order_id: orderId } = rows[0];
      await attachFiles(tx, {
        owner: { customerId },
        place: { kind: 'message', orderId, messageId },
        files,
        at: now,
      });
      const answer = { ticketNumber: rows[0].ticket_number };
      await writeInOneStatement(tx, [
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
