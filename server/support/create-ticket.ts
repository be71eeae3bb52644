import type { CreatedTicket, CreateTicketBody } from '#contract/storefront/support.ts';
import { canonicalEmail } from '#server/database/email-address.ts';
import { makeFindable } from '#server/database/search-text.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { networkOf } from '#server/http/rate-limits.ts';
import { Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { newNumber } from '#server/process/readable-number.ts';
import { sql } from 'kysely';
import { spendProof } from './proof-of-work.ts';
import type { SupportDeps } from './support-deps.ts';
import { ticketCopy, ticketReceived } from './ticket-emails.mail.ts';

type Sender = { ip: string; customerId: bigint | undefined };

/**
 * Stores a message and returns its number. A message with the hidden field filled in gets an answer but is discarded.
 * @throws Refusal when the proof of work is missing for a second ticket within an hour, or is invalid.
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
  if (body.proof === undefined) await limits.unprovenTicketsPerAddress.consume(network);
  else if (!(await spendProof(deps, body.proof)))
    throw new Refusal({ '': ['We couldn’t verify your message in time. Send it again.'] });
  const now = clock();
  await writeInOneStatement(db, [
    {
      new_ticket: sql`insert into ticket (number, customer_id, name, email, email_canonical, message, created_at, last_at)
      values (${number}, ${customerId ?? null}, ${body.name}, ${body.email}, ${canonicalEmail(body.email)},
        ${body.message}, ${now}, ${now}) returning id`,
    },
    makeFindable('ticket', sql`select id from new_ticket`, [
      number,
      body.name,
      body.email,
      canonicalEmail(body.email),
    ]),
    enqueue([ticketReceived.at(now, { number }), ticketCopy.at(now, { number })]),
  ]);
  jobs.wake();
  return { ticketNumber: number };
}
