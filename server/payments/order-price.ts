import type { Transfer } from '#server/ledger/post.ts';
import { sql } from 'kysely';

/**
 * A paid order's price, in minor units. `left`: the part that is neither refunded nor lost. `ordered`: the prices of all lines.
 * `completed`: the prices of the completed lines, or of all lines when a chargeback ended an order with a delivery.
 */
export type OrderPrice = { left: bigint; completed: bigint; ordered: bigint };

/**
 * The part of the price that is revenue; the rest is unearned. Each completed line earns its share of `left`: revenue is
 * recognized line by line (ASC 606-10-25-31), and a refund lowers the price of all lines in proportion (606-10-32-43).
 */
export const earnedOf = ({ left, completed, ordered }: OrderPrice): bigint =>
  ordered > 0n ? (left * completed) / ordered : 0n;

/** SQL: `completed` and `ordered` of order `o` with payment link `l`. Both are null for an order without lines. */
export const pricesOfLines = sql`(
    select (case when l.charged_back_at is not null and exists (select from delivery d where d.order_id = o.id) then sum(w.amount)
        else coalesce(sum(w.amount) filter (where w.work_status = 'completed'), 0) end)::bigint as completed,
      sum(w.amount)::bigint as ordered
    from order_line w where w.order_id = o.id
  )`;

/** Takes a refund out of the price. Returns the transfers to the account `to`, and the price afterwards. */
export function takeFromPrice(
  price: OrderPrice,
  amount: bigint,
  to: Transfer['to'],
): { transfers: Transfer[]; price: OrderPrice } {
  const after = { ...price, left: price.left - amount };
  const ofRevenue = earnedOf(price) - earnedOf(after);
  return {
    transfers: [
      { from: 'unearned', to, amount: amount - ofRevenue },
      { from: 'revenue', to, amount: ofRevenue },
    ],
    price: after,
  };
}
