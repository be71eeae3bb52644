import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { addNotice } from '#server/staff/notices.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import type { FoundLine, LinePlace } from '#server/desk/find-line.ts';
import { draftConflict } from './draft-conflict.ts';
import { findLineFor } from './find-line-for.ts';
import { insertNote } from '#server/desk/notes.ts';

type Change = {
  line: FoundLine;
  action: 'hand-in' | 'hand-back';
  set: RawBuilder<unknown>;
  /** SQL condition on the draft. */
  onlyIf: RawBuilder<unknown>;
  also?: (isDone: RawBuilder<unknown>) => RawBuilder<unknown>[];
};

/** Changes the draft only if it still has the revision that the caller saw, and nobody has made the same change meanwhile. */
async function changeDraft(
  deps: DeskDeps,
  caller: StaffCaller,
  { line, action, set, onlyIf, also }: Change,
): Promise<void> {
  const { order_id: orderId, number, position, revision } = line;
  const isChanged = sql<boolean>`exists (select from changed_work_draft)`;
  const isDone = await writeInOneStatement(
    deps.db,
    [
      {
        changed_work_draft: sql`update work_draft set ${set} where order_id = ${orderId} and position = ${position} and revision = ${revision}
        and send_at is null and ${onlyIf} returning 1`,
      },
      ...auditEntry(
        caller.by,
        deps.clock(),
        { action, subject: `line ${number} ${position}`, detail: { revision: revision ?? 0 } },
        isChanged,
      ),
      ...(also?.(isChanged) ?? []),
    ],
    isChanged,
  );
  if (!isDone) throw await draftConflict(deps, caller, line);
}

/**
 * Submits the draft for review by another person.
 * @throws ProblemReply 404, 409
 */
export async function submitDraft(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { basedOn }: { basedOn: number },
): Promise<void> {
  const line = await findLineFor(deps, 'handIn', caller, place);
  if (line.revision !== basedOn) throw await draftConflict(deps, caller, line);
  const set = sql`handed_in_at = ${deps.clock()}, handed_in_by = ${caller.staffId}, returned_at = null, returned_by = null`;
  await changeDraft(deps, caller, { line, action: 'hand-in', set, onlyIf: sql`handed_in_at is null` });
}

/**
 * Returns the draft to its writer with a note.
 * @throws ProblemReply 404, 409
 */
export async function returnDraft(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { text }: { text: string },
): Promise<void> {
  const line = await findLineFor(deps, 'handBack', caller, place);
  const on = { orderId: line.order_id, position: line.position };
  const to = line.assignee_id ?? line.handed_in_by;
  const now = deps.clock();
  await changeDraft(deps, caller, {
    line,
    action: 'hand-back',
    set: sql`handed_in_at = null, handed_in_by = null, returned_at = ${now}, returned_by = ${caller.staffId}`,
    onlyIf: sql`handed_in_at is not null`,
    also: (isDone) => [
      insertNote(caller, on, text, now, isDone),
      ...addNotice(caller.by, { kind: 'returned', to, ...on, at: now }, isDone),
    ],
  });
}
