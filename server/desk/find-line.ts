import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import type { SoldItem } from '#contract/work/work-sheet.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { isSeenBy, type LineColumns, lineColumns, lineTables } from './line-columns.ts';

/** Identifies a line. `position` counts from 1. */
export type LinePlace = { number: string; position: number };
/** The text of one piece of a work sheet. */
export type PieceText = { key: string; text: string };

export type FoundLine = LineColumns & {
  details: OrderDetails;
  /** The contents of a bundle when it was ordered; null for a service. */
  bundle_items: SoldItem[] | null;
  parts: { key: string; label: string }[];
  lines_in_order: number;
  paid_at: Date | null;
  revision_rounds: number;
  revisions_used: number;
  question: string | null;
  /** Number of requested changes to the newest version. */
  open_points: number;
  is_taken_over: boolean;
  pieces: PieceText[] | null;
  message: string | null;
  revision: number | null;
  saved_by: bigint | null;
  saved_by_name: string | null;
  saved_at: Date | null;
  handed_in_by: bigint | null;
  handed_in_by_name: string | null;
  returned_at: Date | null;
  returned_by_name: string | null;
  /** When the newest version was delivered. */
  delivered_at: Date | null;
};

/**
 * Finds a line that the caller may see, with its brief and draft.
 * @throws ProblemReply 404, also for a line that the caller may not see
 */
export async function findLine(
  { db }: Pick<DeskDeps, 'db'>,
  caller: StaffCaller,
  { number: typed, position }: LinePlace,
): Promise<FoundLine> {
  const number = readNumber('R', typed);
  const { rows } = number
    ? await sql<FoundLine>`
        select ${lineColumns}, l.details, l.bundle_items, l.parts, o.paid_at, l.revision_rounds, l.revisions_used, l.question,
          (select count(*)::int from revision_point r where r.order_id = l.order_id and r.position = l.position and r.version = (
            select max(v.version) from delivery v where v.order_id = l.order_id and v.position = l.position
          )) as open_points,
          l.handed_over_at is not null as is_taken_over, d.pieces, d.message, d.revision, d.saved_by, d.saved_at, d.handed_in_by,
          (select name from staff where id = d.saved_by) as saved_by_name,
          (select name from staff where id = d.handed_in_by) as handed_in_by_name, d.returned_at,
          (select name from staff where id = d.returned_by) as returned_by_name,
          (select max(v.delivered_at) from delivery v where v.order_id = l.order_id and v.position = l.position) as delivered_at,
          (select count(*)::int from order_line where order_id = o.id) as lines_in_order
        from ${lineTables}
        where l.order_id = (select id from customer_order where number = ${number}) and l.position = ${position} and l.work_status <> 'waiting' and ${isSeenBy(caller)}`.execute(
        db,
      )
    : { rows: [] };
  if (!rows[0]) throw notFound('We can’t find that line, or you don’t have access to it.');
  return rows[0];
}

/** 409: the state has changed since the caller read it, so the caller must reload and decide again. */
export const stateConflict = (why: string) => new ProblemReply(409, why);
