import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import { sql } from 'kysely';
import { notFound } from '#server/http/refusal.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { pointsOf } from './points-of.ts';
import { type OrderDetails, recheckUntil, wordsCovered } from './recheck-text.ts';

export type WantedDelivery = { number: string; position: number; version: number };

/** SQL: the files of delivery `d`. */
const deliveredFiles = sql<Delivery['files']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type, 'bytes', f.bytes, 'scan', f.scan)
    order by a.added_at, f.created_at), '[]')
  from attachment a join file f on f.id = a.file_id
  where a.order_id = d.order_id and a.position = d.position and a.version = d.version and a.kind = 'delivery')`;

/** SQL: the public name of the member of staff who delivered `d`. */
const deliveredBy = sql<string | null>`(
  select s.public_name from order_event e join staff s on e.actor = 'staff:' || s.id
  where e.order_id = d.order_id and e.line_position = d.position and e.at = d.delivered_at limit 1)`;

// a subquery: with a join, the planner may read a small table whole
const orderedDetails = sql<OrderDetails>`(
  select l.details from order_line l where l.order_id = d.order_id and l.position = d.position)`;

const isFollowed = sql<boolean>`exists (
  select from delivery n where n.order_id = d.order_id and n.position = d.position and n.version > d.version)`;

/**
 * One version of the work of this customer's order.
 * @throws ProblemReply 404
 */
export async function showDelivery(
  { db, catalogue }: Pick<OrderDeps, 'db' | 'catalogue'>,
  customerId: bigint,
  { number, position, version }: WantedDelivery,
): Promise<Delivery> {
  const row = await db
    .selectFrom('delivery as d')
    .innerJoin('customer_order as o', 'o.id', 'd.order_id')
    .leftJoin('recheck as r', (join) =>
      join.onRef('r.order_id', '=', 'd.order_id').onRef('r.position', '=', 'd.position'),
    )
    .select(['d.version', 'd.delivered_at', 'd.text', 'd.pieces', 'd.message', 'd.report'])
    .select('r.report as rechecked')
    .select(pointsOf(sql`d.order_id`, sql`d.position`, sql`d.version`).as('points'))
    .select(isFollowed.as('is_followed'))
    .select(orderedDetails.as('details'))
    .select(deliveredFiles.as('files'))
    .select(deliveredBy.as('by'))
    .where('o.customer_id', '=', customerId)
    .where('o.number', '=', readNumber('R', number) ?? '')
    .where('d.position', '=', position)
    .where('d.version', '=', version)
    .executeTakeFirst();
  if (!row) throw notFound('We can’t find that delivery in your account.');
  const report = row.report as unknown as Delivery['report'];
  return {
    version: row.version,
    deliveredAt: row.delivered_at.toISOString(),
    by: row.by,
    text: row.text,
    pieces: row.pieces as unknown as Delivery['pieces'],
    // shows the answers to requested changes only together with the next version
    points: row.is_followed
      ? row.points
      : row.points.map((point) => ({ ...point, outcome: null, answer: null })),
    message: row.message,
    files: row.files,
    report,
    recheck:
      report?.type === 'analyzer'
        ? {
            until: recheckUntil(row.delivered_at).toISOString(),
            maxWords: wordsCovered(catalogue(), row.details),
            latest: row.rechecked as unknown as AnalyzerReport | null,
          }
        : null,
  };
}
