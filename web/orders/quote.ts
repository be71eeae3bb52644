import { deliveryDate, formatDay } from '#contract/delivery-date.ts';
import { configurationOf, type OrderDetails } from '#contract/order-details.ts';
import {
  deliveryDays,
  expressAvailable,
  type LinePrice,
  priceLine,
  revisionRounds,
} from '#contract/pricing.ts';
import { businessCalendar } from '#contract/shop.ts';
import type { Orderable } from './orderable.ts';

export type Quote = { price: LinePrice; days: number; revisions: number; canBeExpress: boolean };

/** Price and time of what is chosen; nothing while the quantity is being typed. */
export function quote(product: Orderable, details: OrderDetails): Quote | undefined {
  const { min, max } = product.quantity;
  if (!Number.isInteger(details.quantity) || details.quantity < min || details.quantity > max)
    return undefined;
  const asked = configurationOf(product, details);
  const canBeExpress = expressAvailable(product, asked);
  const chosen = { ...asked, express: asked.express && canBeExpress };
  return {
    price: priceLine(product, chosen),
    days: deliveryDays(product, chosen),
    revisions: revisionRounds(product, chosen),
    canBeExpress,
  };
}

export const dueOn = (now: Date, days: number): string => deliveryDate(now, days, businessCalendar);

/** "Tue, Dec 1", or how soon where the work is done by the shop itself. */
export const dueWords = (now: Date, days: number): string =>
  days === 0 ? 'about a minute after payment' : formatDay(dueOn(now, days));

export const roundsWords = (rounds: number): string =>
  rounds === 0 ? 'No revision rounds' : `${rounds} revision round${rounds === 1 ? '' : 's'}`;

export const daysWords = (days: number): string =>
  days === 0 ? 'about a minute' : `${days} business day${days === 1 ? '' : 's'}`;
