import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue } from '#server/jobs/job.ts';
import type { Actor } from '#server/process/actor.ts';
import { sql } from 'kysely';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { processEvent } from './receive-event.ts';
import { isUnapplied } from './waiting-events.ts';

const mostListed = 500;

type UnappliedWebhook = {
  provider: string;
  event_id: string;
  type: string;
  provider_ref: string | null;
  received_at: Date;
  last_error: string | null;
};

/** Stored events that weren't applied, oldest first: those that nobody dismissed, or those with this event ID. */
export async function listUnapplied(
  { db }: Pick<PaymentDeps, 'db'>,
  eventId?: string,
): Promise<UnappliedWebhook[]> {
  const { rows } = await sql<UnappliedWebhook>`
    select provider, event_id, type, provider_ref, received_at, last_error from provider_notice n
    where ${eventId === undefined ? isUnapplied : sql`processed_at is null and event_id = ${eventId}`}
    order by received_at limit ${mostListed}`.execute(db);
  return rows;
}

/** Queues unapplied events to run now, also those whose retries have ended. Returns their number. */
export async function retryEvents(
  deps: PaymentDeps,
  eventId: string | undefined,
  by: Actor,
): Promise<number> {
  const now = deps.clock();
  const webhooks = await listUnapplied(deps, eventId);
  if (webhooks.length === 0) return 0;
  const jobs = webhooks.map(({ provider, event_id }) => processEvent(provider, event_id, now));
  const keys = jobs.map(({ dedupeKey }) => dedupeKey);
  await writeInOneStatement(deps.db, [
    sql`update job set run_at = ${now} where dedupe_key = any(${keys})`,
    enqueue(jobs),
    ...auditEntry(by, now, {
      action: 'retry',
      subject: eventId === undefined ? 'all webhook events' : `webhook event ${eventId}`,
      detail: { events: webhooks.length },
    }),
  ]);
  deps.jobs.wake();
  return webhooks.length;
}
