import type { OrderList, orderFilters } from '#contract/orders.ts';
import { sql } from 'kysely';
import { findOrders } from './find-orders.ts';
import type { OrderDeps } from './order-deps.ts';

/**
 * SQL condition: orders with something still to do, for the team or the customer. Evaluated per order, because as `exists`
 * it would read all lines of the shop.
 */
const isOpen = sql`(
  select w.status in ('awaitingPayment', 'processing') or w.disputed > 0 and w.charged_back_at is null or w.status = 'paid' and (
    select bool_or(
      l.work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested')
      or l.work_status = 'delivered' and l.revision_rounds > 0
    ) from order_line l where l.order_id = o.id
  )
  from payment_link w where w.id = o.payment_link_id
)`;

/** A customer's orders, newest first, by keyset: `cursor` marks the end of the previous page. */
export async function listOrders(
  { db, publicUrl }: Pick<OrderDeps, 'db' | 'publicUrl'>,
  customerId: bigint,
  {
    cursor,
    limit,
    show = 'all',
  }: { cursor?: string | undefined; limit: number; show?: (typeof orderFilters)[number] },
): Promise<OrderList> {
  const before = cursor === undefined ? sql`true` : sql`o.id < ${BigInt(cursor)}`;
  const isMeant = show === 'all' ? sql`true` : isOpen;
  const found = await findOrders(
    db,
    publicUrl,
    sql`o.customer_id = ${customerId} and ${before} and ${isMeant}`,
    limit + 1,
  );
  const page = found.slice(0, limit);
  return {
    orders: page.map(({ order }) => order),
    nextCursor: found.length > limit ? String(page.at(-1)!.id) : null,
  };
}
