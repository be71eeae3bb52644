import type { PaymentStatus } from '#contract/storefront/payment-statuses.ts';
import type { WorkStatus } from '#contract/storefront/orders.ts';

/** The states of work as staff read them, at the desk and on the command line. */
export const workWordsForStaff: Record<WorkStatus, string> = {
  waiting: 'Not paid',
  queued: 'In the queue',
  inProgress: 'In progress',
  needsInfo: 'Waiting for an answer',
  delivered: 'Delivered',
  revisionRequested: 'Revision requested',
  completed: 'Completed',
  cancelled: 'Canceled',
};

/** The states of a payment as staff read them. */
export const paymentWordsForStaff: Record<PaymentStatus, string> = {
  awaitingPayment: 'Awaiting payment',
  processing: 'Payment processing',
  paid: 'Paid',
  partiallyRefunded: 'Partly refunded',
  refunded: 'Refunded',
  expired: 'Expired, not paid',
  cancelled: 'Canceled',
  disputed: 'Disputed',
};

const eventLabels: Record<string, string> = {
  ...workWordsForStaff,
  inProgress: 'Work started',
  needsInfo: 'Question asked',
  improved: 'Improved version delivered',
  extended: 'Customer extended the review period',
  answered: 'Question answered',
  resumed: 'Work resumed',
  dueMoved: 'Due date moved',
  awaitingPayment: 'Ordered',
  processing: 'Payment started',
  paid: 'Paid',
  partiallyRefunded: 'Partly refunded',
  refunded: 'Refunded',
  expired: 'Expired',
  disputed: 'Disputed',
  disputeEnded: 'Dispute ended',
  chargedBack: 'Charged back',
};

/** The text of an order event, by the state it led to. */
export const eventWords = (to: string): string => eventLabels[to] ?? to;
