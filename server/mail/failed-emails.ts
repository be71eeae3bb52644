import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { emailPrefix } from '#server/jobs/job.ts';

/**
 * An email that could not be sent: given up after four days, or after about 2.5 hours when the mail server rejected it permanently, and
 * kept until the operator sends it again.
 */
export type FailedEmail = {
  id: bigint;
  kind: string;
  payload: unknown;
  failedAt: Date;
  lastError: string | null;
};

const isFailed = sql`dead_at is not null and kind like ${`${emailPrefix}%`}`;

/** Oldest first. */
export async function listFailedEmails(db: Database['db'], limit: number): Promise<FailedEmail[]> {
  const { rows } = await sql<FailedEmail>`
    select id, substr(kind, ${emailPrefix.length + 1}) as kind, payload, dead_at as "failedAt", last_error as "lastError"
    from job where ${isFailed} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Queues one failed email, or all of them, again from `now` on. @returns their number */
export async function resendFailedEmails(
  db: Database['db'],
  which: bigint | 'all',
  now: Date,
): Promise<bigint> {
  const isMeant: RawBuilder<unknown> = which === 'all' ? sql`true` : sql`id = ${which}`;
  const { numAffectedRows = 0n } = await sql`
    update job set dead_at = null, attempts = 0, run_at = ${now}, last_error = null
    where ${isFailed} and ${isMeant}`.execute(db);
  return numAffectedRows;
}
