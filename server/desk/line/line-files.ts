import type { DeskBodyOf } from '#contract/desk/endpoints.ts';
import type { DeskFile } from '#contract/files/file-bodies.ts';
import { holds } from '#contract/desk/permissions.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { attachFiles } from '#server/files/attach-files.ts';
import { isOwnedBy } from '#server/files/file-deps.ts';
import { openFile } from '#server/files/open-file.ts';
import { removeOne } from '#server/files/remove-files.ts';
import type { FileAnswer } from '#server/http/bind-table.ts';
import { notFound } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import type { LinePlace } from '#server/desk/find-line.ts';
import { lockLineFor } from './find-line-for.ts';
import { isSeenBy } from '#server/desk/line-columns.ts';

/** A stored file of a line, as JSON. */
export type StoredLineFile = Omit<DeskFile, 'by'> & { by: string | null };

/** SQL expression of StoredLineFile[]: the files of a line, oldest first. */
export const filesOfLine = (orderId: bigint, position: number): RawBuilder<StoredLineFile[]> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type, 'bytes', f.bytes, 'scan', f.scan,
    'kind', a.kind, 'version', a.version, 'addedAt', a.added_at, 'by', s.name) order by a.added_at, f.created_at), '[]')
  from attachment a join file f on f.id = a.file_id left join staff s on s.id = f.staff_id
  where a.order_id = ${orderId} and a.position = ${position})`;

export const toDeskFile = ({ by, addedAt, ...file }: StoredLineFile): DeskFile => ({
  ...file,
  addedAt: new Date(addedAt).toISOString(),
  by: by ?? 'Customer',
});

/**
 * SQL condition on file `f` and its attachment `a`: the caller may see its line or message, or uploaded the file and hasn't
 * attached it to anything.
 */
const isSeen = (caller: StaffCaller) => sql`(
  ${isOfSeenLine(caller)} or a.kind = 'message' and ${holds(caller.permissions, 'ticket.see')}::boolean
  or a.file_id is null and ${isOwnedBy({ staffId: caller.staffId }, 'f')})`;

/**
 * SQL condition on attachment `a`: the caller may see its line. Not written as `exists`, because beside an `or` PostgreSQL may
 * then read all lines.
 */
const isOfSeenLine = (caller: StaffCaller) =>
  holds(caller.permissions, 'work.own')
    ? sql`coalesce((
  select l.work_status <> 'waiting' and ${isSeenBy(caller)} from order_line l where l.order_id = a.order_id and l.position = a.position), false)`
    : sql`false`;

/**
 * Opens a file of a line or a message that the caller may see, or their own upload.
 * @throws ProblemReply 404, 503
 */
export const showDeskFile = (deps: DeskDeps, caller: StaffCaller, id: string): Promise<FileAnswer> =>
  openFile(deps.files, id, isSeen(caller));

// A review also covers the files, so a changed file is a new revision of the draft, which its writer must submit for review
// again.
const changeFiles = (
  { staffId }: StaffCaller,
  { orderId, position }: { orderId: bigint; position: number },
  now: Date,
  onlyIf: RawBuilder<unknown> = sql`true`,
) => sql`update work_draft set revision = revision + 1, saved_by = ${staffId}, saved_at = ${now},
    handed_in_at = case when handed_in_by is distinct from ${staffId} then handed_in_at end,
    handed_in_by = nullif(handed_in_by, ${staffId})
  where order_id = ${orderId} and position = ${position} and ${onlyIf}`;

/**
 * Adds uploaded files to the draft of a line.
 * @throws Refusal for files that can't be added, ProblemReply 404, 409 when the line can't be written now
 */
export async function addDraftFiles(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { files }: DeskBodyOf<'addDraftFiles'>,
): Promise<void> {
  const now = deps.clock();
  await inTransaction(deps.db, async (tx) => {
    const { order_id: orderId, number, position } = await lockLineFor(tx, 'write', caller, place);
    const isAdded = await attachFiles(tx, {
      owner: { staffId: caller.staffId },
      place: { kind: 'draft', orderId, position },
      files,
      at: now,
    });
    if (!isAdded) return;
    await writeInOneStatement(tx, [
      changeFiles(caller, { orderId, position }, now),
      ...auditEntry(caller.by, now, {
        action: 'add-files',
        subject: `line ${number} ${position}`,
        detail: { files: files.join(' ') },
      }),
    ]);
  });
}

type DraftFile = { order_id: bigint; number: string; position: number };

/**
 * Removes the caller's own upload, or a file from the draft of a line that the caller may write.
 * @throws ProblemReply 404, 409
 */
export async function removeDeskFile(deps: DeskDeps, caller: StaffCaller, id: string): Promise<void> {
  const { rows } = await sql<DraftFile>`
    select o.id as order_id, o.number, a.position from attachment a join customer_order o on o.id = a.order_id
    where a.file_id = ${id}::uuid and a.kind = 'draft' and ${isOfSeenLine(caller)}`.execute(deps.db);
  const [draft] = rows;
  if (draft) return removeDraftFile(deps, caller, draft, id);
  const isMine = isOwnedBy({ staffId: caller.staffId }, 'f');
  const isRemoved = await removeOne(deps, {
    file: sql`f.id = ${id}::uuid and ${isMine} and not exists (select from attachment a where a.file_id = f.id)`,
    upload: sql`u.id = ${id}::uuid and ${isOwnedBy({ staffId: caller.staffId }, 'u')}`,
  });
  if (!isRemoved) throw notFound('We can’t find that file.');
}

async function removeDraftFile(
  deps: DeskDeps,
  caller: StaffCaller,
  draft: DraftFile,
  id: string,
): Promise<void> {
  const { order_id: orderId, number, position } = draft;
  const now = deps.clock();
  await inTransaction(deps.db, async (tx) => {
    await lockLineFor(tx, 'write', caller, draft);
    const isRemoved = await removeOne(
      { ...deps, db: tx },
      {
        file: sql`f.id = ${id}::uuid and exists (select from attachment a where a.file_id = f.id and a.kind = 'draft'
          and a.order_id = ${orderId} and a.position = ${position})`,
        upload: sql`false`,
        also: (isDone) => [
          changeFiles(caller, { orderId, position }, now, isDone),
          ...auditEntry(
            caller.by,
            now,
            { action: 'remove-file', subject: `line ${number} ${position}`, detail: { file: id } },
            isDone,
          ),
        ],
      },
    );
    if (!isRemoved) throw notFound('We can’t find that file.');
  });
  deps.jobs.wake();
}
