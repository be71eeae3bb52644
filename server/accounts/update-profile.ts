import type { UpdateProfileBody } from '#contract/storefront/accounts.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { makeFindable } from '#server/database/search-text.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { SignedIn } from '#server/http/bind-endpoints.ts';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import { addressesOf } from './find-customer.ts';

export async function updateProfile(
  { db }: Pick<AccountDeps, 'db'>,
  { customerId }: SignedIn,
  { firstName, lastName, country }: UpdateProfileBody,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // the addresses may be changing
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
