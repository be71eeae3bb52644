import type { ProviderDispute, ProviderRefund, Snapshot } from '#server/payments/provider/provider.ts';
import { decimalAmount, decimalsOf } from '#contract/money.ts';
import * as z from 'zod/mini';

/** An amount as Mollie writes it: a decimal text with as many decimals as the currency has, `10.00` EUR or `1000` JPY. */
export const mollieAmount = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  value: z.string().check(z.regex(/^-?\d{1,13}(\.\d{1,3})?$/)),
});
type MollieAmount = z.output<typeof mollieAmount>;

/** Another system on the same account may have stored a text or a list here. */
const metadata = z.nullish(
  z.union([z.looseObject({ refund: z.optional(z.string()) }), z.string(), z.array(z.unknown())]),
);
const refundIn = (written: z.output<typeof metadata>): string | null =>
  typeof written === 'object' && written !== null && !Array.isArray(written)
    ? (written.refund ?? null)
    : null;

const refund = z.object({ id: z.string(), amount: mollieAmount, status: z.string(), metadata });
const chargeback = z.object({
  id: z.string(),
  amount: mollieAmount,
  reversedAt: z.nullish(z.string()),
  reason: z.nullish(z.object({ description: z.string() })),
});

/** The fields we read from Mollie's payment object. */
export const molliePayment = z.object({
  id: z.string(),
  mode: z.string(),
  status: z.string(),
  amount: mollieAmount,
  description: z.string(),
  metadata,
  isCancelable: z.optional(z.boolean()),
  _embedded: z.optional(
    z.object({
      refunds: z.optional(z.array(refund)),
      chargebacks: z.optional(z.array(chargeback)),
    }),
  ),
  _links: z.object({ checkout: z.nullish(z.object({ href: z.url() })) }),
});
export type MolliePayment = z.output<typeof molliePayment>;

/** `minor`: minor units. `currency`: a code in lower case. */
export function toMollieAmount(minor: bigint, currency: string): MollieAmount {
  return { currency: currency.toUpperCase(), value: decimalAmount(minor, currency) };
}

/** The amount in minor units. */
export function minorUnits({ currency, value }: MollieAmount): bigint {
  const [whole, fraction = ''] = value.split('.');
  const decimals = decimalsOf(currency);
  return BigInt(`${whole}${fraction.padEnd(decimals, '0').slice(0, decimals)}`);
}

function stateOf(status: string, unknown: string[]): Snapshot['state'] {
  switch (status) {
    case 'open':
    case 'paid':
    case 'expired':
    case 'failed':
    case 'canceled':
      return status;
    // the customer has completed the page
    case 'pending':
    case 'authorized':
      return 'processing';
    default:
      unknown.push(`payment status ${status}`);
      return 'open';
  }
}

function refundState(status: string, unknown: string[]): ProviderRefund['state'] {
  switch (status) {
    case 'queued':
    case 'pending':
    case 'processing':
      return 'pending';
    case 'refunded':
      return 'succeeded';
    case 'failed':
    case 'canceled':
      return 'failed';
    default:
      unknown.push(`refund status ${status}`);
      return 'pending';
  }
}

/** Mollie debits a chargeback at once, so it counts as lost until its reversal. Mollie charges the fee apart, so it is 0 here. */
function toDispute({ id, amount, reversedAt, reason }: z.output<typeof chargeback>): ProviderDispute {
  const withdrawn = minorUnits(amount);
  return {
    ref: id,
    amount: withdrawn,
    withdrawn,
    reinstated: reversedAt ? withdrawn : 0n,
    fee: 0n,
    state: reversedAt ? 'won' : 'lost',
    reason: reason?.description ?? null,
    evidenceDueAt: null,
  };
}

/**
 * Maps a payment with its refunds and chargebacks, which leave its status `paid`. An unknown value (a status of a newer API)
 * changes nothing and is added to `unknown`.
 */
export function readPayment(payment: MolliePayment): Snapshot {
  const unknown: string[] = [];
  const { refunds = [], chargebacks = [] } = payment._embedded ?? {};
  const state = stateOf(payment.status, unknown);
  return {
    ref: payment.id,
    livemode: payment.mode === 'live',
    state,
    captured: state === 'paid' ? minorUnits(payment.amount) : 0n,
    currency: payment.amount.currency.toLowerCase(),
    refunds: refunds.map(({ id, amount, status, metadata }) => ({
      ref: id,
      reference: refundIn(metadata),
      amount: minorUnits(amount),
      state: refundState(status, unknown),
    })),
    disputes: chargebacks.map(toDispute),
    ...(unknown.length > 0 ? { unknown } : {}),
  };
}
