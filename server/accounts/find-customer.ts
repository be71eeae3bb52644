import type { Schema } from '#server/database/schema.ts';
import type { Kysely } from 'kysely';

/** Whose canonical address it is. */
export async function findCustomer(db: Kysely<Schema>, canonicalEmail: string) {
  return db
    .selectFrom('customer')
    .select('id')
    .where('email_canonical', '=', canonicalEmail)
    .executeTakeFirst();
}
