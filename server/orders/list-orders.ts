import type { OrderList } from '#contract/orders.ts';
import { sql } from 'kysely';
import { findOrders } from './find-orders.ts';
import type { OrderDeps } from './order-deps.ts';

/** A customer's orders, newest first, by keyset: `cursor` is where the page before ended. */
export async function listOrders(
  { db, publicUrl }: Pick<OrderDeps, 'db' | 'publicUrl'>,
  customerId: bigint,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<OrderList> {
  const before = cursor === undefined ? sql`true` : sql`o.id < ${BigInt(cursor)}`;
  const found = await findOrders(db, publicUrl, sql`o.customer_id = ${customerId} and ${before}`, limit + 1);
  const page = found.slice(0, limit);
  return {
    orders: page.map(({ order }) => order),
    nextCursor: found.length > limit ? String(page.at(-1)!.id) : null,
  };
}
