import type { DeskBodyOf } from '#contract/desk/endpoints.ts';
import type { RevisionPoint } from '#contract/storefront/revision-points.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { pointsOf } from '#server/fulfilment/points-of.ts';
import { notFound } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { type FoundLine, type LinePlace, stateConflict } from '#server/desk/find-line.ts';
import { findLineFor } from './find-line-for.ts';

/** The changes that the customer requested to the newest version, in their order. */
export async function findPoints(
  { db }: Pick<DeskDeps, 'db'>,
  { order_id: orderId, position, versions }: Pick<FoundLine, 'order_id' | 'position' | 'versions'>,
): Promise<RevisionPoint[]> {
  const { rows } = await sql<{ points: RevisionPoint[] }>`
    select ${pointsOf(sql`${orderId}`, sql`${position}`, sql`${versions}`)} as points`.execute(db);
  return rows[0]?.points ?? [];
}

/**
 * Stores the answer to a requested change; the customer reads it with the next version. Can be changed until then.
 * @throws ProblemReply 404; 409 when the next version is delivered or about to be
 */
export async function answerPoint(
  deps: DeskDeps,
  caller: StaffCaller,
  { version, point, ...place }: LinePlace & { version: number; point: number },
  { outcome, answer }: DeskBodyOf<'answerPoint'>,
): Promise<void> {
  const line = await findLineFor(deps, 'answerPoint', caller, place);
  const { order_id: orderId, number, position, versions, open_points: open } = line;
  if (version !== versions)
    throw stateConflict('The next version has already been delivered, so you can’t change your answers.');
  if (point > open) throw notFound('We can’t find that change.');
  const now = deps.clock();
  const isOpen = sql`not exists (select from delivery where order_id = ${orderId} and position = ${position} and version > ${version})
    and not exists (select from work_draft where order_id = ${orderId} and position = ${position} and send_at is not null)`;
  const isDone = await writeInOneStatement(
    deps.db,
    [
      {
        changed_revision_point: sql`update revision_point set outcome = ${outcome}, answer = ${answer === '' ? null : answer},
        answered_by = ${caller.staffId}, answered_at = ${now}
        where order_id = ${orderId} and position = ${position} and version = ${version} and point = ${point} and ${isOpen} returning 1`,
      },
      ...auditEntry(
        caller.by,
        now,
        {
          action: 'answer-point',
          subject: `line ${number} ${position}`,
          detail: { version, point, outcome },
        },
        sql`exists (select from changed_revision_point)`,
      ),
    ],
    sql<boolean>`exists (select from changed_revision_point)`,
  );
  if (!isDone)
    throw stateConflict(
      'The next version has been delivered or is being delivered, so you can’t change your answers.',
    );
}
