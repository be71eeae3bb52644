import { operatorsDay } from '#contract/delivery-date.ts';
import type { Order, OrderList, orderFilters } from '#contract/storefront/orders.ts';
import type { OrderSearch, OrderState } from '#contract/storefront/order-search.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { beginsWith } from '#server/database/search-text.ts';
import { type RawBuilder, sql } from 'kysely';
import { findOrders } from './find-orders.ts';
import type { OrderDeps } from './order-deps.ts';

/**
 * SQL condition: the team or the customer still has something to do for the order. It is a subquery per order: with `exists`,
 * PostgreSQL would read all lines of the shop.
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

const paid = sql`(select status from payment_link where id = o.payment_link_id) = 'paid'`;
const hasLine = (condition: RawBuilder<unknown>) =>
  sql`exists (select from order_line l where l.order_id = o.id and ${condition})`;
/** SQL condition of each state that customers can filter by. */
const isIn: Record<OrderState, RawBuilder<unknown>> = {
  unpaid: sql`(select status from payment_link where id = o.payment_link_id) = 'awaitingPayment'`,
  attention: sql`(${paid} and ${hasLine(sql`(l.work_status = 'needsInfo' or l.work_status = 'delivered' and l.revision_rounds > 0)`)})`,
  working: sql`(${paid} and ${hasLine(sql`l.work_status in ('queued', 'inProgress', 'revisionRequested')`)})`,
  // a subquery of the order's own lines: with `exists`, PostgreSQL would read the finished lines of the whole shop
  done: sql`(${paid} and (
    select bool_or(l.work_status in ('delivered', 'completed')) and not bool_or(
      l.work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested') or l.work_status = 'delivered' and l.revision_rounds > 0
    ) from order_line l where l.order_id = o.id
  ))`,
  canceled: sql`((select status from payment_link where id = o.payment_link_id) in ('expired', 'cancelled')
    or (select bool_and(l.work_status = 'cancelled') from order_line l where l.order_id = o.id))`,
};

const { timeZone } = businessCalendar;

const isMonth = (month: string) => {
  const start = sql`${`${month}-01`}::timestamp`;
  return sql`o.created_at >= (${start} at time zone ${timeZone}) and o.created_at < ((${start} + interval '1 month') at time zone ${timeZone})`;
};

/** SQL condition: order `o` matches the search. */
function isFound({ q = '', service = '', month = '', state = '' }: OrderSearch): RawBuilder<unknown> {
  const conditions = [
    ...(q === ''
      ? []
      : [
          sql`exists (select from search_text s where s.kind = 'order' and s.id = o.id and ${beginsWith(sql`s.words`, q)})`,
        ]),
    ...(service === '' ? [] : [hasLine(sql`l.order_type = ${Number(service)}`)]),
    ...(month === '' ? [] : [isMonth(month)]),
    ...(state === '' ? [] : [isIn[state as OrderState]]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** The months (YYYY-MM) in which the customer ordered, newest first. */
async function findMonths({ db }: Pick<OrderDeps, 'db'>, customerId: bigint): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(created_at at time zone ${timeZone}, 'YYYY-MM') as month
    from customer_order where customer_id = ${customerId} order by month desc`.execute(db);
  return rows.map(({ month }) => month);
}

/** The months of these orders, as `findMonths` finds them. */
const monthsOf = (orders: readonly Order[]): string[] => [
  ...new Set(orders.map(({ createdAt }) => operatorsDay(new Date(createdAt), businessCalendar).slice(0, 7))),
];

/** A customer's orders, newest first, by keyset: `cursor` marks the end of the previous page. */
export async function listOrders(
  { db, publicUrl }: Pick<OrderDeps, 'db' | 'publicUrl'>,
  customerId: bigint,
  {
    cursor,
    limit,
    show = 'all',
    ...search
  }: OrderSearch & { cursor?: string | undefined; limit: number; show?: (typeof orderFilters)[number] },
): Promise<OrderList> {
  const before = cursor === undefined ? sql`true` : sql`o.id < ${BigInt(cursor)}`;
  const isMeant = show === 'all' ? sql`true` : isOpen;
  const found = await findOrders(
    db,
    publicUrl,
    sql`o.customer_id = ${customerId} and ${before} and ${isMeant} and ${isFound(search)}`,
    limit + 1,
  );
  const orders = found.slice(0, limit).map(({ order }) => order);
  const hasMonths = cursor === undefined && show === 'all';
  // most customers have few orders, so that the page already has all of them
  const isWhole = found.length <= limit && !Object.values(search).some(Boolean);
  return {
    orders,
    months: !hasMonths ? null : isWhole ? monthsOf(orders) : await findMonths({ db }, customerId),
    nextCursor: found.length > limit ? String(found[limit - 1]!.id) : null,
  };
}
