import { minute } from '#contract/durations.ts';
import type { DeskNote } from '#contract/desk/orders.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { findLine, type LinePlace } from './find-line.ts';

/** How long after adding a note its writer can remove it (ms). */
export const removableMs = 10 * minute;

/** The subject of a note: a line, an order, a customer or a ticket. */
type NoteOn = { orderId: bigint; position?: number } | { customerId: bigint } | { ticketId: bigint };

/** The write that adds a note. `onlyIf`: an SQL condition on the statement's other parts. */
export function insertNote(
  { staffId }: StaffCaller,
  on: NoteOn,
  text: string,
  now: Date,
  onlyIf: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const [order, position] = 'orderId' in on ? [on.orderId, on.position ?? null] : [null, null];
  return sql`insert into staff_note (order_id, position, customer_id, ticket_id, staff_id, text, created_at)
    select ${order}::bigint, ${position}::int, ${'customerId' in on ? on.customerId : null}::bigint,
      ${'ticketId' in on ? on.ticketId : null}::bigint, ${staffId}::bigint, ${text}, ${now}::timestamptz where ${onlyIf}`;
}

/** A stored note, as JSON. */
export type StoredNote = {
  id: string;
  at: string;
  staff: string;
  by: string;
  text: string;
  line: number | null;
};

/** SQL expression of StoredNote[]: the notes for which `where` holds, oldest first. */
export const notesWhere = (where: RawBuilder<unknown>): RawBuilder<StoredNote[]> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id::text, 'at', n.created_at, 'staff', n.staff_id::text, 'by', s.name,
    'text', n.text, 'line', n.position) order by n.id), '[]')
  from staff_note n join staff s on s.id = n.staff_id where n.removed_at is null and ${where})`;

/** Converts a stored note to the form of the API. `canRemove` depends on the caller. */
export const toNote = (
  { id, at, staff, by, text }: StoredNote,
  { staffId }: StaffCaller,
  now: Date,
): DeskNote => ({
  id,
  at: new Date(at).toISOString(),
  by,
  text,
  canRemove: staff === String(staffId) && now.getTime() - Date.parse(at) < removableMs,
});

/**
 * Adds a note on a line, for staff only.
 * @throws ProblemReply 404
 */
export async function addNote(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { text }: { text: string },
): Promise<void> {
  const { order_id: orderId, number, position } = await findLine(deps, caller, place);
  await writeNote(deps, caller, { orderId, position }, { subject: `line ${number} ${position}`, text });
}

/** SQL condition on note `n`: it has this subject. */
function isOn(on: NoteOn): RawBuilder<unknown> {
  if ('customerId' in on) return sql`n.customer_id = ${on.customerId}`;
  if ('ticketId' in on) return sql`n.ticket_id = ${on.ticketId}`;
  return sql`n.order_id = ${on.orderId} and n.position is not distinct from ${on.position ?? null}::int`;
}

/**
 * SQL condition: the person hasn't added this text in the last ten minutes. An equal text within them counts as a retry after a
 * lost answer.
 */
export const isNewNote = (
  { staffId }: StaffCaller,
  on: NoteOn,
  text: string,
  now: Date,
): RawBuilder<unknown> =>
  sql`not exists (select from staff_note n where ${isOn(on)} and n.staff_id = ${staffId} and n.text = ${text}
    and n.removed_at is null and n.created_at > ${new Date(now.getTime() - removableMs)})`;

/** Adds a note on an order, a customer or a ticket, with an audit entry. A retried request adds one note. */
export async function writeNote(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  caller: StaffCaller,
  on: NoteOn,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  const now = clock();
  const isNew = isNewNote(caller, on, text, now);
  await inTransaction(db, async (tx) => {
    // serializes a person's notes, so that each check sees the earlier ones
    await sql`select pg_advisory_xact_lock(hashtext('note'), hashtext(${String(caller.staffId)}))`.execute(
      tx,
    );
    await writeInOneStatement(tx, [
      insertNote(caller, on, text, now, isNew),
      ...auditEntry(caller.by, now, { action: 'add-note', subject }, isNew),
    ]);
  });
}

/**
 * Removes a new note of the caller. An older one can't be removed, because others may have acted on it.
 * @throws ProblemReply 409
 */
export async function removeNote({ db, clock }: DeskDeps, caller: StaffCaller, id: string): Promise<void> {
  const now = clock();
  const isDone = await writeInOneStatement(
    db,
    [
      {
        changed_staff_note: sql`update staff_note set removed_at = ${now}, text = '' where id = ${BigInt(id)} and staff_id = ${caller.staffId}
        and removed_at is null and created_at > ${new Date(now.getTime() - removableMs)} returning 1`,
      },
      ...auditEntry(
        caller.by,
        now,
        { action: 'remove-note', subject: `note ${id}` },
        sql`exists (select from changed_staff_note)`,
      ),
    ],
    sql<boolean>`exists (select from changed_staff_note)`,
  );
  if (!isDone)
    throw new ProblemReply(
      409,
      'You can remove only your own notes, and only within ten minutes of adding them.',
    );
}
