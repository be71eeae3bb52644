import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { type FoundLine, type LinePlace, textChanged } from './find-line.ts';
import { findLineFor } from './find-line-for.ts';
import { insertNote } from './notes.ts';

type Change = {
  line: FoundLine;
  action: 'hand-in' | 'hand-back';
  set: RawBuilder<unknown>;
  also?: RawBuilder<unknown>;
};

/** Changes the draft only if it is still the revision that the caller saw. */
async function changeDraft(
  { db, clock }: DeskDeps,
  { by }: StaffCaller,
  { line, action, set, also }: Change,
): Promise<void> {
  const { order_id: orderId, number, position, revision } = line;
  const isDone = await writeInOneStatement(
    db,
    [
      sql`update work_draft set ${set} where order_id = ${orderId} and position = ${position} and revision = ${revision}
        and send_at is null returning 1`,
      ...auditEntry(
        by,
        clock(),
        { action, subject: `line ${number} ${position}`, detail: { revision: revision ?? 0 } },
        sql`exists (select from write_0)`,
      ),
      ...(also ? [also] : []),
    ],
    sql<boolean>`exists (select from write_0)`,
  );
  if (!isDone) throw textChanged();
}

/**
 * Submits the draft for review by a second person.
 * @throws ProblemReply 404, 409
 */
export async function handIn(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { basedOn }: { basedOn: number },
): Promise<void> {
  const line = await findLineFor(deps, 'handIn', caller, place);
  if (line.revision !== basedOn) throw textChanged();
  const set = sql`handed_in_at = ${deps.clock()}, handed_in_by = ${caller.staffId}`;
  await changeDraft(deps, caller, { line, action: 'hand-in', set });
}

/**
 * Returns the draft to its writer with a note.
 * @throws ProblemReply 404, 409
 */
export async function handBack(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { text }: { text: string },
): Promise<void> {
  const line = await findLineFor(deps, 'handBack', caller, place);
  const note = insertNote(caller, { orderId: line.order_id, position: line.position }, text, deps.clock());
  const set = sql`handed_in_at = null, handed_in_by = null`;
  await changeDraft(deps, caller, { line, action: 'hand-back', set, also: note });
}
