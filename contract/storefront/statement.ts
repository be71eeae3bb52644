import * as z from 'zod/mini';

export const entryTypes = [
  /** Money added to the balance. */
  'deposit',
  'orderPayment',
  /** A card payment for an order that stayed on the balance, because it was too small, too late or a second one. */
  'cardPayment',
  /** Money held for a payment in progress, or released after the payment failed. */
  'hold',
  'holdReleased',
  'orderRefund',
  /** Balance money refunded to a card, or returned because the card rejected the refund. */
  'cardRefund',
  'cardRefundFailed',
  /** Money of a disputed payment: set aside, returned, or charged back. */
  'disputeHold',
  'disputeReleased',
  'chargeback',
  'adjustment',
] as const;
export type EntryType = (typeof entryTypes)[number];

export const statementFilters = ['all', 'in', 'out'] as const;
export type StatementFilter = (typeof statementFilters)[number];

/** A statement entry. Amounts in minor units; `balance`: the available amount after it. */
export const balanceEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  type: z.enum(entryTypes),
  title: z.string(),
  amount: z.int(),
  balance: z.int(),
  orderNumber: z.optional(z.string()),
  depositNumber: z.optional(z.string()),
});
export type BalanceEntry = z.output<typeof balanceEntry>;

/**
 * `available` may be below zero after a lost dispute; `reserved` is held for payments in progress, `disputed` until a dispute
 * is decided.
 */
export const balancePage = z.object({
  balance: z.object({ available: z.int(), reserved: z.int(), disputed: z.int(), currency: z.string() }),
  entries: z.array(balanceEntry),
  nextCursor: z.nullable(z.string()),
});
export type BalancePage = z.output<typeof balancePage>;
