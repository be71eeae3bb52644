import type { Order } from '#contract/storefront/orders.ts';
import { notFound } from '#server/http/refusal.ts';
import { sql } from 'kysely';
import { findOrders } from './find-orders.ts';
import type { OrderDeps } from './order-deps.ts';
import { readNumber } from '#server/process/readable-number.ts';

/** One order of this customer. @throws ProblemReply 404 for an unknown or another customer's number. */
export async function showOrder(
  { db, publicUrl }: Pick<OrderDeps, 'db' | 'publicUrl'>,
  customerId: bigint,
  typedNumber: string,
): Promise<Order> {
  const number = readNumber('R', typedNumber);
  const [found] = number
    ? await findOrders(db, publicUrl, sql`o.customer_id = ${customerId} and o.number = ${number}`, 1)
    : [];
  if (!found) throw notFound('We can’t find that order in your account.');
  return found.order;
}
