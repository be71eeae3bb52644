import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { DeskCheck } from '#contract/desk/work.ts';
import type { DeliveredPiece } from '#contract/storefront/fulfilment.ts';
import type { RevisionPoint } from '#contract/storefront/revision-points.ts';
import { pointsOf } from '#server/fulfilment/points-of.ts';
import { notFound } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { findLine, type LinePlace } from '#server/desk/find-line.ts';
import { actorWords } from '#server/desk/name-actors.ts';

type Row = {
  version: number;
  delivered_at: Date;
  text: string | null;
  pieces: DeliveredPiece[] | null;
  message: string | null;
  points: RevisionPoint[];
  is_report: boolean;
  checks: DeskCheck[] | null;
  actor: string | null;
  name: string | null;
};

/**
 * A delivered version of a line.
 * @throws ProblemReply 404
 */
export async function showVersion(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace & { version: number },
): Promise<DeskAnswerOf<'showVersion'>> {
  const { order_id: orderId, position } = await findLine(deps, caller, place);
  const { rows } = await sql<Row>`
    select v.version, v.delivered_at, v.text, v.pieces, v.message, ${pointsOf(sql`v.order_id`, sql`v.position`, sql`v.version`)} as points, v.report is not null as is_report, v.checks, e.actor, s.name
    from delivery v
    left join order_event e on e.order_id = v.order_id and e.line_position = v.position and e.at = v.delivered_at
      and e.to_status in ('delivered', 'inProgress')
    left join staff s on 'staff:' || s.id = e.actor
    where v.order_id = ${orderId} and v.position = ${position} and v.version = ${place.version}`.execute(
    deps.db,
  );
  const row = rows[0];
  if (!row) throw notFound('We can’t find that version.');
  return {
    version: row.version,
    deliveredAt: row.delivered_at.toISOString(),
    by: actorWords(row.actor ?? 'system', row.name),
    text: row.text,
    pieces: row.pieces,
    message: row.message,
    points: row.points,
    isReport: row.is_report,
    checks: row.checks ?? [],
  };
}
