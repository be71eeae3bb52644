import { deliveryDate, formatDay } from '#contract/delivery-date.ts';
import type { Quote } from '#contract/catalogue/quote.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { Refusal } from '#server/http/refusal.ts';

/**
 * Compares the delivery days (ISO dates) that the customer saw with the days of a payment at `now`. Compares nothing for callers
 * that send no days.
 * @throws Refusal on the field of the consent to the delivery time, with the correct day
 */
export function checkDeliveryDates(
  seen: readonly (string | null)[] | undefined,
  lines: Quote['lines'],
  now: Date,
): void {
  if (!seen) return;
  const right = lines.map(({ days }) => (days === 0 ? null : deliveryDate(now, days, businessCalendar)));
  if (right.every((day, index) => day === seen[index])) return;
  const last = right
    .filter((day) => day !== null)
    .toSorted()
    .at(-1);
  throw new Refusal({
    agreeToDeliveryTime: [
      last === undefined
        ? 'The delivery time has changed. Check it and agree to it again.'
        : `The delivery date has changed to ${formatDay(last)}. Check it and agree to it again.`,
    ],
  });
}
