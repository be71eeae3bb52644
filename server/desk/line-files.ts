import type { DeskBodyOf } from '#contract/desk-endpoints.ts';
import type { DeskFile } from '#contract/file-bodies.ts';
import { holds } from '#contract/permissions.ts';
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
import type { DeskDeps } from './desk-deps.ts';
import { type LinePlace, moved } from './find-line.ts';
import { findLineFor } from './find-line-for.ts';
import { isSeenBy } from './line-columns.ts';

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

/** SQL condition on file `f` and its attachment `a`: the caller may see its line or message, or uploaded it and hasn't added it anywhere. */
const isSeen = (caller: StaffCaller) => sql`(
  ${isOfSeenLine(caller)} or a.kind = 'message' and ${holds(caller.permissions, 'ticket.see')}::boolean
  or a.file_id is null and ${isOwnedBy({ staffId: caller.staffId }, 'f')})`;

/**
 * SQL condition on attachment `a`: the caller may see its line. Not an `exists`, for which PostgreSQL may read all lines
 * beside an `or`.
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

// locks the draft, because its files must not change once a delivery is requested
const lockDraft = (orderId: bigint, position: number) => sql<{ is_sent: boolean }>`
  select send_at is not null as is_sent from work_draft where order_id = ${orderId} and position = ${position} for update`;

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
  const { order_id: orderId, number, position } = await findLineFor(deps, 'write', caller, place);
  const now = deps.clock();
  await inTransaction(deps.db, async (tx) => {
    // every transition of the line locks its payment link first
    await sql`select 1 from payment_link where number = ${number} for update`.execute(tx);
    const { rows } = await lockDraft(orderId, position).execute(tx);
    if (rows[0]?.is_sent) throw moved('The work is being delivered. Undo the delivery first.');
    await attachFiles(tx, {
      owner: { staffId: caller.staffId },
      place: { kind: 'draft', orderId, position },
      files,
      at: now,
    });
    await writeInOneStatement(
      tx,
      auditEntry(caller.by, now, {
        action: 'add-files',
        subject: `line ${number} ${position}`,
        detail: { files: files.join(' ') },
      }),
    );
  });
}

type DraftFile = { number: string; position: number };

/**
 * Removes the caller's own upload, or a file from the draft of a line that the caller may write.
 * @throws ProblemReply 404, 409
 */
export async function removeDeskFile(deps: DeskDeps, caller: StaffCaller, id: string): Promise<void> {
  const { rows } = await sql<DraftFile>`
    select o.number, a.position from attachment a join customer_order o on o.id = a.order_id
    where a.file_id = ${id}::uuid and a.kind = 'draft' and ${isOfSeenLine(caller)}`.execute(deps.db);
  const [draft] = rows;
  if (draft) await findLineFor(deps, 'write', caller, draft);
  const owner = { staffId: caller.staffId };
  const isRemoved = await removeOne(deps, {
    file: draft
      ? sql`f.id = ${id}::uuid and exists (select from attachment a where a.file_id = f.id and a.kind = 'draft')
          and not exists (select from attachment a join work_draft d on d.order_id = a.order_id and d.position = a.position
            where a.file_id = f.id and d.send_at is not null)`
      : sql`f.id = ${id}::uuid and ${isOwnedBy(owner, 'f')} and not exists (select from attachment a where a.file_id = f.id)`,
    upload: sql`u.id = ${id}::uuid and ${isOwnedBy(owner, 'u')}`,
    also: (isDone) =>
      draft
        ? auditEntry(
            caller.by,
            deps.clock(),
            {
              action: 'remove-file',
              subject: `line ${draft.number} ${draft.position}`,
              detail: { file: id },
            },
            isDone,
          )
        : [],
  });
  if (isRemoved) return;
  throw draft
    ? moved('The work is being delivered. Undo the delivery first.')
    : notFound('We can’t find that file.');
}
