import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { type Kysely, sql } from 'kysely';
import { lockCapturedPayment } from './lock-captured-payment.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { PaymentProvider, Snapshot } from '#server/payments/provider/provider.ts';
import { failRefund, type KeptRefund, nextRefundEffects } from './refund-effects.ts';

const findKept = async (tx: Kysely<Schema>, attemptId: string): Promise<KeptRefund[]> =>
  (
    await sql<KeptRefund>`select id, provider_ref, amount, status from refund
      where payment_attempt_id = ${attemptId}::uuid order by created_at, id for update`.execute(tx)
  ).rows;

/** Applies the provider's state of each refund of a payment, and books refunds that were made in the provider's dashboard. */
export async function applyRefunds(
  { db, clock, jobs }: PaymentDeps,
  name: string,
  { ref, livemode, refunds }: Snapshot,
): Promise<void> {
  const now = clock();
  const settleNext = () =>
    inTransaction(db, async (tx) => {
      const attempt = await lockCapturedPayment(tx, { name, livemode }, ref);
      const effects =
        attempt && nextRefundEffects(attempt, await findKept(tx, attempt.attemptId), refunds, now);
      if (effects) await writeInOneStatement(tx, effects.writes, ledgerPost(effects.postings));
      return effects !== undefined;
    });
  while (await settleNext()) jobs.wake();
}

/** Fails a refund that the provider rejected for good, and credits its money to the balance. */
export async function refuseRefund(
  { db, clock }: PaymentDeps,
  provider: PaymentProvider,
  ref: string,
  refundId: string,
) {
  await inTransaction(db, async (tx) => {
    const attempt = await lockCapturedPayment(tx, provider, ref);
    const refund =
      attempt &&
      (await findKept(tx, attempt.attemptId)).find(
        ({ id, status }) => id === refundId && status === 'requested',
      );
    if (!attempt || !refund) return;
    const effects = failRefund(attempt, refund, clock());
    await writeInOneStatement(tx, effects.writes, ledgerPost(effects.postings));
  });
}
