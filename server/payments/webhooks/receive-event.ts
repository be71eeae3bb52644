import { hour, minute } from '#contract/durations.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue, type JobHandlers, jobKind, type NewJob } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import { applySnapshot } from '#server/payments/apply-snapshot.ts';
import { findProvider } from '#server/payments/provider/find-provider.ts';
import { reportOrphan } from '#server/payments/operator-alert.mail.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { WebhookEvent, PaymentProvider } from '#server/payments/provider/provider.ts';
import { retryUnavailable } from '#server/payments/provider/retry-unavailable.ts';
import { unknownPayment } from './waiting-events.ts';

/**
 * After this time (ms) the operator is alerted about an event of an unknown payment. An event can arrive before its payment is
 * stored.
 */
const orphanReportedAfter = hour;
const orphanForgottenAfter = 72 * hour;

const webhookJob = jobKind<WebhookKey>('payment.notice', { forever: true });

/** The job that applies a stored event; at most one per event. */
export const processEvent = (provider: string, eventId: string, at: Date): NewJob =>
  webhookJob.at(at, { provider, eventId }, `${provider}:${eventId}`);

/** Stores a verified event, once per event ID, and the job that applies it, in one statement. */
export async function receiveEvent(
  { db, clock, jobs }: PaymentDeps,
  { name }: PaymentProvider,
  webhook: WebhookEvent,
): Promise<void> {
  const now = clock();
  await writeInOneStatement(db, [
    sql`insert into provider_notice (provider, event_id, type, provider_ref, payload, received_at)
      values (${name}, ${webhook.eventId}, ${webhook.type}, ${webhook.ref}, ${JSON.stringify(webhook.payload)}::jsonb, ${now})
      on conflict do nothing`,
    enqueue([processEvent(name, webhook.eventId, now)]),
  ]);
  jobs.wake();
}

type WebhookKey = { provider: string; eventId: string };
/** A stored event. `livemode`: the mode of its attempt; null when no attempt has its reference. */
type KeptWebhook = {
  provider_ref: string | null;
  received_at: Date;
  dismissed_at: Date | null;
  livemode: boolean | null;
};

const isOf = ({ provider, eventId }: WebhookKey) => sql`provider = ${provider} and event_id = ${eventId}`;

async function findKept({ db }: PaymentDeps, key: WebhookKey): Promise<KeptWebhook | undefined> {
  const { rows } = await sql<KeptWebhook>`
    select provider_ref, received_at, dismissed_at, (
      select a.livemode from payment_attempt a where a.provider = n.provider and a.provider_ref = n.provider_ref
    ) as livemode
    from provider_notice n where ${isOf(key)} and processed_at is null`.execute(db);
  return rows[0];
}

// Records the error of an event of an unknown payment, and returns the time of the next retry: less and less often, for three
// days. The event stays in the inbox.
async function keepOrphan(
  { db, clock }: PaymentDeps,
  key: WebhookKey,
  { provider_ref, received_at, dismissed_at: dismissedAt }: KeptWebhook,
): Promise<Date | undefined> {
  const now = clock();
  const age = now.getTime() - received_at.getTime();
  await writeInOneStatement(db, [
    sql`update provider_notice set last_error = ${unknownPayment} where ${isOf(key)}`,
    ...(age >= orphanReportedAfter && dismissedAt === null
      ? reportOrphan(key.provider, provider_ref ?? 'none', key.eventId, now)
      : []),
  ]);
  if (age >= orphanForgottenAfter) return undefined;
  return new Date(now.getTime() + Math.min(Math.max(age, minute), hour));
}

/** Replaces an event's reference of another object by that of its payment, when the provider knows the payment. */
async function nameByPayment(
  { db, providers }: PaymentDeps,
  key: WebhookKey,
  { provider_ref }: KeptWebhook,
): Promise<'named' | 'foreign' | 'unknown'> {
  const provider = providers.find(({ name }) => name === key.provider);
  const payment = provider_ref === null ? undefined : await provider?.paymentOf?.(provider_ref);
  if (payment === undefined) return 'unknown';
  if (payment === null) return 'foreign';
  await sql`update provider_notice set provider_ref = ${payment} where ${isOf(key)}`.execute(db);
  return 'named';
}

async function apply(deps: PaymentDeps, key: WebhookKey): Promise<Date | undefined> {
  const { provider } = key;
  let webhook = await findKept(deps, key);
  if (webhook?.livemode === null) {
    const named = await nameByPayment(deps, key, webhook);
    if (named === 'foreign') return done(deps, key);
    if (named === 'named') webhook = await findKept(deps, key);
  }
  if (!webhook) return undefined;
  const { provider_ref: ref, livemode } = webhook;
  if (ref === null || livemode === null) return keepOrphan(deps, key, webhook);
  await applySnapshot(deps, provider, await findProvider(deps, { provider, livemode }).fetch(ref));
  return done(deps, key);
}

async function done({ db, clock }: PaymentDeps, key: WebhookKey): Promise<undefined> {
  await sql`update provider_notice set processed_at = ${clock()}, last_error = null where ${isOf(key)}`.execute(
    db,
  );
  return undefined;
}

/** Applies stored events: fetches the payment's snapshot and applies it. Records an error on the event, and retries. */
export function processEvents(deps: PaymentDeps): JobHandlers {
  return webhookJob.handledBy(
    retryUnavailable(deps, async (key) => {
      try {
        return await apply(deps, key);
      } catch (error) {
        const reason = String((error as Error).message).slice(0, 2000);
        await sql`update provider_notice set last_error = ${reason} where ${isOf(key)}`.execute(deps.db);
        throw error;
      }
    }),
  );
}
