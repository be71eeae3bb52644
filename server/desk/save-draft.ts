import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk-endpoints.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { Refusal } from '#server/http/refusal.ts';
import { moveLine } from '#server/fulfilment/move-line.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { type FoundLine, type LinePlace, type PieceText, textChanged } from './find-line.ts';
import { findLineFor } from './find-line-for.ts';
import { sheetOf } from './sheet-of.ts';

/**
 * Accepts only pieces of the line's sheet, each once.
 * @throws Refusal
 */
function assertOnSheet(known: ReadonlySet<string>, pieces: readonly PieceText[]): void {
  const keys = pieces.map(({ key }) => key);
  const stranger = keys.find((key, index) => !known.has(key) || keys.indexOf(key) !== index);
  if (stranger !== undefined) throw new Refusal({ pieces: [`This line has no piece called “${stranger}”`] });
}

/**
 * Saves the text if it was edited from the newest revision. Starts a line that is not started, and assigns an unassigned
 * line to the caller.
 * @throws ProblemReply 404; 409 when another person saved meanwhile or the line can't be written now
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
  if (line.work_status === 'queued') await startUnlessStarted(deps, caller, line);
  const texts = new Map(pieces.map(({ key, text }) => [key, text]));
  const isWritten = ({ key }: { key: string }) => (texts.get(key) ?? '') !== '';
  const written = sheet.pieces.filter((piece) => !piece.optional && isWritten(piece)).length;
  const now = deps.clock();
  const { order_id: orderId, position } = line;
  const revision = await writeInOneStatement(
    deps.db,
    [
      sql`insert into work_draft as d (order_id, position, pieces, message, written, expected, saved_by, saved_at)
        select ${orderId}::bigint, ${position}::int, ${JSON.stringify(pieces)}::jsonb, ${message}, ${written}::int, ${sheet.expected}::int,
          ${caller.staffId}::bigint, ${now}::timestamptz
        where ${basedOn}::int = 0 or exists (select from work_draft where order_id = ${orderId} and position = ${position})
        on conflict (order_id, position) do update set pieces = excluded.pieces, message = excluded.message, written = excluded.written,
          expected = excluded.expected, saved_by = excluded.saved_by, saved_at = excluded.saved_at, revision = d.revision + 1
          where d.revision = ${basedOn}::int and d.send_at is null
        returning revision`,
      sql`update order_line set assignee_id = ${caller.staffId}, assigned_at = ${now}
        where order_id = ${orderId} and position = ${position} and assignee_id is null and exists (select from write_0)`,
    ],
    sql<number | null>`(select revision from write_0)`,
  );
  if (revision === null) throw textChanged();
  return { revision, savedAt: now.toISOString() };
}

async function startUnlessStarted(deps: DeskDeps, { by }: StaffCaller, { number, position }: FoundLine) {
  await moveLine(deps, { number, position, move: 'start', by });
}
