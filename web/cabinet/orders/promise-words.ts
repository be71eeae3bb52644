import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { businessCalendar } from '#contract/business-calendar.ts';

/** The day by which the team now expects to deliver a line, if it moved the due date. Null otherwise, and once that day has passed. */
export const expectedDay = ({ moved }: Pick<Order['lines'][number], 'moved'>, now: Date): string | null =>
  moved && moved.expectedOn >= operatorsDay(now, businessCalendar) ? moved.expectedOn : null;

/** Why a line's day differs from the one the customer agreed to, as a sentence. Empty if it doesn't, and for delivered work. */
export function promiseText({
  agreedOn,
  firstDueOn,
  dueOn,
  moved,
  work,
}: Pick<Order['lines'][number], 'agreedOn' | 'firstDueOn' | 'dueOn' | 'moved' | 'work'>): string {
  if (work.status === 'cancelled') return '';
  if (moved !== null) return `Why the date moved: ${moved.reason}`;
  if (work.versions > 0) return '';
  if (firstDueOn !== null && dueOn !== null && dueOn !== firstDueOn)
    return `Moved from ${formatDay(firstDueOn)} because work was on hold until you answered.`;
  if (agreedOn === null || agreedOn === firstDueOn) return '';
  return `You agreed to delivery by ${formatDay(agreedOn)} if you paid right away.${firstDueOn === null ? '' : ' You paid later, so the date moved.'}`;
}
