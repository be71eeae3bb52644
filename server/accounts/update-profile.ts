import type { UpdateProfileBody } from '#contract/storefront/accounts.ts';
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
  const addresses = await addressesOf(db, customerId);
  await writeInOneStatement(db, [
    {
      changed_customer: sql`update customer set first_name = ${firstName}, last_name = ${lastName}, country = nullif(${country}::text, '')
      where id = ${customerId} and erased_at is null returning id`,
    },
    makeFindable('customer', sql`select id from changed_customer`, [firstName, lastName, ...addresses]),
  ]);
}
