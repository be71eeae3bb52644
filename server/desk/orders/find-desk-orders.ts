import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import { deskProblems } from '#contract/desk/endpoint.ts';
import type { DeskOrderRow, DeskPayment, DeskWork } from '#contract/desk/orders.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { holds } from '#contract/desk/permissions.ts';
import { isWithin } from '#server/books/day-bounds.ts';
import { beginsWith } from '#server/database/search-text.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import {
  findOrders,
  type FoundOrder,
  paymentStatusOfOrder,
  workStatusOfOrder,
} from '#server/orders/find-orders.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { findLinesOfBrand } from '#server/desk/find-lines-of-brand.ts';
import { shownName } from '#server/desk/line-columns.ts';

/** The customer's name on an order, as the caller may see it. */
export const nameOnOrder = (caller: StaffCaller, { billing }: Pick<Order, 'billing'>): string =>
  shownName(caller, { first_name: billing.firstName, last_name: billing.lastName });

/** The payment status for the desk, which has its own status for a lost dispute. */
export const paymentOf = ({ payment, events }: Order): DeskPayment =>
  payment.status === 'disputed' && events.some(({ to }) => to === 'chargedBack')
    ? 'disputeLost'
    : payment.status;

/** Converts an order to a row of the API, with the customer's name as the caller may see it. */
export const toOrderRow = ({ order, livemode }: FoundOrder, caller: StaffCaller): DeskOrderRow => ({
  number: order.number,
  customer: nameOnOrder(caller, order),
  title: order.lines[0]?.title ?? '',
  lines: order.lines.length,
  amount: order.amount,
  currency: order.currency,
  livemode,
  payment: paymentOf(order),
  work: order.work.status,
  createdAt: order.createdAt,
});

const isLost = sql`exists (select from order_event e where e.order_id = o.id and e.to_status = 'chargedBack')`;

/** SQL condition: the order's payment has this status in the list. */
function isPayment(payment: DeskPayment): RawBuilder<unknown> {
  if (payment === 'disputeLost') return sql`${paymentStatusOfOrder} = 'disputed' and ${isLost}`;
  const is = sql`${paymentStatusOfOrder} = ${payment}`;
  return payment === 'disputed' ? sql`${is} and not ${isLost}` : is;
}

/** SQL condition: the order's work has this status in the list. */
function isWork(work: DeskWork): RawBuilder<unknown> {
  const isHeld = sql`(${isPayment('disputed')} and ${workStatusOfOrder} in ('queued', 'inProgress', 'needsInfo', 'revisionRequested'))`;
  return work === 'onHold' ? isHeld : sql`${workStatusOfOrder} = ${work} and not ${isHeld}`;
}

/**
 * SQL condition: the order matches this text. For callers who may not see full names, only a brand's words and a part of the
 * number match, because a search by name would reveal the name.
 */
async function isFound(
  { db }: Pick<DeskDeps, 'db'>,
  typed: string,
  { permissions }: StaffCaller,
): Promise<RawBuilder<unknown>> {
  const number = readNumber('R', typed);
  if (number) return sql`o.number = ${number}`;
  if (holds(permissions, 'customer.see'))
    return sql`o.id in (select id from search_text where kind = 'order' and ${beginsWith(sql`words`, typed)})`;
  const ids = (await findLinesOfBrand({ db }, typed)).map(({ order }) => order);
  const plain = typed.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return sql`(o.number ilike ${`%${plain}%`} or o.id = any(${ids}::bigint[]))`;
}

/**
 * SQL condition on order `o` with payment link `p`: it matches the filters. Lines are read by a subquery per order, because with
 * `exists` PostgreSQL would read all lines of the shop.
 * @throws Refusal when the last day is before the first
 */
async function isChosen(
  deps: Pick<DeskDeps, 'db'>,
  { customer, payment, work, service, from, to, q }: Omit<DeskQueryOf<'listDeskOrders'>, 'cursor' | 'limit'>,
  caller: StaffCaller,
): Promise<RawBuilder<unknown>> {
  const conditions = [
    isWithin(sql`o.created_at`, { from, to }),
    ...(customer === undefined ? [] : [sql`o.customer_id = ${BigInt(customer)}`]),
    ...(payment === undefined ? [] : [isPayment(payment)]),
    ...(work === undefined ? [] : [isWork(work)]),
    ...(service === undefined
      ? []
      : [sql`(select bool_or(l.order_type = ${service}) from order_line l where l.order_id = o.id)`]),
    ...(q === undefined ? [] : [await isFound(deps, q, caller)]),
  ];
  return sql.join(conditions, sql` and `);
}

/** Greater than any order's ID, for the first page. */
const noCursor = '9223372036854775807';

/**
 * Orders that match the filters, newest first, by keyset.
 * @throws ProblemReply 403 for one customer's orders without `customer.see`; Refusal when the last day is before the first
 */
export async function listDeskOrders(
  { db, publicUrl, catalogue }: Pick<DeskDeps, 'db' | 'publicUrl' | 'catalogue'>,
  caller: StaffCaller,
  { cursor, limit, ...filters }: DeskQueryOf<'listDeskOrders'>,
): Promise<DeskAnswerOf<'listDeskOrders'>> {
  // a filter by customer would connect orders to a person whom the caller may not see
  if (filters.customer !== undefined && !holds(caller.permissions, 'customer.see'))
    throw new ProblemReply(403, 'Your role doesn’t allow you to see customers.', {
      type: deskProblems.notAllowed,
      needs: 'customer.see',
    });
  const found = await findOrders(
    db,
    publicUrl,
    sql`o.id < ${cursor ?? noCursor}::bigint and ${await isChosen({ db }, filters, caller)}`,
    limit + 1,
  );
  const page = found.slice(0, limit);
  return {
    services: catalogue().everyProduct.map(({ orderType, title }) => ({ orderType, title })),
    orders: page.map((one) => toOrderRow(one, caller)),
    nextCursor: found.length > limit ? String(page.at(-1)!.id) : null,
  };
}
