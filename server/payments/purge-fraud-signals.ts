import { day } from '#contract/durations.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import type { PaymentDeps } from './payment-deps.ts';

const keptDays = 180;

/** The daily job that deletes browsers' fraud signals that are too old to help against fraud. */
export const purgeFraudSignalsDaily = jobKind<Record<string, never>>('payment.forget-clients', {
  forever: true,
});

export function purgeFraudSignals({ db, clock }: Pick<PaymentDeps, 'db' | 'clock'>): JobHandlers {
  return purgeFraudSignalsDaily.handledBy(async () => {
    const now = clock().getTime();
    await sql`update payment_link set client = null where client is not null and created_at < ${new Date(now - keptDays * day)}`.execute(
      db,
    );
    return new Date(now + day);
  });
}
