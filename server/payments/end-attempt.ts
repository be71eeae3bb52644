import { applySnapshot } from './apply-snapshot.ts';
import { findProvider } from './provider/find-provider.ts';
import { liveAttempt, type PaymentLink } from './load-payment-link.ts';
import { openAttempt } from './open-attempt.ts';
import type { PaymentDeps } from './payment-deps.ts';

/**
 * Closes the page of a link's live attempt at the provider, or books its payment if the page was paid. The caller must read the
 * link again.
 * @throws ProviderUnavailable
 */
export async function endAttempt(deps: PaymentDeps, link: PaymentLink): Promise<void> {
  const live = liveAttempt(link);
  if (!live) return;
  if (link.attempt_ref !== null)
    await applySnapshot(deps, live.provider, await findProvider(deps, live).stop(link.attempt_ref));
  // the page's reference must be known before the page can be closed
  else await openAttempt(deps, live);
}
