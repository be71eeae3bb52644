import { deliveryDate, formatDay } from '#contract/delivery-date.ts';
import { configurationOf, type OrderDetails } from '#contract/catalogue/order-details.ts';
import { expressAvailable } from '#contract/catalogue/pricing.ts';
import { type QuoteLine, quoteLine } from '#contract/catalogue/quote.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { ProductFormModel } from '#contract/catalogue/product-form-model.ts';

/** A line as it would be ordered, and whether express would be faster. */
export type FormQuote = QuoteLine & { canBeExpress: boolean };

/** Price and time of the choice; undefined while the quantity is being typed. */
export function quoteForm(product: ProductFormModel, details: OrderDetails): FormQuote | undefined {
  const { min, max } = product.quantity;
  if (!Number.isInteger(details.quantity) || details.quantity < min || details.quantity > max)
    return undefined;
  const canBeExpress = expressAvailable(product, configurationOf(product, details));
  return {
    ...quoteLine(product, { ...details, express: details.express && canBeExpress }),
    canBeExpress,
  };
}

export const dueOn = (now: Date, days: number): string => deliveryDate(now, days, businessCalendar);

/** The delivery date after "Delivered": a day once the current time is known, a number of days before. */
export function deliveryWords(now: Date | undefined, days: number): { preposition: string; when: string } {
  if (days === 0) return { preposition: '', when: 'about a minute after payment' };
  if (now) return { preposition: 'by ', when: formatDay(dueOn(now, days)) };
  return { preposition: 'in ', when: `${days} business day${days === 1 ? '' : 's'}` };
}

/** Keeps the number and its noun on one line. */
export const roundsWords = (rounds: number): string =>
  rounds === 0 ? 'No revision rounds' : `${rounds}\u00a0revision\u00a0round${rounds === 1 ? '' : 's'}`;
