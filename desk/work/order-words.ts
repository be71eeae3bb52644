import type { PaymentStatus } from '#contract/orders.ts';

const paymentLabels: Record<PaymentStatus, string> = {
  awaitingPayment: 'Awaiting payment',
  processing: 'Payment processing',
  paid: 'Paid',
  partiallyRefunded: 'Partly refunded',
  refunded: 'Refunded',
  expired: 'Expired, not paid',
  cancelled: 'Canceled',
  disputed: 'Disputed',
};

/** The payment's state as the team reads it. */
export const paymentWords = (status: PaymentStatus): string => paymentLabels[status];
