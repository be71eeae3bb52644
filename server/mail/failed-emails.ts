import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { emailPrefix } from '#server/jobs/job.ts';

/**
 * An email the mail server would not take: given up after four days, or after two and a half hours when it was refused for good, and
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

/** Has one failed email, or all of them, sent again from `now` on. @returns how many */
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
