import type { CreatedTicket, CreateTicketBody } from '#contract/storefront/support.ts';
import { canonicalEmail } from '#server/database/email-address.ts';
import { makeFindable } from '#server/database/search-text.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { hashBody } from '#server/http/idempotency-key.ts';
import { networkOf } from '#server/http/rate-limits.ts';
import { Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { newNumber } from '#server/process/readable-number.ts';
import { sql } from 'kysely';
import { spendProof } from './proof-of-work.ts';
import type { SupportDeps } from './support-deps.ts';
import { ticketCopy, ticketReceived } from './ticket-emails.mail.ts';

type Sender = { ip: string; customerId: bigint | undefined };

async function findSent({ db }: Pick<SupportDeps, 'db'>, hash: Buffer): Promise<CreatedTicket | undefined> {
  const found = await db
    .selectFrom('ticket')
    .select('number')
    .where('request_hash', '=', hash)
    .executeTakeFirst();
  return found && { ticketNumber: found.number };
}

/**
 * Stores a message and returns its number. A message with the hidden field filled in is answered but discarded. A message that is
 * sent again with the same ID is stored once.
 * @throws Refusal when the proof of work is invalid, or missing for a second ticket within an hour
 */
export async function createTicket(
  deps: SupportDeps,
  body: CreateTicketBody,
  { ip, customerId }: Sender,
): Promise<CreatedTicket> {
  const { db, clock, limits, jobs } = deps;
  const network = networkOf(ip);
  const number = newNumber('T');
  if (body.website !== '') return { ticketNumber: number };
  const { requestId, name, email, message } = body;
  const requestHash = requestId === '' ? null : hashBody([requestId, name, email, message]);
  // before the limit and the proof, which were checked when the message was stored
  const sent = requestHash && (await findSent(deps, requestHash));
  if (sent) return sent;
  if (body.proof === undefined) await limits.unprovenTicketsPerAddress.consume(network);
  else if (!(await spendProof(deps, body.proof)))
    throw new Refusal({ '': ['We couldn’t verify your message in time. Send it again.'] });
  const now = clock();
  const isNew = sql<boolean>`exists (select from new_ticket)`;
  const isStored = await writeInOneStatement(
    db,
    [
      {
        new_ticket: sql`insert into ticket (number, customer_id, name, email, email_canonical, message, created_at, last_at, request_hash)
        values (${number}, ${customerId ?? null}, ${name}, ${email}, ${canonicalEmail(email)}, ${message}, ${now}, ${now}, ${requestHash})
        on conflict on constraint ticket_request_once do nothing returning id`,
      },
      makeFindable('ticket', sql`select id from new_ticket`, [number, name, email, canonicalEmail(email)]),
      enqueue([ticketReceived.at(now, { number }), ticketCopy.at(now, { number })], isNew),
    ],
    isNew,
  );
  jobs.wake();
  // two copies of a message arrived at once, and the other one was stored
  return (isStored ? undefined : await findSent(deps, requestHash!)) ?? { ticketNumber: number };
}
