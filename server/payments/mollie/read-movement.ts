import type { MovementKind } from '#contract/desk/money.ts';
import { ourIdIn } from '#server/payments/provider/our-id.ts';
import type { Movement } from '#server/payments/provider/provider.ts';
import * as z from 'zod/mini';
import { minorUnits, mollieAmount, type MolliePayment } from './read-payment.ts';

/**
 * Mollie's types of movements, https://docs.mollie.com/reference/list-balance-transactions. Types that aren't here count as
 * `other`: those of platforms, loans and reserves, and corrections.
 */
const kinds: Record<string, MovementKind> = {
  payment: 'payment',
  capture: 'payment',
  'failed-payment': 'payment',
  refund: 'refund',
  'returned-refund': 'refund',
  chargeback: 'dispute',
  'chargeback-reversal': 'dispute',
  'outgoing-transfer': 'payout',
  'canceled-outgoing-transfer': 'payout',
  'canceled-transfer': 'payout',
  'returned-transfer': 'payout',
  topup: 'payout',
  'balance-topup': 'payout',
  'invoice-compensation': 'fee',
  'invoice-rounding-compensation': 'fee',
  'fee-prepayment': 'fee',
  'payment-fee': 'fee',
  'failed-payment-fee': 'fee',
  'managed-fee': 'fee',
  'returned-managed-fee': 'fee',
};

const reference = z.nullish(z.string());

/** The fields we read from Mollie's balance transaction. */
export const mollieMovement = z.object({
  id: z.string(),
  type: z.string(),
  resultAmount: mollieAmount,
  deductions: z.nullish(mollieAmount),
  deductionDetails: z.nullish(
    z.object({ repayments: z.nullish(mollieAmount), reservations: z.nullish(mollieAmount) }),
  ),
  createdAt: z.iso.datetime({ offset: true }),
  // a type without a context may have an empty list
  context: z.nullish(
    z.union([
      z.object({
        paymentId: reference,
        refundId: reference,
        chargebackId: reference,
        settlementId: reference,
        transferId: reference,
        invoiceId: reference,
      }),
      z.array(z.unknown()),
    ]),
  ),
});
export type MollieMovement = z.output<typeof mollieMovement>;

const contextOf = ({ context }: MollieMovement) => (Array.isArray(context) ? {} : (context ?? {}));
const kindOf = ({ type }: MollieMovement): MovementKind => kinds[type] ?? 'other';

/** Mollie's reference of the payment whose money, refund or chargeback this movement is; undefined for other movements. */
export function paymentOf(moved: MollieMovement): string | undefined {
  const kind = kindOf(moved);
  return kind === 'payment' || kind === 'refund' || kind === 'dispute'
    ? (contextOf(moved).paymentId ?? undefined)
    : undefined;
}

function aboutOf(kind: MovementKind, moved: MollieMovement): string | null {
  const { paymentId, refundId, chargebackId, settlementId, transferId, invoiceId } = contextOf(moved);
  const about = {
    payment: paymentId,
    refund: refundId,
    dispute: chargebackId,
    payout: settlementId ?? transferId,
    fee: invoiceId,
    other: undefined,
  }[kind];
  return about ?? null;
}

type Own = { amount: MolliePayment['amount']; metadata?: unknown };

/** The payment, refund or chargeback that a movement is about; undefined when unknown. */
function ownerOf(kind: MovementKind, about: string | null, payment: MolliePayment): Own | undefined {
  const { refunds = [], chargebacks = [] } = payment._embedded ?? {};
  if (kind === 'payment') return payment;
  return (kind === 'refund' ? refunds : chargebacks).find(({ id }) => id === about);
}

/** The movement in the payment's currency, which differs when the organization has no balance in that currency. */
function originalOf(amount: bigint, currency: string, own: Own | undefined): Movement['original'] {
  const ownCurrency = own?.amount.currency.toLowerCase() ?? currency;
  if (own === undefined || ownCurrency === currency) return { amount, currency };
  const size = minorUnits(own.amount);
  return { amount: amount < 0n ? -size : size, currency: ownCurrency };
}

/**
 * Maps a balance transaction. `payment`: the payment that it names, if this key can read it. Deductions are fees, except a
 * reserve or the repayment of a loan, each of which becomes its own movement.
 */
export function readMovements(moved: MollieMovement, payment: MolliePayment | undefined): Movement[] {
  const { id, type: word, resultAmount, deductions, deductionDetails, createdAt: at } = moved;
  const kind = kindOf(moved);
  const currency = resultAmount.currency.toLowerCase();
  const createdAt = new Date(at);
  const minor = (amount: MollieMovement['deductions']) => (amount ? minorUnits(amount) : 0n);
  const deducted = minor(deductions);
  const kept = (['repayments', 'reservations'] as const)
    .map((name) => ({ name, amount: minor(deductionDetails?.[name]) }))
    .filter((part) => part.amount !== 0n);
  const amount = minorUnits(resultAmount) - deducted;
  const about = aboutOf(kind, moved);
  const own = payment && ownerOf(kind, about, payment);
  const shared = { currency, createdAt, availableOn: createdAt };
  return [
    {
      ...shared,
      id,
      kind,
      word,
      amount,
      fee: kept.reduce((fee, part) => fee + part.amount, -deducted),
      original: originalOf(amount, currency, own),
      about,
      reference: ourIdIn(own?.metadata, kind),
      payout:
        word === 'outgoing-transfer'
          ? { arrivesOn: null, listsContent: typeof contextOf(moved).settlementId === 'string' }
          : null,
    },
    ...kept.map((part): Movement => ({
      ...shared,
      id: `${id}:${part.name}`,
      kind: 'other',
      word: part.name,
      amount: part.amount,
      fee: 0n,
      original: { amount: part.amount, currency },
      about: null,
      reference: null,
      payout: null,
    })),
  ];
}
