import { randomBytes } from 'node:crypto';
import type { ChangeEmailBody, ConfirmNewEmailBody } from '#contract/storefront/email-change.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { canonicalEmail } from '#server/database/email-address.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { makeFindable } from '#server/database/search-text.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { SignedIn } from '#server/http/bind-endpoints.ts';
import { networkOf } from '#server/http/rate-limits.ts';
import { ProblemReply, Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import type { Actor } from '#server/process/actor.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import { emailChangeAsked, emailChanged, newEmailCode } from './account-emails.mail.ts';
import { claimTickets } from './claim-tickets.ts';
import { confirmPassword } from './confirm-password.ts';
import { insertEmailCode, spendEmailCode, tryEmailCode, voidEmailCodes } from './email-codes.ts';
import { addressesOf, type CustomerKey, findCustomer, identifyCustomer } from './find-customer.ts';
import { hashPassword } from './hash-password.ts';
import { endSessionsOf } from './log-out.ts';
import type { ManageDeps } from './manage-account.ts';

/**
 * Emails a code to the caller's new address and a warning to the current one. A later request replaces an earlier one. Neither
 * the answer nor the work depends on whether another account has the new address; only the email to it does.
 * @throws Refusal by field; ProblemReply 429 after three requests an hour
 */
export async function changeEmail(
  deps: AccountDeps,
  { customerId }: SignedIn,
  { email, currentPassword }: ChangeEmailBody,
): Promise<void> {
  const { db, clock, limits, jobs } = deps;
  const current = await emailOfCustomer(db, customerId);
  const same =
    current === email ? { email: ['This is already your email address. Enter a different one'] } : {};
  const { password_hash: checked } = await confirmPassword(deps, customerId, currentPassword).catch(
    (error: unknown) => {
      // reports the errors of both fields at once
      throw error instanceof Refusal ? new Refusal({ ...same, ...error.errors }) : error;
    },
  );
  if ('email' in same) throw new Refusal(same);
  await limits.confirmationsPerCustomer.consume(String(customerId));
  const now = clock();
  const codeId = crypto.randomUUID();
  // checks the password again in the statement, so that no code is sent after a concurrent change of the password
  const caller = sql`select id from customer where id = ${customerId} and password_hash = ${checked} for share`;
  await writeInOneStatement(db, [
    insertEmailCode('changeEmail', codeId, caller, now, email),
    enqueue([newEmailCode.at(now, { codeId }), emailChangeAsked.at(now, { codeId })]),
  ]);
  jobs.wake();
}

const taken = (email: string) =>
  new Refusal({
    '': [
      `Another account started using ${email} just now, so your address hasn’t changed. Use a different address, or log in to that account.`,
    ],
  });

/**
 * Changes the caller's address with the code that was sent to the new one, and ends all other sessions. Only the account that
 * requested the code can use it, so that a stranger at a mistyped address, a forwarded email or a program that opens links
 * changes nothing.
 * @throws Refusal unless the code is the newest, unused and unexpired; and when another account got the address first
 */
export async function confirmNewEmail(
  deps: AccountDeps,
  { customerId, sessionId }: SignedIn,
  { code }: ConfirmNewEmailBody,
  ip: string,
): Promise<void> {
  const { db, clock, jobs } = deps;
  const current = await emailOfCustomer(db, customerId);
  const found = await tryEmailCode(deps, 'changeEmail', current, code, networkOf(ip));
  const isChanged =
    found?.customerId === customerId &&
    (await inTransaction(db, async (tx) => {
      // locks the row in a statement of its own, so that a concurrent login is complete and its session visible to the next
      // statement
      const { rows } = await sql`select 1 from customer c join session s on s.customer_id = c.id
        where c.id = ${customerId} and c.locked_at is null and s.id = ${sessionId} and s.ended_at is null for update`.execute(
        tx,
      );
      const now = clock();
      if (rows.length === 0 || !(await spendEmailCode(tx, found.codeId, now))) return false;
      const { new_email: email } = await tx
        .selectFrom('email_code')
        .select('new_email')
        .where('id', '=', found.codeId)
        .executeTakeFirstOrThrow();
      await replaceEmail(tx, customerId, email!, now, sql`id <> ${sessionId}`);
      return true;
    }));
  if (!isChanged)
    throw new Refusal({ code: ['That code is incorrect or has expired. Check it, or request a new one'] });
  jobs.wake();
}

const emailOfCustomer = async (db: Kysely<Schema>, id: bigint): Promise<string> =>
  (await db.selectFrom('customer').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

/**
 * Stores a confirmed address, voids all emailed codes and ends the sessions that match `ends`. The old address gets an email. The
 * caller's transaction has locked the customer's row.
 * @throws Refusal when another account has the address
 */
export async function replaceEmail(
  tx: Kysely<Schema>,
  customerId: bigint,
  email: string,
  now: Date,
  ends: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const canonical = canonicalEmail(email);
  const former = crypto.randomUUID();
  // claims the tickets of the old address while the account still has it
  await claimTickets(customerId, now).execute(tx);
  const { rows } = await sql<{ first_name: string; last_name: string }>`
    with old as (
      insert into former_email (id, customer_id, email, email_canonical, is_confirmed, replaced_at)
      select ${former}, id, email, email_canonical, email_confirmed_at is not null, ${now} from customer where id = ${customerId}
    )
    update customer c set email = ${email}, email_canonical = ${canonical}, email_spelling = '', email_confirmed_at = ${now}
    where c.id = ${customerId} and not exists (select from customer o where o.email_canonical = ${canonical} and o.id <> c.id)
    returning c.first_name, c.last_name`
    .execute(tx)
    .catch((error: unknown) => {
      throw isOtherFirst(error) ? taken(email) : error;
    });
  const [names] = rows;
  if (!names) throw taken(email);
  await writeInOneStatement(tx, [
    voidEmailCodes(customerId, now),
    sql`${endSessionsOf(customerId, 'emailChange', now)} and ${ends}`,
    claimTickets(customerId, now),
    makeFindable('customer', sql`select ${customerId}::bigint as id`, [
      names.first_name,
      names.last_name,
      ...(await addressesOf(tx, customerId)),
    ]),
    enqueue([emailChanged.at(now, { former })]),
  ]);
}

/** Whether another transaction stored the address first. */
const isOtherFirst = (error: unknown) =>
  error instanceof Error && (error as { constraint?: string }).constraint === 'customer_email_once';

/**
 * Returns an account to the owner of one of its former confirmed addresses, for example after a theft. Ends all sessions. No
 * password is accepted until the owner sets one with an emailed code.
 * @returns whether the account is locked
 * @throws ProblemReply 404; 409 if the account never had this address, or another account has it now
 */
export async function restoreEmail(
  { db, clock }: ManageDeps,
  key: CustomerKey,
  former: string,
  by: Actor,
): Promise<{ isLocked: boolean }> {
  const { id, email: current } = await identifyCustomer(db, key);
  const noPassword = await hashPassword(randomBytes(32).toString('base64url'));
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{
      is_locked: boolean;
    }>`select locked_at is not null as is_locked from customer where id = ${id} for update`.execute(tx);
    const found = await tx
      .selectFrom('former_email')
      .select('email')
      .where('customer_id', '=', id)
      .where('email_canonical', '=', canonicalEmail(former))
      .where('is_confirmed', '=', true)
      .orderBy('replaced_at', 'desc')
      .executeTakeFirst();
    if (!found) throw new ProblemReply(409, `${former} isn’t a confirmed former address of ${current}.`);
    const other = await findCustomer(tx, found.email);
    if (other && other.id !== id)
      throw new ProblemReply(
        409,
        `${found.email} is the address of another account now. That account’s owner can set a password (“Forgot your password?”) and choose a different address under “Account details.” Then run this command again.`,
      );
    const now = clock();
    await replaceEmail(tx, id, found.email, now);
    await writeInOneStatement(tx, [
      sql`update customer set password_hash = ${noPassword} where id = ${id}`,
      ...auditEntry(by, now, { action: 'restore-email', subject: `customer ${id}` }),
    ]);
    return { isLocked: rows[0]!.is_locked };
  });
}
