import type { Schema } from '#server/database/schema.ts';
import type { Kysely } from 'kysely';
import { type LockedPayment, lockPayment } from '#server/payments/lock-payment.ts';
import type { PaymentProvider } from '#server/payments/provider/provider.ts';

/** A payment whose money is here; its rows and its customer's balances are locked. Minor units. */
export type CapturedPayment = Omit<LockedPayment, 'attempt'> & {
  attemptId: string;
  provider: string;
  /** What arrived with this payment, and in which currency. */
  arrived: bigint;
  currency: string;
  /** What of the order's price is neither given back nor disputed nor lost; 0 where this payment is in no order's price. */
  left: bigint;
  /** It arrived in another currency than was asked for: it is in `suspense`, in no price and on no balance. */
  isForeign: boolean;
};

/**
 * Locks the provider's payment. What came after an order was paid, or for none, is on the balance and in no price. Undefined where
 * it is not ours, or not captured.
 */
export async function lockCapturedPayment(
  tx: Kysely<Schema>,
  { name, livemode }: Pick<PaymentProvider, 'name' | 'livemode'>,
  ref: string,
): Promise<CapturedPayment | undefined> {
  const payment = await lockPayment(tx, { provider: name, ref });
  if (payment?.attempt === undefined || payment.livemode !== livemode) return undefined;
  const { attempt, purpose, status, amount, refunded, disputed, lost } = payment;
  const isForeign = attempt.status === 'review';
  if (!isForeign && attempt.status !== 'captured') return undefined;
  const hasPrice = purpose === 'order' && status === 'paid' && !isForeign && attempt.isInPrice;
  return {
    ...payment,
    attemptId: attempt.id,
    provider: attempt.provider,
    arrived: attempt.capturedAmount ?? 0n,
    currency: attempt.capturedCurrency ?? payment.currency,
    left: hasPrice ? amount - refunded - disputed - lost : 0n,
    isForeign,
  };
}
