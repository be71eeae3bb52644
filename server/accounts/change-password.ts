import type { ChangePasswordBody, Tokens } from '#contract/storefront/accounts.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { SignedIn } from '#server/http/bind-endpoints.ts';
import { ProblemReply, Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { type Kysely, sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import { emailOf, passwordChanged } from './account-emails.mail.ts';
import { confirmPassword } from './confirm-password.ts';
import { voidEmailCodes } from './email-codes.ts';
import { hashPassword } from './hash-password.ts';
import { endSessionsOf } from './log-out.ts';
import { checkPasswordStrength } from './check-password-strength.ts';
import { startSession } from './start-session.ts';

/** Stores the new password and ends all sessions. The caller's transaction has locked the customer's row. */
export async function replacePassword(
  tx: Kysely<Schema>,
  customerId: bigint,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await writeInOneStatement(tx, [
    sql`update customer set password_hash = ${passwordHash} where id = ${customerId}`,
    endSessionsOf(customerId, 'passwordChange', now),
    // someone who knew the old password may have requested another address
    voidEmailCodes(customerId, now, 'changeEmail'),
    enqueue([passwordChanged.at(now, { ...emailOf(customerId), at: now.toISOString() })]),
  ]);
}

/**
 * Changes the caller's password, ends every session and returns the tokens of a new one.
 * @throws Refusal by field: a wrong current password, or a weak or unchanged new one
 */
export async function changePassword(
  deps: AccountDeps,
  { customerId, sessionId }: SignedIn,
  { currentPassword, password }: ChangePasswordBody,
  userAgent: string,
): Promise<Tokens> {
  const { db, clock, jobs, passwordMinLength } = deps;
  const customer = await confirmPassword(deps, customerId, currentPassword).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    // Reports the errors of both passwords at once.
    const problem = await checkPasswordStrength(password, [], passwordMinLength);
    throw problem ? new Refusal({ ...error.errors, password: [problem] }) : error;
  });
  if (currentPassword.normalize('NFKC') === password)
    throw new Refusal({ password: ['This is your current password. Choose a different one'] });
  const ownWords = [customer.first_name, customer.last_name, customer.email];
  const problem = await checkPasswordStrength(password, ownWords, passwordMinLength);
  if (problem) throw new Refusal({ password: [problem] });
  const passwordHash = await hashPassword(password);
  const tokens = await inTransaction(db, async (tx) => {
    // locks the row in a statement of its own, so that a concurrent login is complete and its session visible to the next
    // statement
    const { rows } = await sql<{ remember_me: boolean; place: string | null }>`
      select s.remember_me, s.place from customer c join session s on s.customer_id = c.id
      where c.id = ${customerId} and c.password_hash = ${customer.password_hash} and s.id = ${sessionId} and s.ended_at is null
      for update`.execute(tx);
    const [current] = rows;
    if (!current) return undefined;
    await replacePassword(tx, customerId, passwordHash, clock());
    return startSession(
      { ...deps, db: tx },
      { customerId, passwordHash, rememberMe: current.remember_me, userAgent, place: current.place },
    );
  });
  // another request changed the password or logged out at the same moment
  if (!tokens) throw new ProblemReply(401, 'Log in again.');
  jobs.wake();
  return tokens;
}
