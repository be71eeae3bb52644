import type { Catalogue } from './catalogue.ts';
import { configurationOf, type OrderDetails } from './order-details.ts';
import { deliveryDays, priceLine, type PricePart, revisionRounds } from './pricing.ts';
import type { OrderType, Product } from './product.ts';
import { workTitle } from './work-title.ts';

/** Price and time of one configured product. */
export type QuoteLine = {
  orderType: OrderType;
  title: string;
  /** The parts of the price in minor units: they add up to `amount`. */
  parts: PricePart[];
  amount: number;
  /** Business days from payment to delivery. */
  days: number;
  revisionRounds: number;
};

/** The price and delivery times of an order, by one version of the catalogue. `total` in minor units. */
export type Quote = { catalogueVersion: Catalogue['version']; lines: QuoteLine[]; total: number };

export type QuotedProduct = Pick<
  Product,
  'orderType' | 'title' | 'unit' | 'variants' | 'options' | 'delivery' | 'express' | 'revisions' | 'fields'
>;

/** The quote of one order line. @throws RangeError for a variant or choice the product does not have; validate first */
export function quoteLine(product: QuotedProduct, details: OrderDetails): QuoteLine {
  const chosen = configurationOf(product, details);
  const { parts, total } = priceLine(product, chosen);
  return {
    orderType: product.orderType,
    title: workTitle(product, details.quantity),
    parts,
    amount: total,
    days: deliveryDays(product, chosen),
    revisionRounds: revisionRounds(product, chosen),
  };
}

/**
 * The only calculation of an order's total. The cart shows it, the checkout sends it, and the server calculates it again and
 * charges that.
 * @throws RangeError for a product, variant or choice that the catalogue does not have; validate first
 */
export function quoteOrder(
  { version, products }: { version: number; products: readonly QuotedProduct[] },
  cart: readonly { orderType: OrderType; details: OrderDetails }[],
): Quote {
  const lines = cart.map(({ orderType, details }) => {
    const product = products.find((candidate) => candidate.orderType === orderType);
    if (!product) throw new RangeError(`No product with the order type ${orderType} is sold`);
    return quoteLine(product, details);
  });
  return { catalogueVersion: version, lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) };
}
