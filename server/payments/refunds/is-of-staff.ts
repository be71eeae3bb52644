import type { Schema } from '#server/database/schema.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** SQL query: the current and former email addresses of a customer's account. */
export const addressesOfCustomer = (customerId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select email_canonical from customer where id = ${customerId}
  union all select email_canonical from former_email where customer_id = ${customerId})`;

/**
 * SQL expression: whether the customer is a member of staff, by the account's current and former addresses, so that a change of
 * address doesn't lift the limit.
 */
export const isOfStaff = (customerId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from staff s where s.left_at is null and s.email_canonical in ${addressesOfCustomer(customerId)})`;

/**
 * Whether the customer is a member of staff. A refund or credit to such an account needs a second person (docs/decisions/0062).
 */
export async function isAccountOfStaff(db: Kysely<Schema>, customerId: bigint): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${isOfStaff(sql`${customerId}::bigint`)} as is`.execute(
    db,
  );
  return rows[0]!.is;
}
