import * as z from 'zod/mini';
import { smallestCharge } from './money.ts';
import { workStatuses } from './work-statuses.ts';

/** By card, from the balance, or what the balance holds and the rest by card. */
export const waysToPay = ['card', 'balance', 'both'] as const;
export type WayToPay = (typeof waysToPay)[number];

/**
 * What the balance pays of an amount when it is paid this way, and the card pays the rest: never less than a card can be
 * charged. All in minor units. `available`: what can be spent from the balance; `received`: what arrived through the link before.
 */
export function balancePart(
  way: WayToPay,
  of: { amount: number; available: number; received: number; currency?: string | undefined },
): number {
  const { amount, available, received, currency } = of;
  if (way === 'balance' || (way === 'both' && available >= amount)) return amount;
  const wanted = way === 'both' ? available : received;
  return Math.max(0, Math.min(wanted, amount - smallestCharge(currency)));
}

export const payBody = z.strictObject({
  with: z.enum(waysToPay, { error: 'Choose card, balance or both' }),
});

/** What a payment link asks for, and where it stands. */
export const linkStatuses = [
  'awaitingPayment',
  'processing',
  'paid',
  'expired',
  'cancelled',
  'disputed',
  'chargedBack',
] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export const paymentPage = z.object({
  purpose: z.enum(['order', 'deposit']),
  number: z.string(),
  /**
   * `days`: business days until delivery; 0 is about a minute. `dueOn` and `work`: of a paid order, when the line is due
   * and how far it is.
   */
  lines: z.array(
    z.object({
      title: z.string(),
      amount: z.int(),
      days: z.int(),
      dueOn: z.nullable(z.iso.date()),
      work: z.nullable(z.enum(workStatuses)),
    }),
  ),
  amount: z.int(),
  /** Of the amount, what is to be paid by card. */
  asked: z.int(),
  /** For its owner who is logged in: what has already arrived through this link and waits on the balance for the rest; 0 for others. */
  received: z.int(),
  /** What the owner, who is logged in, can pay with from the balance. */
  balance: z.optional(z.int()),
  /** Of a paid order or deposit, for its owner who is logged in: how it was paid, what was refunded since and where to. Minor units. */
  paid: z.optional(
    z.object({
      fromBalance: z.int(),
      byCard: z.int(),
      refundedToBalance: z.int(),
      refundedToCard: z.int(),
      /** The card does not have all of it yet. */
      isRefundPending: z.boolean(),
      /** The email address the receipt goes to. */
      receiptTo: z.string(),
    }),
  ),
  currency: z.string(),
  status: z.enum(linkStatuses),
  /** The last try to pay did not go through, and nothing else is tried now. */
  hasFailed: z.boolean(),
  /** The provider’s page of the last try ran out unpaid, and nothing else is tried now. */
  hasExpired: z.boolean(),
  expiresAt: z.iso.datetime(),
});
export type PaymentPage = z.output<typeof paymentPage>;

/** `url`: the provider's page for the card part. */
export const paymentStarted = z.object({ status: z.enum(linkStatuses), url: z.optional(z.url()) });
export type PaymentStarted = z.output<typeof paymentStarted>;
