import type { Order, PaymentStatus, WorkStatus } from '#contract/orders.ts';

export type Tone = 'neutral' | 'info' | 'success' | 'warning';
type Words = { label: string; tone: Tone };

export const paymentWords: Record<PaymentStatus, Words> = {
  awaitingPayment: { label: 'Waiting for payment', tone: 'warning' },
  processing: { label: 'Payment is being processed', tone: 'info' },
  paid: { label: 'Paid', tone: 'success' },
  partiallyRefunded: { label: 'Partly refunded', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  expired: { label: 'Payment link expired', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  disputed: { label: 'Payment disputed', tone: 'warning' },
};

export const workWords: Record<WorkStatus, Words> = {
  waiting: { label: 'Not started', tone: 'neutral' },
  queued: { label: 'In the queue', tone: 'info' },
  inProgress: { label: 'Being written', tone: 'info' },
  needsInfo: { label: 'Waiting for your answer', tone: 'warning' },
  delivered: { label: 'Delivered – please check', tone: 'success' },
  revisionRequested: { label: 'Being revised', tone: 'info' },
  completed: { label: 'Completed', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

/** What an order went through and does not stay in. */
const endings: Record<string, Words> = {
  chargedBack: { label: 'Taken back by your bank', tone: 'warning' },
};

/** Whether a dispute was lost. The bank may change its mind: the money comes back then, the order has ended. */
export const hasEndedDisputed = ({ payment, events }: Pick<Order, 'payment' | 'events'>): boolean =>
  payment.status === 'disputed' && events.some(({ to }) => to === 'chargedBack');

/** Where an order is, in one word: its work once it is paid, its payment before and when something is wrong with it. */
export function orderWords(order: Order): Words {
  const { payment, work } = order;
  if (hasEndedDisputed(order)) return { label: 'Ended after a dispute', tone: 'warning' };
  // what was given back in part stands in the order itself; the work goes on
  return payment.status === 'paid' || payment.status === 'partiallyRefunded'
    ? workWords[work.status]
    : paymentWords[payment.status];
}

/** An event's new state in words; one we do not know yet stays readable. */
export function stateWords(state: string): string {
  const known = { ...workWords, ...paymentWords, ...endings } as Record<string, Words | undefined>;
  return known[state]?.label ?? state.replaceAll(/([A-Z])/g, ' $1').replace(/^./, (c) => c.toUpperCase());
}
