import { formatDay } from '#contract/delivery-date.ts';
import { daysLate, promisedOn } from '#contract/lateness.ts';
import type { Order } from '#contract/orders.ts';
import { timeWords } from './time-words.ts';

type Line = Order['lines'][number];

/** Whether a line is read and accepted by a person; an automatic report is simply there. */
export const isReviewed = ({ revisionRounds }: Line): boolean => revisionRounds > 0;

export const businessDaysWords = (days: number): string => `${days} business day${days === 1 ? '' : 's'}`;

const isPaid = ({ payment }: Pick<Order, 'payment'>): boolean =>
  payment.status === 'paid' || payment.status === 'partiallyRefunded';

/** Whether an order waits for its customer: to pay, to answer, or to review. */
export const needsCustomer = (order: Pick<Order, 'payment' | 'lines'>): boolean =>
  order.payment.status === 'awaitingPayment' ||
  (isPaid(order) &&
    order.lines.some(
      (line) => line.work.status === 'needsInfo' || (line.work.status === 'delivered' && isReviewed(line)),
    ));

/** What comes next and when, in a few words; nothing when all is done. */
export function nextStep(order: Order, now: Date): string {
  const { payment, work, lines } = order;
  if (payment.status === 'awaitingPayment') return `Pay by ${timeWords(payment.expiresAt)}`;
  if (payment.status === 'processing') return 'We’ll email you when your payment arrives';
  if (!isPaid(order)) return '';
  switch (work.status) {
    case 'needsInfo':
      return 'Answer our question so we can continue';
    case 'delivered': {
      const [soonest] = lines
        .filter(isReviewed)
        .flatMap((line) => line.work.reviewUntil ?? [])
        .toSorted();
      return soonest === undefined ? '' : `Review it by ${timeWords(soonest)}`;
    }
    case 'queued':
    case 'inProgress':
    case 'revisionRequested':
      return promiseWords(lines, now);
    case 'waiting':
    case 'completed':
    case 'cancelled':
      return '';
  }
}

function promiseWords(lines: readonly Line[], now: Date): string {
  const late = daysLate(lines, now);
  if (late > 0) return `${businessDaysWords(late)} late`;
  const [latest] = lines
    .flatMap((line) => {
      const day = promisedOn(line);
      return day === null ? [] : [{ day, isRevision: line.work.versions > 0 }];
    })
    .toSorted((a, b) => b.day.localeCompare(a.day));
  if (latest === undefined) return '';
  return `${latest.isRevision ? 'Revision due' : 'Due'} ${formatDay(latest.day)}`;
}
