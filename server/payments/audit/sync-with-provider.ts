import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound, ProblemReply, unavailable } from '#server/http/refusal.ts';
import { enqueue, type NewJob } from '#server/jobs/job.ts';
import { applySnapshot } from '#server/payments/apply-snapshot.ts';
import { expireLink } from '#server/payments/expire-link.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { pollAttempt } from '#server/payments/poll-attempt-job.ts';
import { findProvider, type MadeBy } from '#server/payments/provider/find-provider.ts';
import { ProviderMissing, ProviderRefused, ProviderUnavailable } from '#server/payments/provider/provider.ts';
import { isLiveIn } from '#server/payments/reduce-snapshot.ts';
import { submitRefund } from '#server/payments/refunds/submit-refund.ts';
import type { Actor } from '#server/process/actor.ts';
import { sql } from 'kysely';
import { lacksJob } from './lacks-job.ts';

type Attempt = MadeBy & { ref: string };

/** The missing jobs of a payment link, its live attempts and its unfinished refunds. */
async function findMissingJobs({ db, clock }: PaymentDeps, linkId: bigint): Promise<NewJob[]> {
  const now = clock();
  const { rows } = await sql<{
    attempts: string[];
    refunds: string[];
    links: { number: string; at: string }[];
  }>`
    select
      (select coalesce(jsonb_agg(a.id), '[]') from payment_attempt a
        where a.payment_link_id = ${linkId} and ${isLiveIn('a.status')} and ${lacksJob('payment.poll', sql`a.id::text`)}) as attempts,
      (select coalesce(jsonb_agg(r.id), '[]') from refund r
        where r.payment_link_id = ${linkId} and r.status in ('requested', 'pending') and r.payment_attempt_id is not null
          and ${lacksJob('payment.refund', sql`r.id::text`)}) as refunds,
      (select coalesce(jsonb_agg(jsonb_build_object('number', l.number, 'at', l.expires_at)), '[]') from payment_link l
        where l.id = ${linkId} and l.status = 'awaitingPayment' and ${lacksJob('payment.expire', sql`l.number`)}) as links`.execute(
    db,
  );
  const { attempts, refunds, links } = rows[0]!;
  return [
    ...attempts.map((attemptId) => pollAttempt.at(now, { attemptId })),
    ...refunds.map((refundId) => submitRefund.at(now, { refundId })),
    ...links.map(({ number, at }) => expireLink.at(new Date(at), { number })),
  ];
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ProviderMissing)
    return new ProblemReply(
      409,
      'The API key for this payment’s provider isn’t set, so the payment can’t be compared. Ask your server administrator to add the key.',
    );
  if (error instanceof ProviderUnavailable)
    return unavailable('The payment provider isn’t responding. Try again in a moment.');
  if (error instanceof ProviderRefused)
    return new ProblemReply(409, 'The payment provider has no record of this payment.');
  return error;
}

/**
 * Fetches the providers' snapshots of all attempts of a payment link and applies them. Also queues missing jobs of the link.
 * @throws ProblemReply 404 for an unknown number, 409 when the provider doesn't know the payment, 503 when it doesn't answer
 */
export async function syncWithProvider(deps: PaymentDeps, number: string, by: Actor): Promise<void> {
  const { db, clock, jobs } = deps;
  const { rows } = await sql<{ id: bigint; purpose: string; attempts: Attempt[] }>`
    select l.id, l.purpose, (
      select coalesce(jsonb_agg(jsonb_build_object('ref', a.provider_ref, 'provider', a.provider, 'livemode', a.livemode) order by a.created_at), '[]')
      from payment_attempt a where a.payment_link_id = l.id and a.provider_ref is not null
    ) as attempts
    from payment_link l where l.number = ${number}`.execute(db);
  const [link] = rows;
  if (!link) throw notFound('We can’t find that payment.');
  await writeInOneStatement(db, [
    enqueue(await findMissingJobs(deps, link.id)),
    ...auditEntry(by, clock(), { action: 'sync-payment', subject: `${link.purpose} ${number}` }),
  ]);
  jobs.wake();
  try {
    for (const attempt of link.attempts)
      await applySnapshot(deps, attempt.provider, await findProvider(deps, attempt).fetch(attempt.ref));
  } catch (error) {
    throw refusalOf(error);
  }
}
