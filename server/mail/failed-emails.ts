import { holds } from '#contract/desk/permissions.ts';
import { type RawBuilder, sql } from 'kysely';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Database } from '#server/database/open-database.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { emailPrefix } from '#server/jobs/job.ts';
import type { Actor } from '#server/process/actor.ts';

/**
 * An email that could not be sent. `failedAt`: when its retries ended, after four days, or after about 2.5 hours if the mail
 * server rejected it permanently. It is then kept until the operator sends it again. Before that, `nextTry` is the next retry.
 */
export type FailedEmail = {
  id: bigint;
  kind: string;
  payload: unknown;
  failedAt: Date | null;
  nextTry: Date | null;
  lastError: string | null;
};

/** SQL condition on a job: an email that failed and isn't being sent at the moment. */
export const isUnsentEmail = sql`(kind like ${`${emailPrefix}%`} and leased_until is null and (dead_at is not null or last_error is not null))`;

/** An email address in the mail server's reason, which often repeats the rejected address. */
const addressIn = /[^\s<>"']+@[^\s<>"',;:]+/g;

/** Why an email couldn't be sent. Without `customer.see`, email addresses in the reason are hidden. */
export const reasonFor = (permissions: readonly string[], error: string): string =>
  holds(permissions, 'customer.see') ? error : error.replaceAll(addressIn, '(address hidden)');

/** Lists the failed emails, oldest first. */
export async function listFailedEmails(db: Database['db'], limit: number): Promise<FailedEmail[]> {
  const { rows } = await sql<FailedEmail>`
    select id, substr(kind, ${emailPrefix.length + 1}) as kind, payload, dead_at as "failedAt",
      case when dead_at is null then run_at end as "nextTry", last_error as "lastError"
    from job where ${isUnsentEmail} order by id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Reschedules one unsent email, or all of them, from `now` on.
 * @returns their number
 */
export async function resendFailedEmails(
  db: Database['db'],
  which: bigint | 'all',
  now: Date,
  by: Actor,
): Promise<bigint> {
  const isMeant: RawBuilder<unknown> = which === 'all' ? sql`true` : sql`id = ${which}`;
  return inTransaction(db, async (tx) => {
    const { numAffectedRows: emails = 0n } = await sql`
      update job set dead_at = null, attempts = 0, run_at = ${now}, last_error = null
      where ${isUnsentEmail} and ${isMeant}`.execute(tx);
    const subject = which === 'all' ? 'all failed emails' : `email ${which}`;
    if (emails > 0n)
      await writeInOneStatement(
        tx,
        auditEntry(by, now, { action: 'resend', subject, detail: { emails: Number(emails) } }),
      );
    return emails;
  });
}
