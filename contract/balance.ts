import * as z from 'zod/mini';
import { billingFields, checkBilling, clientFields } from './billing.ts';
import type { Catalogue } from './catalogue.ts';
import { formatPrice, minorUnitsIn } from './money.ts';
import { oncePer } from './once-per.ts';
import { placedLink } from './orders.ts';
import { addProblem } from './text.ts';

/** The body of a deposit by a catalogue. `price` is the amount, in minor units. */
export const depositBody = oncePer(({ balance }: Pick<Catalogue, 'balance'>) => {
  const { minCents, maxCents, wholeUnits } = balance.deposit;
  const boundsMessage = `Add ${formatPrice(minCents)} to ${formatPrice(maxCents)} at a time`;
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
  /** A card payment for an order that stayed on the balance: too little, too late, or twice. */
  'cardPayment',
  /** Kept aside for a payment under way, and given back when it came to nothing. */
  'hold',
  'holdReleased',
  'orderRefund',
  /** Money of the balance that goes back to a card, and that which the card did not take. */
  'cardRefund',
  'cardRefundFailed',
  /** Money of a disputed payment: set aside, given back, or taken by its bank for good. */
  'disputeHold',
  'disputeReleased',
  'chargeback',
  'adjustment',
] as const;
export type EntryType = (typeof entryTypes)[number];

export const statementFilters = ['all', 'in', 'out'] as const;
export type StatementFilter = (typeof statementFilters)[number];

/** One line of the statement. Amounts in minor units; `balance`: what was available after it. */
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
 * `available` may be below zero after a lost dispute; `reserved` is kept aside for payments under way, `disputed` until the
 * banks have decided on a payment.
 */
export const balancePage = z.object({
  balance: z.object({ available: z.int(), reserved: z.int(), disputed: z.int(), currency: z.string() }),
  entries: z.array(balanceEntry),
  nextCursor: z.nullable(z.string()),
});
export type BalancePage = z.output<typeof balancePage>;
