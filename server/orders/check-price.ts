import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { formatMoney } from '#contract/money.ts';
import { Refusal } from '#server/http/refusal.ts';

/**
 * Compares the total with the price that the customer saw. Minor units.
 * @throws Refusal on the price field for another price, or for an order above the maximum
 */
export function checkPrice({ rules }: Catalogue, seen: number, total: number): void {
  const { maxOrderCents } = rules.cart;
  if (total > maxOrderCents)
    throw new Refusal({
      price: [`Orders are limited to ${formatMoney(maxOrderCents)}. Split this one into several.`],
    });
  if (seen !== total)
    throw new Refusal({
      price: [`The price has changed to ${formatMoney(total)}. Check your cart and try again.`],
    });
}
