import type { ForgotPasswordBody, ResetPasswordBody } from '#contract/storefront/accounts.ts';
import { canonicalEmail, ownerOf } from '#server/database/email-address.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { networkOf } from '#server/http/rate-limits.ts';
import { Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import { resetCode } from './account-emails.mail.ts';
import { replacePassword } from './change-password.ts';
import { insertEmailCode, spendEmailCode, tryEmailCode } from './email-codes.ts';
import { hashPassword } from './hash-password.ts';
import { loginFailures } from './log-in.ts';
import { checkPasswordStrength } from './check-password-strength.ts';

/**
 * Emails a code if the address has an account: three an hour, and above that only when the last sent code has expired. An inbox
 * gets at most eight emails an hour and always has a valid code, no matter who requested it. The answer and the work are the same
 * with and without an email: the job is always enqueued and looks up the code when it runs.
 */
export async function forgotPassword(
  { db, clock, limits, jobs }: AccountDeps,
  body: ForgotPasswordBody,
): Promise<void> {
  const email = canonicalEmail(body.email);
  const isDue = await limits.forgottenPerAccount.allows(email);
  const now = clock();
  const codeId = crypto.randomUUID();
  const account = sql`select id from customer
    where id = ${ownerOf('customer', body.email)} and locked_at is null and erased_at is null and (${isDue} or not exists (
      select from email_code where customer_id = customer.id and purpose = 'resetPassword' and used_at is null and expires_at > ${now}
    ))`;
  await writeInOneStatement(db, [
    insertEmailCode('resetPassword', codeId, account, now),
    enqueue([resetCode.at(now, { codeId })]),
  ]);
  jobs.wake();
}

const wrongCode = () =>
  new Refusal({ code: ['That code is incorrect or has expired. Check it, or request a new one'] });

/**
 * Sets a new password with the emailed code, confirms the address and ends every session.
 * @throws Refusal for a weak password, and with the same text for every invalid code, whether or not the address is known
 */
export async function resetPassword(
  deps: AccountDeps,
  { email: typed, password, code }: ResetPasswordBody,
  ip: string,
): Promise<void> {
  const { db, clock, limits, jobs, passwordMinLength } = deps;
  const email = canonicalEmail(typed);
  const network = networkOf(ip);
  const problem = await checkPasswordStrength(password, [email], passwordMinLength);
  if (problem) throw new Refusal({ password: [problem] });
  const found = await tryEmailCode(deps, 'resetPassword', typed, code, network);
  if (!found) throw wrongCode();
  const { codeId, customerId } = found;
  const passwordHash = await hashPassword(password);
  const isReset = await inTransaction(db, async (tx) => {
    // locks the row in a statement of its own, so that a concurrent login is complete and its session visible to the next
    // statement
    await sql`select 1 from customer where id = ${customerId} for update`.execute(tx);
    const now = clock();
    if (!(await spendEmailCode(tx, codeId, now))) return false;
    await sql`update customer set email_confirmed_at = coalesce(email_confirmed_at, ${now}) where id = ${customerId}`.execute(
      tx,
    );
    await replacePassword(tx, customerId, passwordHash, now);
    return true;
  });
  if (!isReset) throw wrongCode();
  // the customer has proved to own the account, so earlier failures no longer limit logins
  await loginFailures(limits, email, ip).clear();
  jobs.wake();
}
