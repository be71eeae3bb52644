import type { Profile } from '#contract/storefront/accounts.ts';
import type { SignedIn } from '#server/http/bind-endpoints.ts';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';

/** The country is that of the last order where the customer has set none. */
export async function showProfile(
  { db }: Pick<AccountDeps, 'db'>,
  { customerId }: SignedIn,
): Promise<Profile> {
  const customer = await db
    .selectFrom('customer')
    .select([
      'first_name',
      'last_name',
      sql`coalesce(country, (
        select billing->>'country' from customer_order where customer_id = ${customerId} order by id desc limit 1
      ))`
        .$castTo<string | null>()
        .as('country'),
      'email',
      'email_confirmed_at',
      'created_at',
    ])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return {
    firstName: customer.first_name,
    lastName: customer.last_name,
    country: customer.country,
    email: customer.email,
    emailConfirmed: customer.email_confirmed_at !== null,
    createdAt: customer.created_at.toISOString(),
  };
}
