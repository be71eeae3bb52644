import { formatDay } from '#contract/delivery-date.ts';
import type { Order } from '#contract/orders.ts';

/** The day that the customer agreed to, where another one holds: the sentence that says why. Empty for delivered work. */
export function promiseText({
  agreedOn,
  firstDueOn,
  dueOn,
  work,
}: Pick<Order['lines'][number], 'agreedOn' | 'firstDueOn' | 'dueOn' | 'work'>): string {
  if (work.versions > 0 || work.status === 'cancelled') return '';
  if (firstDueOn !== null && dueOn !== null && dueOn !== firstDueOn)
    return `Moved from ${formatDay(firstDueOn)}, because work waited for your answer.`;
  if (agreedOn === null || agreedOn === firstDueOn) return '';
  return `You agreed to delivery by ${formatDay(agreedOn)} if you paid right away.${firstDueOn === null ? '' : ' You paid later.'}`;
}
