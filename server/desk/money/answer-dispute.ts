import type { DeskBodyOf } from '#contract/desk/endpoints.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { notFound } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';

/**
 * Stores whether a dispute was answered at the provider. It only ends the desk's reminder: the dispute's state comes from the
 * provider.
 * @throws ProblemReply 404
 */
export async function answerDispute(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  { staffId, by }: StaffCaller,
  { id, isAnswered }: { id: string } & DeskBodyOf<'answerDispute'>,
): Promise<void> {
  const now = clock();
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ subject: string; is_answered: boolean }>`
      select l.purpose || ' ' || l.number as subject, d.answered_at is not null as is_answered
      from dispute d join payment_attempt a on a.id = d.payment_attempt_id join payment_link l on l.id = a.payment_link_id
      where d.id = ${BigInt(id)} for update of d`.execute(tx);
    const [dispute] = rows;
    if (!dispute) throw notFound('We can’t find that dispute.');
    if (dispute.is_answered === isAnswered) return;
    await writeInOneStatement(tx, [
      sql`update dispute set answered_by = ${isAnswered ? staffId : null}::bigint, answered_at = ${isAnswered ? now : null}::timestamptz
        where id = ${BigInt(id)}`,
      ...auditEntry(by, now, {
        action: isAnswered ? 'answer-dispute' : 'reopen-dispute',
        subject: dispute.subject,
      }),
    ]);
  });
}
