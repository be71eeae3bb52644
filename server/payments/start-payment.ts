import { balancePart, type PaymentStarted, type WayToPay } from '#contract/storefront/payments.ts';
import { ProblemReply, Refusal, unavailable } from '#server/http/refusal.ts';
import { spendable } from '#server/ledger/available-balance.ts';
import { createAttempt } from './create-attempt.ts';
import { endAttempt } from './end-attempt.ts';
import { loadPaymentLink, liveAttempt, type PaymentLink, receivedBefore } from './load-payment-link.ts';
import { openAttempt } from './open-attempt.ts';
import { payFromBalance } from './pay-from-balance.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { ProviderUnavailable } from './provider/provider.ts';

/** Maximum number of steps, one after each concurrent change, before the customer is asked to try again. */
const looks = 8;

export type StartPaymentInput = { token: string; way: WayToPay; customerId: bigint | undefined };

// test and live money must not mix
function checkMode({ provider }: PaymentDeps, { livemode }: PaymentLink): void {
  if (livemode !== provider.livemode)
    throw new ProblemReply(
      409,
      livemode
        ? 'We only take test payments right now. Nothing was charged. Try again later.'
        : 'This payment link was created for test payments, so it can’t be used for real ones. Place your order or add funds again.',
    );
}

function checkWay({ way, customerId }: StartPaymentInput, { purpose, customer_id }: PaymentLink): void {
  if (way === 'card') return;
  if (purpose === 'deposit')
    throw new Refusal({ with: ['You can’t pay for a deposit from your balance. Pay online.'] });
  if (customerId !== customer_id)
    throw new Refusal({ with: ['To pay from your balance, log in to the account this order belongs to.'] });
}

/** The amount that the balance pays with this method: the whole price, or the part to hold while the card pays the rest. */
const fromBalance = (way: WayToPay, link: PaymentLink): bigint =>
  BigInt(
    balancePart(way, {
      amount: Number(link.amount),
      available: Number(spendable(link)),
      received: Number(receivedBefore(link)),
      currency: link.currency,
    }),
  );

/** Reads the link and takes one step. Undefined when the link has changed and must be read again. */
async function step(deps: PaymentDeps, paying: StartPaymentInput): Promise<PaymentStarted | undefined> {
  const { way, token } = paying;
  const link = await loadPaymentLink(deps.db, { token });
  checkWay(paying, link);
  if (link.status !== 'awaitingPayment') return { status: link.status };
  checkMode(deps, link);
  if (link.attempt_status === 'processing') return { status: 'processing' };
  const held = fromBalance(way, link);
  const isBalanceEnough = held === link.amount;
  const live = liveAttempt(link);
  // an expired page can't be used, even before the provider reports its expiry
  const hasEnded = live !== undefined && Date.parse(live.request.expiresAt) <= deps.clock().getTime();
  if (live && (isBalanceEnough || link.held !== held || hasEnded)) {
    await endAttempt(deps, link);
    return undefined;
  }
  if (isBalanceEnough) return (await payFromBalance(deps, link)) ? { status: 'paid' } : undefined;
  if (link.attempt_url !== null) return { status: 'awaitingPayment', url: link.attempt_url };
  const attempt = live ?? (await createAttempt(deps, link, held));
  if (!attempt) return undefined;
  const opened = await openAttempt(deps, attempt);
  if (opened === 'refused') throw notNow();
  return opened === 'closed' ? undefined : { status: 'awaitingPayment', url: opened.url };
}

const notNow = () =>
  unavailable('We can’t reach our payment provider. Nothing was charged. Try again in a moment.');

/**
 * Pays a link from the balance, creates its one live attempt at the provider, or continues that attempt.
 * @throws ProblemReply 404 for an unknown token, 409 for a link of the other mode (test or live), 503 when the provider does not answer
 * (safe to retry).
 * @throws Refusal for a payment method that the caller may not use, or a balance that is too small.
 */
export async function startPayment(deps: PaymentDeps, paying: StartPaymentInput): Promise<PaymentStarted> {
  try {
    for (let look = 0; look < looks; look += 1) {
      const started = await step(deps, paying);
      if (started) return started;
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    deps.log.warn({ err: error }, 'provider unavailable');
  }
  throw notNow();
}
