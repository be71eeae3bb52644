import { formatDay } from '#contract/delivery-date.ts';
import { daysLate, isRevision, lineDaysLate, mayCancel, promisedOn } from '#contract/storefront/lateness.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { lineNameParts, type NamedText } from '#contract/storefront/line-name.ts';
import { expectedDay } from './promise-words.ts';
import { deadlineWords } from '#web/cabinet/format-time.ts';

type Line = Order['lines'][number];

/** Whether the customer reviews and accepts the line; automatic reports need no acceptance. */
export const isReviewed = ({ revisionRounds }: Line): boolean => revisionRounds > 0;

export const businessDaysWords = (days: number): string => `${days} business day${days === 1 ? '' : 's'}`;

/** Whether a dispute was lost. The order remains ended when the chargeback is reversed later. */
export const hasEndedDisputed = ({ payment, events }: Pick<Order, 'payment' | 'events'>): boolean =>
  payment.status === 'disputed' && events.some(({ to }) => to === 'chargedBack');

const isPaid = ({ payment }: Pick<Order, 'payment'>): boolean =>
  payment.status === 'paid' || payment.status === 'partiallyRefunded';

const isDisputed = (order: Order): boolean => order.payment.status === 'disputed' && !hasEndedDisputed(order);

const isToReview = (line: Line): boolean => line.work.status === 'delivered' && isReviewed(line);

/** Lines past their due date; none while the payment is disputed. */
export const lateLines = (order: Order, now: Date): Line[] =>
  isPaid(order) ? order.lines.filter((line) => lineDaysLate(line, now) > 0) : [];

/** Whether work is so late that the customer may cancel or keep waiting. */
export const hasChoice = (order: Order, now: Date): boolean =>
  lateLines(order, now).length > 0 && mayCancel(order.lines, now);

/** Whether an order waits for its customer: to pay, answer, review, choose, or settle a dispute with the bank. */
export const needsCustomer = (order: Order, now: Date): boolean =>
  order.payment.status === 'awaitingPayment' ||
  isDisputed(order) ||
  hasChoice(order, now) ||
  (isPaid(order) && order.lines.some((line) => line.work.status === 'needsInfo' || isToReview(line)));

const over: ReadonlySet<Line['work']['status']> = new Set(['delivered', 'completed', 'cancelled']);

/** Whether a line is still undelivered. */
export const hasWorkLeft = ({ lines }: Order): boolean => lines.some(({ work }) => !over.has(work.status));

/** Whether the payment or our work is in progress. */
export const isUnderWay = (order: Order): boolean =>
  order.payment.status === 'processing' || (isPaid(order) && hasWorkLeft(order));

/** The next step and its date in a few words, the customer's own steps first; empty when all is done. */
export function nextStep(order: Order, now: Date): NamedText {
  const { payment, lines } = order;
  if (payment.status === 'awaitingPayment') return [`Pay by ${deadlineWords(payment.expiresAt)}`];
  if (payment.status === 'processing') return ['We’ll email you when your payment goes through'];
  if (isDisputed(order)) return ['If you didn’t mean to dispute the payment, tell your bank'];
  if (!isPaid(order)) return [];
  const asked = lines.find(({ work }) => work.status === 'needsInfo');
  if (asked)
    return lines.length === 1
      ? ['Answer our question so we can continue']
      : ['Answer our question about ', ...lineNameParts(asked, lines)];
  if (hasChoice(order, now)) return ['Wait, or cancel for a full refund'];
  const [soonest] = lines
    .filter((line) => isToReview(line) && line.work.reviewUntil !== null)
    .toSorted((a, b) => String(a.work.reviewUntil).localeCompare(String(b.work.reviewUntil)));
  if (soonest) {
    const review = `Review by ${deadlineWords(String(soonest.work.reviewUntil))}`;
    return lines.length === 1 ? [review] : [`${review}: `, ...lineNameParts(soonest, lines)];
  }
  return promiseWords(order, now);
}

function promiseWords(order: Order, now: Date): NamedText {
  const { lines } = order;
  const late = lateLines(order, now);
  const [first] = late;
  if (late.length > 1) return [`${late.length} of ${lines.length} items are late`];
  if (first) {
    const days = `${businessDaysWords(daysLate(late, now))} late`;
    return lines.length === 1 ? [days] : [...lineNameParts(first, lines), `: ${days}`];
  }
  const promised = lines
    .flatMap((line) => {
      const promised = promisedOn(line);
      const day = promised && (expectedDay(line, now) ?? promised);
      return day === null ? [] : [{ day, isRevision: isRevision(line) }];
    })
    .toSorted((a, b) => a.day.localeCompare(b.day));
  const [soonest] = promised;
  const last = promised.at(-1);
  if (soonest === undefined || last === undefined) return [];
  const due = `${soonest.isRevision ? 'Revision due' : 'Due'} ${formatDay(soonest.day)}`;
  return [last.day === soonest.day ? due : `${due}, the rest by ${formatDay(last.day)}`];
}
