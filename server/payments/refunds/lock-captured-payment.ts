import type { Schema } from '#server/database/schema.ts';
import type { Kysely } from 'kysely';
import { type LockedPayment, lockPayment } from '#server/payments/lock-payment.ts';
import type { PaymentProvider } from '#server/payments/provider/provider.ts';

/** A captured payment; its rows and its customer's balances are locked. Minor units. */
export type CapturedPayment = Omit<LockedPayment, 'attempt'> & {
  attemptId: string;
  provider: string;
  /** The amount received with this payment, in `currency`. */
  arrived: bigint;
  currency: string;
  /** The part of the order's price that is not refunded, disputed or lost; 0 when this payment isn't part of a price. */
  left: bigint;
  /** The payment arrived in another currency than requested: its money is in `suspense`, not in a price or balance. */
  isForeign: boolean;
};

/**
 * Locks a payment by the provider's reference. A deposit, or a payment captured after the order was paid, is on the balance: its
 * `left` is 0. Undefined when the payment is not ours or not captured.
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
