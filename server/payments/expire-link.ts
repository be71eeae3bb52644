import { hour } from '#contract/durations.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { system } from '#server/process/actor.ts';
import { endAttempt } from './end-attempt.ts';
import { endLink } from './end-link.ts';
import { loadPaymentLink } from './load-payment-link.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { retryUnavailable } from './provider/retry-unavailable.ts';

/** The job that expires an unpaid payment link. */
export const expireLink = jobKind<{ number: string }>('payment.expire', { forever: true });

/**
 * Expires a link after closing its live attempt. A link whose page was paid is paid instead. Retries while a payment is
 * processing.
 */
export function expireLinks(deps: PaymentDeps): JobHandlers {
  return expireLink.handledBy(
    retryUnavailable(deps, async ({ number }) => {
      const link = await loadPaymentLink(deps.db, { number });
      if (link.status !== 'awaitingPayment') return undefined;
      if (link.attempt_status === 'open') await endAttempt(deps, link);
      const isEnded = await endLink(deps, link, { to: 'expired', by: system });
      return isEnded ? undefined : new Date(deps.clock().getTime() + hour);
    }),
  );
}
