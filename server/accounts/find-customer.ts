import type { Schema } from '#server/database/schema.ts';
import { canonicalEmail } from '#contract/text.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import type { Kysely } from 'kysely';

/** Finds the account with this canonical address. */
export async function findCustomer(db: Kysely<Schema>, canonical: string) {
  return db.selectFrom('customer').select('id').where('email_canonical', '=', canonical).executeTakeFirst();
}

/** @throws ProblemReply when the address has no account; its text is for the operator. */
export async function idOfCustomer(db: Kysely<Schema>, email: string): Promise<bigint> {
  const customer = await findCustomer(db, canonicalEmail(email));
  if (!customer) throw new ProblemReply(404, `No account uses the email address ${email}.`);
  return customer.id;
}
