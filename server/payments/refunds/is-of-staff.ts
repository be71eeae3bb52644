import type { Schema } from '#server/database/schema.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** SQL query: the email addresses that a customer's account has, and had before. */
export const addressesOfCustomer = (customerId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select email_canonical from customer where id = ${customerId}
  union all select email_canonical from former_email where customer_id = ${customerId})`;

/** SQL expression: whether the customer is a member of staff, by the account's email addresses: a new one doesn't lift the limit. */
export const isOfStaff = (customerId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from staff s where s.left_at is null and s.email_canonical in ${addressesOfCustomer(customerId)})`;

/** Whether the customer is a member of staff: money for their account always needs another person (docs/decisions/0062). */
export async function isAccountOfStaff(db: Kysely<Schema>, customerId: bigint): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${isOfStaff(sql`${customerId}::bigint`)} as is`.execute(
    db,
  );
  return rows[0]!.is;
}
