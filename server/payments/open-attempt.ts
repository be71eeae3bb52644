import { sql } from 'kysely';
import { applySnapshot } from './apply-snapshot.ts';
import { failAttempt } from './fail-attempt.ts';
import { findProvider, type MadeBy } from './provider/find-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { type LinkRequest, type ProviderLink, ProviderRefused } from './provider/provider.ts';
import { type AttemptStatus, isDead } from './reduce-snapshot.ts';

/** An attempt whose page the provider may not have created yet. */
export type UnopenedAttempt = MadeBy & { id: string; request: LinkRequest };

/** `closed`: the attempt ended while the provider created its page, so the caller must read the link again. */
export type Opened = { url: string } | 'refused' | 'closed';

async function refuse(deps: PaymentDeps, id: string, error: ProviderRefused): Promise<'refused'> {
  deps.log.error({ attempt: id, err: error }, 'provider refused a payment page');
  await failAttempt(deps, id, 'refused');
  return 'refused';
}

// Stores the page even if the attempt has ended since, so that a payment on the page finds its attempt.
async function keepPage(
  { db }: PaymentDeps,
  id: string,
  ref: string,
  url: string | null,
): Promise<AttemptStatus> {
  const { rows } = await sql<{ status: AttemptStatus }>`
    update payment_attempt set provider_ref = ${ref}, url = ${url},
      status = case when status = 'creating' then 'open' else status end
    where id = ${id} and (provider_ref is null or provider_ref = ${ref})
    returning status`.execute(db);
  if (!rows[0]) throw new Error(`The provider made a second page, ${ref}, for the attempt ${id}`);
  return rows[0].status;
}

/**
 * Requests the attempt's page from the provider. Safe to repeat: the request never changes and has the attempt's idempotency key.
 * @throws ProviderUnavailable: the attempt stays `creating`, and the poller repeats the call.
 */
export async function openAttempt(deps: PaymentDeps, attempt: UnopenedAttempt): Promise<Opened> {
  const { id, request } = attempt;
  const provider = findProvider(deps, attempt);
  let page: ProviderLink;
  try {
    page = await provider.createLink(request, `attempt:${id}`);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return refuse(deps, id, error);
  }
  const { origin } = new URL(page.url);
  const isTrusted = provider.pageOrigins.includes(origin);
  const status = await keepPage(deps, id, page.ref, isTrusted ? page.url : null);
  if (status === 'open' && isTrusted) return { url: page.url };
  // closes a page to which no customer is redirected, or books its payment if it was paid all the same
  if (!isTrusted || isDead(status)) await applySnapshot(deps, provider.name, await provider.stop(page.ref));
  if (isTrusted) return 'closed';
  return refuse(deps, id, new ProviderRefused(`The payment page is at an unexpected address: ${origin}`));
}
