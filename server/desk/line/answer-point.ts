import type { DeskBodyOf } from '#contract/desk/endpoints.ts';
import type { RevisionPoint } from '#contract/storefront/revision-points.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { pointsOf } from '#server/fulfilment/points-of.ts';
import { notFound } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { type FoundLine, type LinePlace, stateConflict } from '#server/desk/find-line.ts';
import { lockLineFor } from './find-line-for.ts';

/** The changes that the customer requested to the newest version, in the customer's order. */
export async function findPoints(
  { db }: Pick<DeskDeps, 'db'>,
  { order_id: orderId, position, versions }: Pick<FoundLine, 'order_id' | 'position' | 'versions'>,
): Promise<RevisionPoint[]> {
  const { rows } = await sql<{ points: RevisionPoint[] }>`
    select ${pointsOf(sql`${orderId}`, sql`${position}`, sql`${versions}`)} as points`.execute(db);
  return rows[0]?.points ?? [];
}

/**
 * Stores the answer to a requested change. The customer reads it with the next version; until then it can be changed. A review
 * also covers the answers, so a changed answer is a new revision of the draft, which its writer must submit for review again.
 * @throws ProblemReply 404; 409 when the next version is delivered or about to be
 */
export async function answerPoint(
  { db, clock }: DeskDeps,
  caller: StaffCaller,
  { version, point, ...place }: LinePlace & { version: number; point: number },
  { outcome, answer }: DeskBodyOf<'answerPoint'>,
): Promise<void> {
  const { staffId, by } = caller;
  await inTransaction(db, async (tx) => {
    const line = await lockLineFor(tx, 'answerPoint', caller, place);
    const { order_id: orderId, number, position, versions, open_points: open } = line;
    if (version !== versions)
      throw stateConflict('The next version has already been delivered, so you can’t change your answers.');
    if (point > open) throw notFound('We can’t find that change.');
    const now = clock();
    await writeInOneStatement(tx, [
      sql`update revision_point set outcome = ${outcome}, answer = ${answer === '' ? null : answer}, answered_by = ${staffId}, answered_at = ${now}
        where order_id = ${orderId} and position = ${position} and version = ${version} and point = ${point}`,
      sql`update work_draft set revision = revision + 1,
          handed_in_at = case when handed_in_by is distinct from ${staffId} then handed_in_at end,
          handed_in_by = nullif(handed_in_by, ${staffId})
        where order_id = ${orderId} and position = ${position}`,
      ...auditEntry(by, now, {
        action: 'answer-point',
        subject: `line ${number} ${position}`,
        detail: { version, point, outcome },
      }),
    ]);
  });
}
