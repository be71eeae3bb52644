import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import { auditEntry, stillAdmitted } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { Refusal } from '#server/http/refusal.ts';
import { moveLineIn } from '#server/fulfilment/move-line.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type Kysely, sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { keepEarlierDraft } from './earlier-drafts.ts';
import type { FoundLine, LinePlace, PieceText } from '#server/desk/find-line.ts';
import { draftConflict } from './draft-conflict.ts';
import { assertMay, findLineFor } from './find-line-for.ts';
import { lockOpenLines } from './open-lines.ts';
import { sheetOf } from './sheet-of.ts';

/**
 * Accepts only pieces of the line's work sheet, each once.
 * @throws Refusal
 */
function assertOnSheet(known: ReadonlySet<string>, pieces: readonly PieceText[]): void {
  const keys = pieces.map(({ key }) => key);
  const stranger = keys.find((key, index) => !known.has(key) || keys.indexOf(key) !== index);
  if (stranger !== undefined) throw new Refusal({ pieces: [`This line has no piece called “${stranger}”`] });
}

/**
 * Saves a text that is based on the newest revision. Starts a queued line, and assigns an unassigned line to the caller.
 * @throws ProblemReply 404; 409 when another person has saved since, or the line can't be written now
 */
export async function saveDraft(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { pieces, message, basedOn }: DeskBodyOf<'saveDraft'>,
): Promise<DeskAnswerOf<'saveDraft'>> {
  const line = await findLineFor(deps, 'write', caller, place);
  const sheet = sheetOf(line, deps.catalogue());
  assertOnSheet(new Set(sheet.pieces.map(({ key }) => key)), pieces);
  const texts = new Map(pieces.map(({ key, text }) => [key, text]));
  const isWritten = ({ key }: { key: string }) => (texts.get(key) ?? '') !== '';
  const written = sheet.pieces.filter((piece) => !piece.optional && isWritten(piece)).length;
  const now = deps.clock();
  const { order_id: orderId, position } = line;
  // locks the line, so that the customer can't end the work before the save commits
  const save = (db: Kysely<Schema>) =>
    writeInOneStatement(
      db,
      [
        {
          new_work_draft: sql`insert into work_draft as d (order_id, position, pieces, message, written, expected, saved_by, saved_at)
        select ${orderId}::bigint, ${position}::int, ${JSON.stringify(pieces)}::jsonb, ${message}, ${written}::int, ${sheet.expected}::int,
          ${caller.staffId}::bigint, ${now}::timestamptz
        from (
          select from order_line l where l.order_id = ${orderId} and l.position = ${position}
            and l.work_status not in ('completed', 'cancelled') for no key update
        ) as still_open
        where (${basedOn}::int = 0 or exists (select from work_draft where order_id = ${orderId} and position = ${position}))
          and ${stillAdmitted(caller.by)}
        on conflict (order_id, position) do update set pieces = excluded.pieces, message = excluded.message, written = excluded.written,
          expected = excluded.expected, saved_by = excluded.saved_by, saved_at = excluded.saved_at, revision = d.revision + 1,
          released_at = null, released_why = null
          where d.revision = ${basedOn}::int and d.send_at is null
        returning revision`,
        },
        ...keepEarlierDraft(
          line,
          { savedBy: caller.staffId, written },
          sql`exists (select from new_work_draft)`,
        ),
        sql`update order_line set assignee_id = ${caller.staffId}, assigned_at = ${now}
        where order_id = ${orderId} and position = ${position} and assignee_id is null and exists (select from new_work_draft)`,
        // all parts of the statement see the draft before this save
        ...auditEntry(
          caller.by,
          now,
          {
            action: 'change-draft',
            subject: `line ${line.number} ${position}`,
            detail: { revision: basedOn },
          },
          sql`exists (select from new_work_draft) and exists (
            select from work_draft where order_id = ${orderId} and position = ${position} and saved_by <> ${caller.staffId}
          )`,
        ),
      ],
      sql<number | null>`(select revision from new_work_draft)`,
    );
  const [isTaken, isStarted] = [line.assignee_id === null, line.work_status === 'queued'];
  const revision =
    isTaken || isStarted
      ? await inTransaction(deps.db, async (tx) => {
          if (isTaken) await assertTakes(tx, caller, line);
          return isStarted ? startWith(tx, deps, caller, line, save) : save(tx);
        })
      : await save(deps.db);
  if (revision === null) throw await draftConflict(deps, caller, line);
  deps.jobs.wake();
  return { revision, savedAt: now.toISOString() };
}

/**
 * Locks the caller's number of open lines and checks their limit again, unless somebody has taken the line meanwhile.
 * @throws ProblemReply 409
 */
async function assertTakes(tx: Kysely<Schema>, caller: StaffCaller, line: FoundLine): Promise<void> {
  await lockOpenLines(tx, caller);
  const { assignee_id: assignee } = await tx
    .selectFrom('order_line')
    .select('assignee_id')
    .where('order_id', '=', line.order_id)
    .where('position', '=', line.position)
    .executeTakeFirstOrThrow();
  if (assignee === null) await assertMay({ db: tx }, 'write', caller, line);
}

/** Saves the first text and starts the line, unless the save is refused or somebody has started it meanwhile. */
async function startWith(
  tx: Kysely<Schema>,
  deps: DeskDeps,
  { by }: StaffCaller,
  { order_id: orderId, number, position }: FoundLine,
  save: (db: Kysely<Schema>) => Promise<number | null>,
): Promise<number | null> {
  // every transition of the line locks its payment link first
  await sql`select 1 from payment_link where number = ${number} for update`.execute(tx);
  const revision = await save(tx);
  if (revision === null) return null;
  const { rows } = await sql`
    select 1 from order_line where order_id = ${orderId} and position = ${position} and work_status = 'queued'`.execute(
    tx,
  );
  if (rows.length > 0) await moveLineIn(tx, deps, { number, position, move: 'start', by });
  return revision;
}
