import { currency } from '#contract/money.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';

/**
 * `available`: cash + debt, below zero while the debt is larger. `reserved`: held for payments in progress. `disputed`:
 * set aside while a payment is disputed. Minor units.
 */
export type Balance = { available: bigint; reserved: bigint; disputed: bigint };

/** A customer's balance in live or test mode; zeros before the first posting. */
export async function findBalance(
  db: Kysely<Schema>,
  customerId: bigint,
  livemode: boolean,
): Promise<Balance> {
  const { rows } = await sql<Balance>`
    select coalesce(sum(b.amount) filter (where a.code in ('cash', 'debt')), 0)::bigint as available,
      coalesce(sum(b.amount) filter (where a.code = 'reserved'), 0)::bigint as reserved,
      coalesce(sum(b.amount) filter (where a.code = 'disputed'), 0)::bigint as disputed
    from ledger_account a join ledger_balance b on b.account_id = a.id
    where a.customer_id = ${customerId} and a.currency = ${currency} and a.livemode = ${livemode}`.execute(
    db,
  );
  return rows[0]!;
}
