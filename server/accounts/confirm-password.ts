import { notLoggedIn, Refusal } from '#server/http/refusal.ts';
import type { AccountDeps } from './account-deps.ts';
import { verifyPassword } from './hash-password.ts';

/**
 * Checks the password before an action that the thief of a session must not perform. All endpoints that ask for the password
 * share one count of failures.
 * @returns the customer with this password
 * @throws Refusal for `currentPassword`; ProblemReply 401 for an erased account, 429 after too many failures
 */
export async function confirmPassword(
  { db, limits }: Pick<AccountDeps, 'db' | 'limits'>,
  customerId: bigint,
  currentPassword: string,
) {
  await limits.passwordFailures.consume(String(customerId));
  const customer = await db
    .selectFrom('customer')
    .select(['password_hash', 'first_name', 'last_name', 'email'])
    .where('id', '=', customerId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  if (!customer) {
    await limits.passwordFailures.giveBack(String(customerId));
    throw notLoggedIn();
  }
  const fits = await verifyPassword(currentPassword, customer.password_hash).catch(async (error: unknown) => {
    // the password wasn't checked, so this attempt doesn't count as a failure
    await limits.passwordFailures.giveBack(String(customerId));
    throw error;
  });
  if (!fits) throw new Refusal({ currentPassword: ['This isn’t your current password. Try again'] });
  await limits.passwordFailures.giveBack(String(customerId));
  return customer;
}
