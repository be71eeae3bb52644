import { applySnapshot } from './apply-snapshot.ts';
import { findProvider } from './provider/find-provider.ts';
import { liveAttempt, type Payable } from './find-payable.ts';
import { openAttempt } from './open-attempt.ts';
import type { PaymentDeps } from './payment-deps.ts';

/**
 * Closes the page of a link's live attempt at the provider; if it was paid, that wins. Look at the link again after.
 * @throws ProviderUnavailable
 */
export async function endAttempt(deps: PaymentDeps, link: Payable): Promise<void> {
  const live = liveAttempt(link);
  if (!live) return;
  if (link.attempt_ref !== null)
    await applySnapshot(deps, live.provider, await findProvider(deps, live).stop(link.attempt_ref));
  // its page has to be known before it can be closed
  else await openAttempt(deps, live);
}
