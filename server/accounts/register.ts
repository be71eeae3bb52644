import type { RegisterBody } from '#contract/storefront/accounts.ts';
import { canonicalEmail } from '#server/database/email-address.ts';
import { makeFindable } from '#server/database/search-text.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import { alreadyRegistered, confirmAddress, emailOf } from './account-emails.mail.ts';
import { insertEmailCode } from './email-codes.ts';
import { findCustomer } from './find-customer.ts';
import { hashPassword } from './hash-password.ts';
import { checkPasswordStrength } from './check-password-strength.ts';

/**
 * Creates an account. A known address gets an email instead, at most three an hour. The caller gets the same answer in the same
 * time, so that the answer doesn't reveal whether the address has an account.
 * @throws Refusal for a weak password
 */
export async function register(deps: AccountDeps, body: RegisterBody): Promise<void> {
  const { db, clock, limits, jobs, passwordMinLength } = deps;
  const problem = await checkPasswordStrength(
    body.password,
    [
      body.firstName,
      body.lastName,
      body.firstName + body.lastName,
      body.lastName + body.firstName,
      body.email,
    ],
    passwordMinLength,
  );
  if (problem) throw new Refusal({ password: [problem] });
  const email = canonicalEmail(body.email);
  const [known, passwordHash] = [await findCustomer(db, body.email), await hashPassword(body.password)];
  // counts unknown addresses too, because otherwise the response time would show which addresses have an account
  const isDue = await limits.registeredPerAccount.allows(email);
  const now = clock();
  if (known)
    await writeInOneStatement(db, [
      enqueue([alreadyRegistered.at(now, emailOf(known.id), String(known.id))], sql`${isDue}::boolean`),
    ]);
  else {
    const codeId = crypto.randomUUID();
    await writeInOneStatement(db, [
      {
        new_customer: sql`insert into customer (email, email_canonical, first_name, last_name, password_hash, agreed_to_privacy_at, created_at)
        values (${body.email}, ${email}, ${body.firstName}, ${body.lastName}, ${passwordHash}, ${now}, ${now})
        on conflict on constraint customer_email_once do nothing returning id`,
      },
      makeFindable('customer', sql`select id from new_customer`, [
        body.firstName,
        body.lastName,
        body.email,
        email,
      ]),
      insertEmailCode('confirmEmail', codeId, sql`select id from new_customer`, now),
      enqueue([confirmAddress.at(now, { codeId })], sql`exists (select from new_customer)`),
    ]);
  }
  jobs.wake();
}
