import { day } from '#contract/durations.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { enqueue, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import { approvalDecided } from './approval-decided.mail.ts';

/** Expires requests for approval that nobody decided in time, and emails the requesters. Runs daily. */
export const expireApprovalsDaily = jobKind<Record<string, never>>('desk.expire-approvals', {
  forever: true,
});

export const expireApprovals = ({ db, clock }: Pick<DeskDeps, 'db' | 'clock'>): JobHandlers =>
  expireApprovalsDaily.handledBy(async () => {
    const now = clock();
    await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: bigint }>`
        update approval set status = 'expired', decided_at = ${now} where status = 'waiting' and expires_at <= ${now} returning id`.execute(
        tx,
      );
      await enqueue(
        rows.map(({ id }) => approvalDecided.at(now, { approval: String(id) }, String(id))),
      ).execute(tx);
    });
    return new Date(now.getTime() + day);
  });
