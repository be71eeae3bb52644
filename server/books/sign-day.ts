import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import type { Actor } from '#server/process/actor.ts';
import { sql } from 'kysely';
import { type BooksDeps, notClosed } from './show-books.ts';

type Signer = { by: Actor; staffId: bigint };

/**
 * Signs a closed day. A signature can't be removed.
 * @throws ProblemReply 404 for a day that isn’t closed, 409 for a second signature of the same person
 */
export async function signDay(
  { db, clock }: BooksDeps,
  { by, staffId }: Signer,
  { day, note }: { day: string; note: string },
): Promise<void> {
  const { rows } = await sql`select 1 from day_close where day = ${day} limit 1`.execute(db);
  if (rows.length === 0) throw notClosed();
  const isNew = await writeInOneStatement(
    db,
    [
      {
        new_day_signature: sql`insert into day_signature (day, staff_id, signed_at, note) values (${day}, ${staffId}, ${clock()}, ${note})
        on conflict do nothing returning day`,
      },
      ...auditEntry(
        by,
        clock(),
        { action: 'sign-day', subject: `day ${day}` },
        sql`exists (select from new_day_signature)`,
      ),
    ],
    sql<boolean>`exists (select from new_day_signature)`,
  );
  if (!isNew) throw new ProblemReply(409, 'You’ve already signed off this day.');
}

/** Sets the account numbers that the journal shows; an empty string removes an account's number. */
export async function numberAccounts(
  { db, clock }: BooksDeps,
  by: Actor,
  accounts: readonly { account: string; number: string }[],
): Promise<void> {
  const named = JSON.stringify(accounts.filter(({ number }) => number !== ''));
  const emptied = accounts.filter(({ number }) => number === '').map(({ account }) => account);
  await inTransaction(db, async (tx) => {
    await sql`delete from account_number where account = any(${emptied}::text[])`.execute(tx);
    await writeInOneStatement(tx, [
      sql`insert into account_number (account, number)
        select account, number from jsonb_to_recordset(${named}::jsonb) as new(account text, number text)
        on conflict (account) do update set number = excluded.number`,
      ...auditEntry(by, clock(), {
        action: 'number-accounts',
        subject: 'books',
        detail: { accounts: accounts.map(({ account }) => account).join(' ') },
      }),
    ]);
  });
}
