import { type RawBuilder, sql } from 'kysely';

type Of = Record<'customerId' | 'currency' | 'livemode', unknown>;

/**
 * SQL expression for a customer's spendable amount in minor units: cash + debt, where debt is
 * negative. Its arguments are values, or columns of the surrounding statement.
 */
export const availableBalance = ({
  customerId,
  currency,
  livemode,
}: Of): RawBuilder<bigint> => sql<bigint>`coalesce((
    select sum(b.amount) from ledger_account a join ledger_balance b on b.account_id = a.id
    where a.customer_id = ${customerId} and a.currency = ${currency} and a.livemode = ${livemode} and a.code in ('cash', 'debt')
  ), 0)::bigint`;

/**
 * A customer's spendable amount in minor units, never below 0. `debt`: 0 or below. `held`: the link's current hold, which
 * counts because it is released before the payment is made.
 */
export function spendable({ cash, held = 0n, debt }: { cash: bigint; held?: bigint; debt: bigint }): bigint {
  const free = cash + held + debt;
  return free > 0n ? free : 0n;
}

/** `availableBalance` of the customer of payment link `l` in the surrounding statement. */
export const availableToOwner: RawBuilder<bigint> = availableBalance({
  customerId: sql.ref('l.customer_id'),
  currency: sql.ref('l.currency'),
  livemode: sql.ref('l.livemode'),
});
