import { type RawBuilder, sql } from 'kysely';

type Of = Record<'customerId' | 'currency' | 'livemode', unknown>;

/**
 * What a customer can spend, in minor units, as an expression: cash, bonus and debt together, below zero while the debt is
 * larger. Whose it is: values, or columns of the statement around it.
 */
export const availableBalance = ({
  customerId,
  currency,
  livemode,
}: Of): RawBuilder<bigint> => sql<bigint>`coalesce((
    select sum(b.amount) from ledger_account a join ledger_balance b on b.account_id = a.id
    where a.customer_id = ${customerId} and a.currency = ${currency} and a.livemode = ${livemode} and a.code in ('cash', 'bonus', 'debt')
  ), 0)::bigint`;

/**
 * What a customer can spend, in minor units, 0 or more: `debt` (0 or below) takes its part of what is there. `held`: what an
 * attempt that is given up for it sets free.
 */
export function spendable({ cash, held = 0n, debt }: { cash: bigint; held?: bigint; debt: bigint }): bigint {
  const free = cash + held + debt;
  return free > 0n ? free : 0n;
}

/** `availableBalance` of the customer of a payment link, which is `l` in the statement around it. */
export const availableToOwner: RawBuilder<bigint> = availableBalance({
  customerId: sql.ref('l.customer_id'),
  currency: sql.ref('l.currency'),
  livemode: sql.ref('l.livemode'),
});
