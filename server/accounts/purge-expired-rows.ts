import { day } from '#contract/durations.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';

/** How long an ended session is kept: until then, a login from the same kind of browser sends no email. */
const endedSessionDays = 30;
/** How long idempotency keys are kept: much longer than any client retries a call. A payment link is valid for 7 days. */
const idempotencyKeyDays = 30;
/**
 * How long an expired proposal is kept, because the team may be asked about it, although it contains the customer's brief. For an
 * ordered proposal, only the brief is deleted: the order shows who proposed it, and where.
 */
const expiredProposalDays = 30;

const isOrdered = sql`exists (select from order_line where proposal_id = p.id)`;

/** Deletes expired counters, sessions, tokens, codes, idempotency keys and proposals. Runs daily. */
export const purgeExpiredRowsDaily = jobKind<Record<string, never>>('accounts.forget-old-rows', {
  forever: true,
});

export function purgeExpiredRows({ db, clock }: Pick<AccountDeps, 'db' | 'clock'>): JobHandlers {
  return purgeExpiredRowsDaily.handledBy(async () => {
    const now = clock();
    const before = (days: number) => new Date(now.getTime() - days * day);
    await writeInOneStatement(db, [
      // this table's expiry times are by the machine's clock
      sql`delete from rate_limit where expire < ${Date.now()}`,
      sql`delete from session where least(ended_at, expires_at) < ${before(endedSessionDays)}`,
      sql`delete from email_code where expires_at < ${now}`,
      sql`delete from proposal p where p.expires_at < ${before(expiredProposalDays)} and not ${isOrdered}`,
      sql`update proposal p set lines = '[]' where p.expires_at < ${before(expiredProposalDays)} and p.lines <> '[]' and ${isOrdered}`,
      sql`delete from idempotency_key where created_at < ${before(idempotencyKeyDays)}`,
    ]);
    // expired tokens of live sessions; a separate statement, because the one above deletes sessions with their tokens
    await sql`delete from refresh_token where expires_at < ${now}`.execute(db);
    return new Date(now.getTime() + day);
  });
}
