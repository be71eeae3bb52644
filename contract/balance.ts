import * as z from 'zod/mini';
import { billingFields, checkBilling, clientFields } from './billing.ts';
import type { Catalogue } from './catalogue.ts';
import { formatPrice, minorUnitsIn } from './money.ts';
import { oncePer } from './once-per.ts';
import { placedLink } from './orders.ts';
import { addProblem } from './text.ts';

/** Number of days after a deposit in which we refund its unspent part on request. */
export const depositRefundDays = 180;

/** The schema of a deposit's body for a catalogue. `price` is the amount, in minor units. */
export const depositBody = oncePer(({ balance }: Pick<Catalogue, 'balance'>) => {
  const { minCents, maxCents, wholeUnits } = balance.deposit;
  const boundsMessage = `Enter an amount from ${formatPrice(minCents)} to ${formatPrice(maxCents)}`;
  const price = z
    .int({ error: 'Price must be a whole number of cents' })
    .check(
      z.minimum(minCents, { error: boundsMessage }),
      z.maximum(maxCents, { error: boundsMessage }),
      ...(wholeUnits ? [z.multipleOf(minorUnitsIn(), { error: 'Enter a whole amount' })] : []),
    );
  return z
    .strictObject({ ...billingFields, ...clientFields, price })
    .check(
      z.check((context) =>
        checkBilling(context.value, (path, message) => addProblem(context, path, message)),
      ),
    );
});
export type DepositBody = z.output<ReturnType<typeof depositBody>>;

export const placedDeposit = z.object({ ...placedLink, depositNumber: z.string() });
export type PlacedDeposit = z.output<typeof placedDeposit>;

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
