import type { ConfirmEmailBody } from '#contract/storefront/accounts.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { SignedIn } from '#server/http/bind-endpoints.ts';
import { networkOf } from '#server/http/rate-limits.ts';
import { Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import { confirmAddress } from './account-emails.mail.ts';
import { claimTickets } from './claim-tickets.ts';
import { insertEmailCode, spendEmailCode, tryEmailCode } from './email-codes.ts';

/**
 * Confirms an address with the emailed code.
 * @throws Refusal unless the code is the newest, unused and unexpired.
 */
export async function confirmEmail(deps: AccountDeps, body: ConfirmEmailBody, ip: string): Promise<void> {
  const { db, clock } = deps;
  const found = await tryEmailCode(deps, 'confirmEmail', body.email, body.code, networkOf(ip));
  const isConfirmed =
    found !== undefined &&
    (await inTransaction(db, async (tx) => {
      const now = clock();
      if (!(await spendEmailCode(tx, found.codeId, now))) return false;
      await sql`update customer set email_confirmed_at = coalesce(email_confirmed_at, ${now}) where id = ${found.customerId}`.execute(
        tx,
      );
      await claimTickets(found.customerId, now).execute(tx);
      return true;
    }));
  if (!isConfirmed)
    throw new Refusal({
      code: [
        'This link was already used or has expired. If your address isn’t confirmed yet, log in and request a new link under “Account details.”',
      ],
    });
}

/** Sends the confirmation email again; does nothing when the address is confirmed. */
export async function sendConfirmation(
  { db, clock, jobs }: AccountDeps,
  { customerId }: SignedIn,
): Promise<void> {
  const now = clock();
  const codeId = crypto.randomUUID();
  const unconfirmed = sql`select id from customer where id = ${customerId} and email_confirmed_at is null`;
  await writeInOneStatement(db, [
    insertEmailCode('confirmEmail', codeId, unconfirmed, now),
    enqueue([confirmAddress.at(now, { codeId })], sql`exists (${unconfirmed})`),
  ]);
  jobs.wake();
}
