import { minute } from '#contract/durations.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { findLine, type LinePlace } from './find-line.ts';

/** For how long its writer can remove a note (ms). */
export const removableMs = 10 * minute;

type NoteOn = { orderId: bigint; position: number };

/** The write of a note on a line. */
export const insertNote = (
  { staffId }: StaffCaller,
  { orderId, position }: NoteOn,
  text: string,
  now: Date,
): RawBuilder<unknown> =>
  sql`insert into staff_note (order_id, position, staff_id, text, created_at) values (${orderId}, ${position}, ${staffId}, ${text}, ${now})`;

/** Writes a note that only the team reads. @throws ProblemReply 404 */
export async function addNote(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { text }: { text: string },
): Promise<void> {
  const { order_id: orderId, number, position } = await findLine(deps, caller, place);
  const now = deps.clock();
  await writeInOneStatement(deps.db, [
    insertNote(caller, { orderId, position }, text, now),
    ...auditEntry(caller.by, now, { action: 'add-note', subject: `line ${number} ${position}` }),
  ]);
}

/** Removes a note of the caller's while it is new: others may have acted on an older one. @throws ProblemReply 409 */
export async function removeNote({ db, clock }: DeskDeps, caller: StaffCaller, id: string): Promise<void> {
  const now = clock();
  const isDone = await writeInOneStatement(
    db,
    [
      sql`update staff_note set removed_at = ${now}, text = '' where id = ${BigInt(id)} and staff_id = ${caller.staffId}
        and removed_at is null and created_at > ${new Date(now.getTime() - removableMs)} returning 1`,
      ...auditEntry(
        caller.by,
        now,
        { action: 'remove-note', subject: `note ${id}` },
        sql`exists (select from write_0)`,
      ),
    ],
    sql<boolean>`exists (select from write_0)`,
  );
  if (!isDone) throw new ProblemReply(409, 'You can remove your own notes within ten minutes.');
}
