import { formatPaperDay } from '#contract/deadline.ts';
import type { Order } from './orders.ts';

type Line = Pick<Order['lines'][number], 'firstDueOn' | 'days'> & {
  work: Pick<Order['lines'][number]['work'], 'status'>;
};

/** What a receipt says about a line's delivery: "Delivery by November 27, 2026". '' for automatic or canceled work. */
export const promisedDelivery = ({ firstDueOn, days, work }: Line): string =>
  firstDueOn !== null && days > 0 && work.status !== 'cancelled'
    ? `Delivery by ${formatPaperDay(firstDueOn)}`
    : '';
