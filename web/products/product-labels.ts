import type { Product } from '#contract/catalogue/product.ts';
import type { BusinessCalendar } from '#contract/business-calendar.ts';

/** How soon a product's smallest order is delivered. */
export function soonest(product: Pick<Product, 'delivery'>): string {
  const days = Math.min(...Object.values(product.delivery.baseDays));
  if (days === 0) return 'About a minute';
  return businessDays(days);
}

export const businessDays = (days: number): string => `${days} business day${days === 1 ? '' : 's'}`;

/** The zone's common name, such as "Eastern Time". */
const zoneName = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** The cut-off hour: a later payment counts as made on the next business day. */
export const cutOffTime = ({ cutOffHour, timeZone }: BusinessCalendar): string =>
  `${cutOffHour % 12 || 12} ${cutOffHour < 12 ? 'a.m.' : 'p.m.'} ${zoneName(timeZone)}`;
