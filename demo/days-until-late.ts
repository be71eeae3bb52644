import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { configurationOf } from '#contract/catalogue/order-details.ts';
import { deliveryDays } from '#contract/catalogue/pricing.ts';
import { businessDaysAfter, deliveryDate } from '#contract/delivery-date.ts';
import { day } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { slogansDetails } from './slogans-order.ts';

/**
 * The number of whole days after the payment for a set of slogans until it is late.
 * It depends on the hour of the payment, on weekends and on holidays.
 */
export function daysUntilLate(paidAt: Date, { express }: { express: boolean }): number {
  const slogans = builtInCatalogue.products.find(({ slug }) => slug === 'slogans')!;
  const workDays = deliveryDays(slogans, configurationOf(slogans, { ...slogansDetails, express }));
  const due = deliveryDate(paidAt, workDays, businessCalendar);
  let days = workDays;
  while (businessDaysAfter(due, new Date(paidAt.getTime() + days * day), businessCalendar) < 1) days += 1;
  return days;
}
