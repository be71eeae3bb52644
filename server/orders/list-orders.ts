import { operatorsDay } from '#contract/delivery-date.ts';
import type { OrderList, orderFilters } from '#contract/orders.ts';
import { businessCalendar } from '#contract/shop.ts';
import { type RawBuilder, sql } from 'kysely';
import { findOrders } from './find-orders.ts';
import type { OrderDeps } from './order-deps.ts';

/**
 * SQL condition: orders that may wait for their customer, including late ones, some of which cannot be canceled yet. Evaluated per
 * order: as `exists` it would read all lines of the shop.
 */
const isWaiting = (now: Date): RawBuilder<unknown> => sql`(
  select w.status = 'awaitingPayment' or w.disputed > 0 and w.charged_back_at is null or w.status = 'paid' and (
    select bool_or(
      l.work_status = 'needsInfo' or l.work_status = 'delivered' and l.revision_rounds > 0
      or l.work_status in ('queued', 'inProgress', 'revisionRequested') and l.due_on < ${operatorsDay(now, businessCalendar)}::date
    ) from order_line l where l.order_id = o.id
  )
  from payment_link w where w.id = o.payment_link_id
)`;

/** A customer's orders, newest first, by keyset: `cursor` marks the end of the previous page. */
export async function listOrders(
  { db, publicUrl, clock }: Pick<OrderDeps, 'db' | 'publicUrl' | 'clock'>,
  customerId: bigint,
  {
    cursor,
    limit,
    show = 'all',
  }: { cursor?: string | undefined; limit: number; show?: (typeof orderFilters)[number] },
): Promise<OrderList> {
  const before = cursor === undefined ? sql`true` : sql`o.id < ${BigInt(cursor)}`;
  const isMeant = show === 'all' ? sql`true` : isWaiting(clock());
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
