import * as z from 'zod/mini';
import { accountField, billingFields, billingChecks, clientFields } from './billing.ts';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { formatPrice, minorUnitsIn } from '#contract/money.ts';
import { memoizeByKey } from '#contract/memoize-by-key.ts';
import { placedLink } from './orders.ts';

/** Number of days after a deposit in which we refund its unspent part on request. */
export const depositRefundDays = 180;

/** The schema of a deposit's body for a catalogue. `price` is the amount, in minor units. */
export const depositBody = memoizeByKey(({ balance }: Pick<Catalogue, 'balance'>) => {
  const { minCents, maxCents, wholeUnits } = balance.deposit;
  const boundsMessage = `Enter an amount from ${formatPrice(minCents)} to ${formatPrice(maxCents)}`;
  const price = z
    .int({ error: 'Price must be a whole number of cents' })
    .check(
      z.minimum(minCents, { error: boundsMessage }),
      z.maximum(maxCents, { error: boundsMessage }),
      ...(wholeUnits ? [z.multipleOf(minorUnitsIn(), { error: 'Enter an amount without cents' })] : []),
    );
  return z
    .strictObject({ ...billingFields, ...clientFields, ...accountField, price })
    .check(...billingChecks());
});
export type DepositBody = z.output<ReturnType<typeof depositBody>>;

export const placedDeposit = z.object({ ...placedLink, depositNumber: z.string() });
export type PlacedDeposit = z.output<typeof placedDeposit>;
