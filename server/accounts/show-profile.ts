import type { Profile } from '#contract/storefront/accounts.ts';
import type { SignedIn } from '#server/http/bind-endpoints.ts';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';

/** SQL query: the new address of a change that isn't confirmed yet. */
const newestChange = (customerId: bigint, now: Date) => sql<string | null>`(select new_email from (
  select new_email, used_at, expires_at from email_code where customer_id = ${customerId} and purpose = 'changeEmail'
  order by created_at desc, id desc limit 1
) newest where used_at is null and expires_at > ${now})`;

/** The customer's profile. `country`: that of the last order if the customer has set none. */
export async function showProfile(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
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
      newestChange(customerId, clock()).as('new_email'),
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
    newEmail: customer.new_email,
    createdAt: customer.created_at.toISOString(),
  };
}
