import { formatMoney } from '#contract/money.ts';
import type { Order, WorkStatus } from '#contract/storefront/orders.ts';
import type { PaymentStatus } from '#contract/storefront/payment-statuses.ts';
import { hasEndedDisputed, isReviewed, lateLines } from './next-step.ts';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';
type Words = { label: string; tone: Tone };

export const paymentLabels: Record<PaymentStatus, Words> = {
  awaitingPayment: { label: 'Waiting for payment', tone: 'warning' },
  processing: { label: 'Payment processing', tone: 'info' },
  paid: { label: 'Paid', tone: 'success' },
  partiallyRefunded: { label: 'Partly refunded', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  expired: { label: 'Payment link expired', tone: 'neutral' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
  disputed: { label: 'Payment disputed', tone: 'warning' },
};

const workLabels: Record<WorkStatus, Words> = {
  waiting: { label: 'Not started', tone: 'neutral' },
  queued: { label: 'In the queue', tone: 'info' },
  inProgress: { label: 'In progress', tone: 'info' },
  needsInfo: { label: 'Waiting for your answer', tone: 'warning' },
  delivered: { label: 'Ready for your review', tone: 'success' },
  revisionRequested: { label: 'Revision in progress', tone: 'info' },
  completed: { label: 'Completed', tone: 'success' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
};

/** A line's status. Work without a review is ready at once: there is nothing to accept. */
export const lineLabel = (line: Order['lines'][number]): Words =>
  line.work.status === 'delivered' && !isReviewed(line)
    ? { label: 'Ready', tone: 'success' }
    : workLabels[line.work.status];

export const lateLabels: Words = { label: 'Late', tone: 'danger' };

const hasPendingRefund = ({ payment }: Order): boolean =>
  payment.refunds.some(({ status }) => status === 'pending');

/** An order's status in one word: its work once paid; its payment before that, or when the payment has a problem. */
export function orderLabel(order: Order, now: Date | undefined): Words {
  const { payment, work } = order;
  if (hasEndedDisputed(order)) return { label: 'Ended after a dispute', tone: 'warning' };
  if (payment.status === 'refunded' && hasPendingRefund(order))
    return { label: 'Refund on its way', tone: 'info' };
  // A partial refund is shown in the order itself, because the work continues.
  if (payment.status !== 'paid' && payment.status !== 'partiallyRefunded')
    return paymentLabels[payment.status];
  const isForReview = order.lines.some((line) => line.work.status === 'delivered' && isReviewed(line));
  if (work.status === 'delivered' && !isForReview) return { label: 'Ready', tone: 'success' };
  const late = now && work.status !== 'needsInfo' ? lateLines(order, now).length : 0;
  if (late > 0)
    return late === order.lines.length
      ? lateLabels
      : { ...lateLabels, label: late === 1 ? 'One item is late' : `${late} items are late` };
  return workLabels[work.status];
}

/** Texts of events, by the new state. */
const happened: Record<string, string> = {
  awaitingPayment: 'Ordered',
  processing: 'Payment started',
  paid: 'Paid',
  queued: 'In the queue',
  inProgress: 'Work started',
  needsInfo: 'We asked you a question',
  revisionRequested: 'You requested a revision',
  // a canceled paid order: its refunds have their own entries
  refunded: 'Canceled',
  expired: 'Payment link expired',
  cancelled: 'Canceled',
  disputed: 'Payment disputed',
  chargedBack: 'Payment reversed by your bank',
};

type Event = Order['events'][number];

const isExtension = ({ from, to, actor }: Pick<Event, 'from' | 'to' | 'actor'>) =>
  to === 'delivered' && from === 'delivered' && actor === 'customer';

/** An event as text, given the earlier ones; an unknown state is split into words. `isForReview`: the customer reviews its line. */
export function eventLabel(
  { from, to, line, actor }: Event,
  before: readonly Event[],
  isForReview: boolean,
): string {
  if (isExtension({ from, to, actor })) return 'You extended the review period';
  if (from === to && to !== 'delivered') return 'Due date moved';
  if (to === 'delivered') {
    const version =
      before.filter((other) => other.to === 'delivered' && other.line === line && !isExtension(other))
        .length + 1;
    if (version === 1) return isForReview ? 'Delivered' : 'Ready';
    return `Version ${version} delivered`;
  }
  if (to === 'paid' && (from === 'disputed' || from === 'chargedBack')) return 'Payment dispute ended';
  if (to === 'completed' && !isForReview) return 'Completed';
  if (to === 'completed') return actor === 'customer' ? 'You accepted the work' : 'Accepted automatically';
  if (to === 'inProgress' && from === 'needsInfo')
    return actor === 'customer' ? 'You answered our question' : 'We recorded your answer';
  return happened[to] ?? to.replaceAll(/([A-Z])/g, ' $1').replace(/^./, (c) => c.toUpperCase());
}

type Refund = Order['payment']['refunds'][number];

const destinations = { card: 'your original payment method', balance: 'your balance' };

/** A refund as text, with its amount and destination. */
export function refundLabels({ amount, to, status }: Refund, currency: string): string {
  const money = formatMoney(amount, currency);
  if (status === 'refused')
    return `We couldn’t refund ${money} to your original payment method, so we added it to your balance`;
  if (status === 'pending') return `Refund of ${money} to ${destinations.card} started`;
  return `Refunded ${money} to ${destinations[to]}`;
}

/** The totals of an order's finished refunds by destination, then of its pending ones; '' without refunds. */
export function refundedLabel({ payment: { refunds }, currency }: Order): string {
  const parts = (isMeant: (refund: Refund) => boolean): string =>
    (['card', 'balance'] as const)
      .flatMap((to) => {
        const amount = refunds.reduce(
          (sum, refund) => (refund.to === to && isMeant(refund) ? sum + refund.amount : sum),
          0,
        );
        return amount === 0 ? [] : [`${formatMoney(amount, currency)} to ${destinations[to]}`];
      })
      .join(', ');
  const there = parts(({ status }) => status !== 'pending');
  const onItsWay = parts(({ status }) => status === 'pending');
  return [there && `Refunded ${there}`, onItsWay && `Refund on its way: ${onItsWay}`]
    .filter(Boolean)
    .join('. ');
}
