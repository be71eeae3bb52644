import { day } from '#contract/durations.ts';
import { recordCheck } from '#server/audit/health-checks.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue, type JobHandlers, jobKind, type NewJob } from '#server/jobs/job.ts';
import { type RawBuilder, sql } from 'kysely';
import { applySnapshot } from '#server/payments/apply-snapshot.ts';
import { type Asked, askProviders, compare, findAsked } from './audit-provider.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { WebhookEvent, PaymentProvider, Snapshot } from '#server/payments/provider/provider.ts';
import { receiveEvent } from '#server/payments/webhooks/receive-event.ts';
import { retryUnavailable } from '#server/payments/provider/retry-unavailable.ts';

/** Payments closed longer ago aren't asked about: banks accept chargebacks for about four months. */
const mayChangeForDays = 180;
/** Batch size: well within the job's lease. */
const atATime = 200;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Payments closed in these days are asked about one by one even where the provider lists its events. */
const newForDays = 3;
/**
 * Stripe stores events for 30 days (https://docs.stripe.com/api/events). When the last audit is older than its list of events,
 * the job asks about every payment.
 */
const eventsKeptForDays = 28;

/** `listed`: 1 when the night's first batch could read the complete event lists, else 0. */
const catchUpAfter = jobKind<{ night: string; after: string; listed?: number }>('payment.catch-up', {
  forever: true,
});

const slice = (now: Date, night: string, after: string, listed = 0): NewJob =>
  catchUpAfter.at(now, { night, after, listed }, `${night}:${after}`);

/** Starts the search for missed changes. `night`: a date such as 2026-11-21. */
export const beginCatchUp = (now: Date, night: string): NewJob => slice(now, night, beforeAll);

const listingOf = ({ providers }: PaymentDeps) =>
  providers.filter((provider) => provider.eventsSince !== undefined);

/** Stores events that were never delivered in the inbox, as if they had been delivered now. */
async function receiveUnknown(
  deps: PaymentDeps,
  provider: PaymentProvider,
  webhooks: WebhookEvent[],
): Promise<void> {
  const ids = webhooks.map(({ eventId }) => eventId);
  const { rows } = await sql<{ event_id: string }>`
    select event_id from provider_notice where provider = ${provider.name} and event_id = any(${ids}::text[])`.execute(
    deps.db,
  );
  const known = new Set(rows.map(({ event_id }) => event_id));
  for (const webhook of webhooks)
    if (!known.has(webhook.eventId)) await receiveEvent(deps, provider, webhook);
}

/**
 * Reads the providers' events since three days before the last completed audit. Returns whether the lists are complete: false
 * when that audit is too long ago, or when a key may not read events.
 */
async function receiveMissed(deps: PaymentDeps, night: string): Promise<boolean> {
  const { rows } = await sql<{ last: Date | null }>`
    select max(done_at) as last from money_audit where night < ${night}`.execute(deps.db);
  const since = new Date((rows[0]?.last?.getTime() ?? 0) - newForDays * day);
  if (since.getTime() < deps.clock().getTime() - eventsKeptForDays * day) return false;
  let isAll = true;
  for (const provider of listingOf(deps)) {
    const webhooks = await provider.eventsSince!(since);
    if (webhooks) await receiveUnknown(deps, provider, webhooks);
    else {
      deps.log.warn({ provider: provider.name }, 'the key may not read events: every payment is asked about');
      isAll = false;
    }
  }
  return isAll;
}

/** SQL condition on attempt `a`: it may have changed without an event in the lists of `providers`. */
function toAsk(providers: readonly PaymentProvider[], now: number): RawBuilder<boolean> {
  const since = (days: number) => new Date(now - days * day);
  const isListed = sql.join(
    [
      sql`false`,
      ...providers.map(({ name, livemode }) => sql`a.provider = ${name} and a.livemode = ${livemode}`),
    ],
    sql` or `,
  );
  return sql<boolean>`(a.closed_at is null or a.closed_at >
    case when ${isListed} then ${since(newForDays)}::timestamptz else ${since(mayChangeForDays)}::timestamptz end)`;
}

/** Applies changes for which no webhook event arrived. Returns the differences that remain. */
async function applyMissed(deps: PaymentDeps, asked: Asked, snapshot: Snapshot): Promise<string[]> {
  // an inquiry moves no money, so `compare` doesn't report it
  const isNews = compare(asked, snapshot).length > 0 || snapshot.disputes.length > 0;
  if (!isNews) return [];
  await applySnapshot(deps, asked.provider, snapshot);
  const now = await findAsked(deps, sql`a.id = ${asked.id}::uuid`);
  return now.flatMap((again) => compare(again, snapshot));
}

/**
 * Searches for missed changes: in the events of providers that list them, and by asking about every other payment that may still
 * change, in batches. `report`: the job that emails the remaining differences to the operator.
 */
export function catchUp(
  deps: PaymentDeps,
  report: (findings: string[], night: string, after: string) => NewJob,
): JobHandlers {
  const { db, clock, log } = deps;
  return catchUpAfter.handledBy(
    retryUnavailable(deps, async ({ night, after, listed }) => {
      const isListed = after === beforeAll ? await receiveMissed(deps, night) : listed === 1;
      const payments = await findAsked(
        deps,
        sql`a.id > ${after}::uuid and ${toAsk(isListed ? listingOf(deps) : [], clock().getTime())}`,
        atATime,
      );
      const findings = await askProviders(deps, payments, (asked, snapshot) =>
        applyMissed(deps, asked, snapshot),
      );
      if (findings.length > 0) log.error({ findings }, 'providers hold other sums than are booked');
      const last = payments.length === atATime ? payments.at(-1) : undefined;
      const now = clock();
      await writeInOneStatement(db, [
        sql`update money_audit set findings = findings + ${findings.length}, done_at = ${now} where night = ${night}`,
        recordCheck('providers', now, { findings, compared: payments.length }, { adds: after !== beforeAll }),
        enqueue([
          ...(findings.length > 0 ? [report(findings, night, after)] : []),
          ...(last ? [slice(now, night, last.id, Number(isListed))] : []),
        ]),
      ]);
    }),
  );
}
