import type Stripe from 'stripe';
import type { MovementKind } from '#contract/desk/money.ts';
import { ourIdIn } from '#server/payments/provider/our-id.ts';
import type { Movement } from '#server/payments/provider/provider.ts';

/** Stripe's types of movements, https://docs.stripe.com/reports/balance-transaction-types. Types that aren't here are `other`. */
const kinds: Record<string, MovementKind> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
  topup: 'payout',
  topup_reversal: 'payout',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
};
/** The kinds of movements of type `adjustment`, by category: https://docs.stripe.com/reports/reporting-categories. */
const adjustments: Record<string, MovementKind> = {
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  refund_failure: 'refund',
  fee: 'fee',
};

/** The fields that we read of a movement's source, which is a charge, a refund, a dispute or a payout. */
type Source = {
  id?: string;
  object?: string;
  amount?: number;
  currency?: string;
  metadata?: Stripe.Metadata | null;
  arrival_date?: number;
  automatic?: boolean;
};

const toDate = (seconds: number) => new Date(seconds * 1000);

/** Maps a balance transaction with its expanded source. Its currency is the account's, `original` has the payment's. */
export function readMovement(moved: Stripe.BalanceTransaction): Movement {
  const { id, type, reporting_category: category, amount, fee, currency } = moved;
  const isAdjustment = type === 'adjustment';
  const kind = (isAdjustment ? adjustments[category] : kinds[type]) ?? 'other';
  const source: Source =
    typeof moved.source === 'object' ? (moved.source ?? {}) : ({ id: moved.source } satisfies Source);
  const isExchanged =
    (kind === 'payment' || kind === 'refund' || kind === 'dispute') &&
    source.currency !== undefined &&
    source.currency !== currency;
  return {
    id,
    kind,
    word: isAdjustment ? category : type,
    currency,
    amount: BigInt(amount),
    fee: BigInt(fee),
    original: isExchanged
      ? { amount: BigInt(Math.sign(amount) * (source.amount ?? 0)), currency: source.currency! }
      : { amount: BigInt(amount), currency },
    about: source.id ?? null,
    // Stripe copies the metadata of a payment intent to its charge
    reference: ourIdIn(source.metadata, kind),
    createdAt: toDate(moved.created),
    availableOn: toDate(moved.available_on),
    payout:
      type === 'payout'
        ? {
            arrivesOn: toDate(source.arrival_date ?? moved.available_on),
            listsContent: source.automatic ?? false,
          }
        : null,
  };
}
