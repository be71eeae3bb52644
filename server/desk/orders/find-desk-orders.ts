import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import { deskProblems } from '#contract/desk/endpoint.ts';
import type { DeskOrderRow, DeskPayment } from '#contract/desk/orders.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { holds } from '#contract/desk/permissions.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { findOrders } from '#server/orders/find-orders.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { shownName } from '#server/desk/line-columns.ts';

/** The customer's name on an order, in the form that the caller may see. */
export const nameOnOrder = (caller: StaffCaller, { billing }: Pick<Order, 'billing'>): string =>
  shownName(caller, { first_name: billing.firstName, last_name: billing.lastName });

/** The payment's state; a lost dispute has its own. */
export const paymentOf = ({ payment, events }: Order): DeskPayment =>
  payment.status === 'disputed' && events.some(({ to }) => to === 'chargedBack')
    ? 'disputeLost'
    : payment.status;

const toRow = (order: Order, caller: StaffCaller): DeskOrderRow => ({
  number: order.number,
  customer: nameOnOrder(caller, order),
  title: order.lines[0]?.title ?? '',
  lines: order.lines.length,
  amount: order.amount,
  currency: order.currency,
  payment: paymentOf(order),
  work: order.work.status,
  createdAt: order.createdAt,
});

/** Greater than any order's ID, for the first page. */
const noCursor = '9223372036854775807';

/**
 * Orders of all customers or of one, newest first, by keyset.
 * @throws ProblemReply 403 for one customer's orders without `customer.see`
 */
export async function listDeskOrders(
  { db, publicUrl }: Pick<DeskDeps, 'db' | 'publicUrl'>,
  caller: StaffCaller,
  { customer, cursor, limit }: DeskQueryOf<'listDeskOrders'>,
): Promise<DeskAnswerOf<'listDeskOrders'>> {
  // the list of one customer would tie orders to a person whom the caller may not see
  if (customer !== undefined && !holds(caller.permissions, 'customer.see'))
    throw new ProblemReply(403, 'Your role doesn’t allow you to see customers.', {
      type: deskProblems.notAllowed,
      needs: 'customer.see',
    });
  const isTheirs = customer === undefined ? sql`true` : sql`o.customer_id = ${BigInt(customer)}`;
  const found = await findOrders(
    db,
    publicUrl,
    sql`o.id < ${cursor ?? noCursor}::bigint and ${isTheirs}`,
    limit + 1,
  );
  const page = found.slice(0, limit);
  return {
    orders: page.map(({ order }) => toRow(order, caller)),
    nextCursor: found.length > limit ? String(page.at(-1)!.id) : null,
  };
}
