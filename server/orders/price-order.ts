import type { Catalogue } from '#contract/catalogue.ts';
import { formatMoney } from '#contract/money.ts';
import { configurationOf, type OrderDetails } from '#contract/order-details.ts';
import type { OrderType } from '#contract/product.ts';
import { deliveryDays, priceLine, type PricePart, revisionRounds } from '#contract/pricing.ts';
import { Refusal } from '#server/http/refusal.ts';

/** A line as it is snapshotted: what was ordered, and what it costs and takes by today's catalogue. */
export type PricedLine = {
  position: number;
  orderType: OrderType;
  title: string;
  details: OrderDetails;
  parts: PricePart[];
  /** Minor units. */
  amount: number;
  /** Business days. */
  days: number;
  revisionRounds: number;
};

function priceOf(
  catalogue: Catalogue,
  orderType: OrderType,
  details: OrderDetails,
  index: number,
): PricedLine {
  const product = catalogue.productOf(orderType);
  const chosen = configurationOf(product, details);
  const { parts, total } = priceLine(product, chosen);
  return {
    position: index + 1,
    orderType,
    title: product.title,
    details,
    parts,
    amount: total,
    days: deliveryDays(product, chosen),
    revisionRounds: revisionRounds(product, chosen),
  };
}

/** Prices an order by the catalogue; the server's figure is the only one that counts. */
export function priceOrder(
  catalogue: Catalogue,
  orderTypes: readonly OrderType[],
  orderDetails: readonly OrderDetails[],
) {
  const lines = orderTypes.map((orderType, index) =>
    priceOf(catalogue, orderType, orderDetails[index]!, index),
  );
  return { lines, total: lines.reduce((sum, line) => sum + line.amount, 0) };
}

/** @throws Refusal naming the price when the customer saw another one, or the order is too large. Minor units. */
export function checkPrice({ rules }: Catalogue, seen: number, total: number): void {
  const { maxOrderCents } = rules.cart;
  if (total > maxOrderCents)
    throw new Refusal({
      price: [`Orders are limited to ${formatMoney(maxOrderCents)}. Split it into several orders.`],
    });
  if (seen !== total)
    throw new Refusal({
      price: [`The price has changed to ${formatMoney(total)}. Check your cart and try again.`],
    });
}
