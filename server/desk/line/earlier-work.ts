import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { findLine, type LinePlace } from '#server/desk/find-line.ts';
import { brandOfLine } from '#server/desk/line-columns.ts';

/** Maximum number of earlier works listed beside a line. */
const most = 10;

/** SQL: the last delivered texts of the customer's other lines, without automatic results. */
const worksBeside = (orderId: RawBuilder<unknown>, position: RawBuilder<unknown>) => sql`
  from customer_order o join order_line l on l.order_id = o.id join lateral (
    select v.text, v.delivered_at from delivery v
    where v.order_id = l.order_id and v.position = l.position and v.text is not null and v.report is null
    order by v.version desc limit 1
  ) v on true
  where o.customer_id = (select customer_id from customer_order where id = ${orderId})
    and l.work_status in ('delivered', 'revisionRequested', 'completed') and (l.order_id, l.position) <> (${orderId}, ${position})`;

/** SQL: the number of works that a writer sees beside a line. */
export const countWorksBeside = (orderId: RawBuilder<unknown>, position: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from (select 1 ${worksBeside(orderId, position)} limit ${most}) as works)`;

type Row = {
  number: string;
  position: number;
  title: string;
  brand: string | null;
  delivered_at: Date;
  text: string;
};

/**
 * Earlier deliveries to the customer of a line: those of the same brand first, then of the same service, then by date, newest
 * first.
 * @throws ProblemReply 404
 */
export async function listEarlierWork(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
): Promise<DeskAnswerOf<'listEarlierWork'>> {
  const { order_id: orderId, position, brand, order_type: orderType } = await findLine(deps, caller, place);
  const { rows } = await sql<Row>`
    select o.number, l.position, l.title, ${brandOfLine} as brand, v.delivered_at, v.text
    ${worksBeside(sql`${orderId}`, sql`${position}`)}
    order by ${brandOfLine} is not distinct from ${brand}::text desc, l.order_type = ${orderType} desc, v.delivered_at desc
    limit ${most}`.execute(deps.db);
  return {
    works: rows.map(({ delivered_at: deliveredAt, ...work }) => ({
      ...work,
      deliveredAt: deliveredAt.toISOString(),
    })),
  };
}
