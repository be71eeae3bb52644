import * as z from 'zod/mini';
import { smallestCharge } from '#contract/card-charges.ts';
import { workStatuses } from './work-statuses.ts';

/** Payment methods: by card, from the balance, or both (the balance first, the rest by card). */
export const waysToPay = ['card', 'balance', 'both'] as const;
export type WayToPay = (typeof waysToPay)[number];

/**
 * The balance's part of an amount with this method; the card pays the rest, never less than the smallest
 * charge. All in minor units. `available`: spendable balance; `received`: money received through the link before.
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

/** The statuses of a payment link. */
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
   * `ordered`: quantity and variant, such as "1 set, 10 slogans"; null for a deposit.
   * `days`: business days until delivery; 0 is about a minute. `dueOn` and `work`: of a paid order, the line's due day
   * and progress. `hasAutomaticPart`: of a paid order, whether a part is ready in about a minute and people do the rest.
   */
  lines: z.array(
    z.object({
      title: z.string(),
      ordered: z.nullable(z.string()),
      amount: z.int(),
      days: z.int(),
      dueOn: z.nullable(z.iso.date()),
      work: z.nullable(z.enum(workStatuses)),
      hasAutomaticPart: z.boolean(),
    }),
  ),
  /** The price; of a paid deposit, the received amount. Minor units. */
  amount: z.int(),
  /** The part of the amount to be paid by card. */
  asked: z.int(),
  /** Money received through this link that is on the balance until the rest is paid; 0 for anyone but the logged-in owner. */
  received: z.int(),
  /** The usable balance; only for the logged-in owner of an unpaid order. */
  balance: z.optional(z.int()),
  /** The amount that the link's open attempt holds on the balance; only for that owner. */
  reserved: z.optional(z.int()),
  /** For the logged-in owner of a paid order or deposit: the payments by method, later refunds and their destinations. Minor units. */
  paid: z.optional(
    z.object({
      fromBalance: z.int(),
      byCard: z.int(),
      /** What was received online beyond the order's price and added to the balance. */
      toBalance: z.int(),
      refundedToBalance: z.int(),
      refundedToCard: z.int(),
      /** Whether a part of the refund has not reached the card yet. */
      isRefundPending: z.boolean(),
      /** The email address the receipt goes to. */
      receiptTo: z.string(),
    }),
  ),
  /** The text of the guarantee for revised work that misses its brief; null when no line has revisions. */
  guarantee: z.nullable(z.string()),
  currency: z.string(),
  status: z.enum(linkStatuses),
  /** Whether the last payment attempt failed and no other is in progress. */
  hasFailed: z.boolean(),
  /** Whether the provider's page of the last attempt expired unpaid and no other attempt is in progress. */
  hasExpired: z.boolean(),
  expiresAt: z.iso.datetime(),
});
export type PaymentPage = z.output<typeof paymentPage>;

/** `url`: the provider's page for the card part. */
export const paymentStarted = z.object({ status: z.enum(linkStatuses), url: z.optional(z.url()) });
export type PaymentStarted = z.output<typeof paymentStarted>;
