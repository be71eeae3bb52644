import { Refusal } from '#server/http/refusal.ts';
import type { AccountDeps } from './account-deps.ts';
import { verifyPassword } from './hash-password.ts';

/**
 * Asks for the password once more before something that a stolen session must not do. Failures count together, wherever
 * the password is asked.
 * @returns the customer whose password it is
 * @throws Refusal for `currentPassword`; ProblemReply 429 after too many failures
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
    .executeTakeFirstOrThrow();
  const fits = await verifyPassword(currentPassword, customer.password_hash).catch(async (error: unknown) => {
    // nobody looked at the password: it is no failure
    await limits.passwordFailures.giveBack(String(customerId));
    throw error;
  });
  if (!fits) throw new Refusal({ currentPassword: ['This is not your current password'] });
  await limits.passwordFailures.giveBack(String(customerId));
  return customer;
}
