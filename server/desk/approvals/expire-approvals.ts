import { day } from '#contract/durations.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { sql } from 'kysely';

/** Ends requests for approval that nobody decided in time. Runs daily. */
export const expireApprovalsDaily = jobKind<Record<string, never>>('desk.expire-approvals', {
  forever: true,
});

export const expireApprovals = ({ db, clock }: Pick<DeskDeps, 'db' | 'clock'>): JobHandlers =>
  expireApprovalsDaily.handledBy(async () => {
    const now = clock();
    await sql`update approval set status = 'expired', decided_at = ${now} where status = 'waiting' and expires_at <= ${now}`.execute(
      db,
    );
    return new Date(now.getTime() + day);
  });
