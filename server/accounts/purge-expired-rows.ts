import { day } from '#contract/durations.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';

/** A session that is over is kept, so that the next login from that kind of browser is no news. */
const endedSessionDays = 30;
/** Much longer than any client repeats a call; a payment link is good for 7. */
const idempotencyKeyDays = 30;

/** Deletes what nobody asks for any more: counts, sessions, tokens, codes and keys that have run out. Runs daily. */
export const purgeExpiredRowsDaily = jobKind<Record<string, never>>('accounts.forget-old-rows', {
  forever: true,
});

export function purgeExpiredRows({ db, clock }: Pick<AccountDeps, 'db' | 'clock'>): JobHandlers {
  return purgeExpiredRowsDaily.handledBy(async () => {
    const now = clock();
    const before = (days: number) => new Date(now.getTime() - days * day);
    await writeInOneStatement(db, [
      // counted by the machine's clock
      sql`delete from rate_limit where expire < ${Date.now()}`,
      sql`delete from session where least(ended_at, expires_at) < ${before(endedSessionDays)}`,
      sql`delete from email_code where expires_at < ${now}`,
      sql`delete from idempotency_key where created_at < ${before(idempotencyKeyDays)}`,
    ]);
    // of sessions that go on; a statement of its own, because those above take their tokens with them
    await sql`delete from refresh_token where expires_at < ${now}`.execute(db);
    return new Date(now.getTime() + day);
  });
}
