import { unavailable } from '#server/http/refusal.ts';
import type { Actor } from '#server/process/actor.ts';
import { endAttempt } from './end-attempt.ts';
import { endLink } from './end-link.ts';
import { loadPaymentLink, type PaymentLink } from './load-payment-link.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { ProviderUnavailable } from './provider/provider.ts';

const looks = 8;

/**
 * Cancels an unpaid link. Closes its page at the provider first. If the page was paid meanwhile, the link is paid, not cancelled.
 * A link whose payment is processing stays unchanged.
 * @returns the link's status, or `processing`
 * @throws ProblemReply 503 when the provider does not answer, or when the link changed too often meanwhile
 */
export async function cancelLink(
  deps: PaymentDeps,
  number: string,
  { by, reason }: { by: Actor; reason?: string | undefined },
): Promise<PaymentLink['status'] | 'processing'> {
  try {
    for (let look = 0; look < looks; look += 1) {
      const link = await loadPaymentLink(deps.db, { number });
      if (link.status !== 'awaitingPayment') return link.status;
      if (link.attempt_status === 'processing') return 'processing';
      if (link.attempt_status !== null) await endAttempt(deps, link);
      else if (await endLink(deps, link, { to: 'cancelled', by, ...(reason ? { reason } : {}) }))
        return 'cancelled';
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    deps.log.warn({ err: error }, 'provider unavailable');
  }
  throw unavailable('We can’t reach our payment provider, so nothing was canceled. Try again in a moment.');
}
