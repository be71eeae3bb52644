import type { PaymentPage } from '#contract/storefront/payments.ts';
import { unavailable } from '#server/http/refusal.ts';
import { sql } from 'kysely';
import { applySnapshot } from './apply-snapshot.ts';
import { findProvider, type MadeBy } from './provider/find-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { ProviderUnavailable } from './provider/provider.ts';
import { showPayment } from './show-payment.ts';

/**
 * Fetches and applies the snapshot of a link's live attempt, or else of its newest one without money, and shows the payment.
 * @throws ProblemReply 404 for an unknown token, 503 when the provider does not answer.
 */
export async function syncPayment(
  deps: PaymentDeps,
  token: string,
  customerId: bigint | undefined,
): Promise<PaymentPage> {
  const { db, log } = deps;
  const { rows } = await sql<MadeBy & { ref: string }>`
    select a.provider_ref as ref, a.provider, a.livemode from payment_link l join payment_attempt a on a.payment_link_id = l.id
    where l.token = ${token} and a.provider_ref is not null
      and a.status not in ('captured', 'review')
    order by a.status in ('open', 'processing') desc, a.created_at desc limit 1`.execute(db);
  const made = rows[0];
  if (made) {
    try {
      await applySnapshot(deps, made.provider, await findProvider(deps, made).fetch(made.ref));
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      log.warn({ err: error }, 'provider unavailable');
      throw unavailable('We can’t reach our payment provider to check your payment. Try again in a moment.');
    }
  }
  return showPayment(deps, token, customerId);
}
