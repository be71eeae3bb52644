import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { minute } from '#contract/durations.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { findLine, type FoundLine, type LinePlace, type PieceText } from '#server/desk/find-line.ts';

/** Maximum number of earlier drafts stored per line. */
const mostKept = 10;
/** Minimum time (ms) between two stored drafts of one writer, because the editor saves after each pause in typing. */
const keptEvery = 5 * minute;

type NewDraft = { savedBy: bigint; written: number };

/**
 * Parts of the statement that saves a draft. They store the replaced draft as an earlier one if another person saved it, if a
 * piece loses its text, or if its writer's last stored draft is older than `keptEvery`. They delete the oldest ones above the
 * maximum. `onlyIf`: an SQL condition on the statement's other parts.
 */
export const keepEarlierDraft = (
  { order_id: orderId, position }: Pick<FoundLine, 'order_id' | 'position'>,
  { savedBy, written }: NewDraft,
  onlyIf: RawBuilder<unknown>,
): RawBuilder<unknown>[] => [
  sql`insert into earlier_draft (order_id, position, revision, pieces, message, written, saved_by, saved_at)
    select d.order_id, d.position, d.revision, d.pieces, d.message, d.written, d.saved_by, d.saved_at from work_draft d
    where d.order_id = ${orderId} and d.position = ${position} and (d.written > 0 or d.message <> '') and ${onlyIf} and (
      d.saved_by <> ${savedBy} or d.written > ${written}::int or not exists (
        select from earlier_draft e where e.order_id = d.order_id and e.position = d.position and e.saved_by = d.saved_by
          and e.saved_at > d.saved_at - make_interval(secs => ${keptEvery / 1000})))
    on conflict do nothing`,
  // the statement's parts don't see the new row yet, so this one keeps one fewer than the maximum
  sql`delete from earlier_draft where order_id = ${orderId} and position = ${position} and ${onlyIf} and revision not in (
    select revision from earlier_draft where order_id = ${orderId} and position = ${position}
    order by revision desc limit ${mostKept - 1})`,
];

/**
 * The earlier drafts of a line, newest first.
 * @throws ProblemReply 404
 */
export async function listEarlierDrafts(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
): Promise<DeskAnswerOf<'listEarlierDrafts'>> {
  const { order_id: orderId, position } = await findLine(deps, caller, place);
  const { rows } = await sql<{
    revision: number;
    pieces: PieceText[];
    message: string;
    saved_at: Date;
    by: string;
  }>`
    select e.revision, e.pieces, e.message, e.saved_at, s.name as by from earlier_draft e join staff s on s.id = e.saved_by
    where e.order_id = ${orderId} and e.position = ${position} order by e.revision desc`.execute(deps.db);
  return {
    drafts: rows.map(({ saved_at: savedAt, ...draft }) => ({ ...draft, savedAt: savedAt.toISOString() })),
  };
}
