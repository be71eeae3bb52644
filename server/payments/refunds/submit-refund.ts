import { day } from '#contract/durations.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import { applyRefunds, refuseRefund } from './apply-refunds.ts';
import { findProvider, type MadeBy } from '#server/payments/provider/find-provider.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { type PaymentProvider, ProviderRefused } from '#server/payments/provider/provider.ts';
import { retryUnavailable } from '#server/payments/provider/retry-unavailable.ts';

/** The job that submits a refund to the provider, and then polls it until it has succeeded or failed. */
export const submitRefund = jobKind<{ refundId: string }>('payment.refund', { forever: true });

type Submitted = MadeBy & { id: string; status: string; amount: bigint; ref: string };

async function findOpen({ db }: PaymentDeps, refundId: string): Promise<Submitted | undefined> {
  const { rows } = await sql<Submitted>`
    select r.id, r.status, r.amount, a.provider, a.livemode, a.provider_ref as ref
    from refund r join payment_attempt a on a.id = r.payment_attempt_id
    where r.id = ${refundId}::uuid and r.status in ('requested', 'pending')`.execute(db);
  return rows[0];
}

/**
 * Books refunds made in the provider's dashboard, which can be why the provider rejected ours. When it rejects this call too,
 * there are none to book.
 */
async function bookTheirs(deps: PaymentDeps, provider: PaymentProvider, ref: string): Promise<void> {
  try {
    await applyRefunds(deps, provider.name, await provider.fetch(ref));
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
  }
}

export function submitRefunds(deps: PaymentDeps): JobHandlers {
  const { clock, log } = deps;
  return submitRefund.handledBy(
    retryUnavailable(deps, async ({ refundId }) => {
      const refund = await findOpen(deps, refundId);
      if (!refund) return undefined;
      const { ref, id, amount } = refund;
      const provider = findProvider(deps, refund);
      try {
        const snapshot =
          refund.status === 'requested'
            ? await provider.refund(ref, { amount, reference: id }, `refund:${id}`)
            : await provider.fetch(ref);
        await applyRefunds(deps, provider.name, snapshot);
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error;
        log.error({ refund: id, err: error }, 'provider refused a refund');
        await bookTheirs(deps, provider, ref);
        await refuseRefund(deps, provider, ref, id);
      }
      return (await findOpen(deps, refundId)) ? new Date(clock().getTime() + day) : undefined;
    }),
  );
}
