import type { UpdateProfileBody } from '#contract/storefront/accounts.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { makeFindable } from '#server/database/search-text.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { SignedIn } from '#server/http/bind-endpoints.ts';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import { addressesOf } from './find-customer.ts';

/** Changes the customer's name and country, and the words by which the desk's search finds them. `country`: '' for none. */
export async function updateProfile(
  { db }: Pick<AccountDeps, 'db'>,
  { customerId }: SignedIn,
  { firstName, lastName, country }: UpdateProfileBody,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // locks the row, because a concurrent call may change the addresses
    await sql`select 1 from customer where id = ${customerId} for update`.execute(tx);
    const addresses = await addressesOf(tx, customerId);
    await writeInOneStatement(tx, [
      {
        changed_customer: sql`update customer set first_name = ${firstName}, last_name = ${lastName}, country = nullif(${country}::text, '')
        where id = ${customerId} and erased_at is null returning id`,
      },
      makeFindable('customer', sql`select id from changed_customer`, [firstName, lastName, ...addresses]),
    ]);
  });
}
