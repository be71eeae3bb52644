import type { UpdateProfileBody } from '#contract/accounts.ts';
import type { SignedIn } from '#server/http/bind-endpoints.ts';
import type { AccountDeps } from './account-deps.ts';

export async function updateProfile(
  { db }: Pick<AccountDeps, 'db'>,
  { customerId }: SignedIn,
  { firstName, lastName, country }: UpdateProfileBody,
): Promise<void> {
  await db
    .updateTable('customer')
    .set({ first_name: firstName, last_name: lastName, country: country === '' ? null : country })
    .where('id', '=', customerId)
    .execute();
}
