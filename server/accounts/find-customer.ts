import type { Schema } from '#server/database/schema.ts';
import { canonicalEmail, ownerOf } from '#server/database/email-address.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { type Kysely, sql } from 'kysely';

/** The account with this address; undefined when there is none. */
export async function findCustomer(db: Kysely<Schema>, email: string) {
  return db
    .selectFrom('customer')
    .select('id')
    .where('email_canonical', '=', canonicalEmail(email))
    .executeTakeFirst();
}

/** A customer's current and former addresses, as typed and in canonical form. The desk finds the customer by each of them. */
export async function addressesOf(db: Kysely<Schema>, customerId: bigint): Promise<string[]> {
  const { rows } = await sql<{ email: string; email_canonical: string }>`
    select email, email_canonical from customer where id = ${customerId}
    union all select email, email_canonical from former_email where customer_id = ${customerId}`.execute(db);
  return rows.flatMap(({ email, email_canonical: canonical }) => [email, canonical]);
}

/** Identifies a customer: by address on the command line, by ID at the desk. */
export type CustomerKey = string | bigint;

/**
 * The account with this address or ID.
 * @throws ProblemReply 404 when there is none, 409 for an erased one; their texts are for the operator and staff
 */
export async function identifyCustomer(
  db: Kysely<Schema>,
  key: CustomerKey,
): Promise<{ id: bigint; email: string }> {
  const query = db.selectFrom('customer').select(['id', 'email', 'erased_at']);
  const found = await (
    typeof key === 'bigint' ? query.where('id', '=', key) : query.where('id', '=', ownerOf('customer', key))
  ).executeTakeFirst();
  if (!found)
    throw new ProblemReply(
      404,
      typeof key === 'bigint' ? 'We can’t find that customer.' : `No account uses the email address ${key}.`,
    );
  if (found.erased_at) throw new ProblemReply(409, 'This customer’s data was erased.');
  return { id: found.id, email: found.email };
}
