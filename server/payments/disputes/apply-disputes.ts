import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { type Kysely, sql } from 'kysely';
import { type CapturedPayment, lockCapturedPayment } from '#server/payments/refunds/lock-captured-payment.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { ProviderDispute, Snapshot } from '#server/payments/provider/provider.ts';
import { type KeptDispute, disputeEffects } from './dispute-effects.ts';

// Stores the dispute if it is new. The caller has locked the payment, so no other transaction writes its disputes.
async function keep(
  tx: Kysely<Schema>,
  { attemptId: id, provider }: CapturedPayment,
  { ref, amount, reason, state }: ProviderDispute,
  now: Date,
): Promise<KeptDispute> {
  await sql`insert into dispute (payment_attempt_id, provider, provider_ref, amount, status, reason, created_at)
    values (${id}::uuid, ${provider}, ${ref}, ${amount}, ${state}, ${reason}, ${now})
    on conflict on constraint dispute_ref_once do nothing`.execute(tx);
  const { rows } = await sql<KeptDispute>`
    select id, status, evidence_due_at, withdrawn, reinstated, fee, steps, receivable, from_order, held, borne
    from dispute where provider = ${provider} and provider_ref = ${ref}`.execute(tx);
  return rows[0]!;
}

/** Applies the provider's state of each dispute of a payment, each in its own transaction. */
export async function applyDisputes(
  { db, clock, jobs, linkHandlers }: PaymentDeps,
  name: string,
  { ref, livemode, disputes }: Snapshot,
): Promise<void> {
  const now = clock();
  for (const theirs of disputes) {
    const isChanged = await inTransaction(db, async (tx) => {
      const payment = await lockCapturedPayment(tx, { name, livemode }, ref);
      if (!payment) return false;
      const handler = linkHandlers[payment.purpose];
      const kept = await keep(tx, payment, theirs, now);
      const wasDelivered = await handler.wasDelivered(tx, payment.number);
      const effects = disputeEffects(payment, { kept, theirs, wasDelivered }, handler, now);
      if (effects) await writeInOneStatement(tx, effects.writes, ledgerPost(effects.postings));
      return effects !== undefined;
    });
    if (isChanged) jobs.wake();
  }
}
