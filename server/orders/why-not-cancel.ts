import type { Order } from '#contract/orders.ts';

/** Why the operator can't cancel an order. */
export const cancelRefusals = {
  canceled: 'This order is canceled.',
  expired: 'This order expired without being paid.',
  processing:
    'A payment for this order is being processed. You can cancel the order once the payment goes through or fails.',
  disputed: 'The payment for this order is disputed. You can cancel the order once the banks have decided.',
  delivered: 'Work on this order has been delivered. A refund can be made on the command line.',
} as const;

/** Where nothing was delivered: the operator can cancel. */
export const isUndelivered = (status: Order['work']['status']): boolean =>
  ['queued', 'inProgress', 'needsInfo'].includes(status);

/** Why the operator can't cancel this order now; null when they can. Canceling looks again, behind its locks. */
export function whyNotCancel({ payment, lines }: Pick<Order, 'payment' | 'lines'>): string | null {
  const { status } = payment;
  if (status === 'cancelled' || lines.every(({ work }) => work.status === 'cancelled'))
    return cancelRefusals.canceled;
  if (status === 'expired' || status === 'processing' || status === 'disputed') return cancelRefusals[status];
  if (status === 'awaitingPayment') return null;
  return lines.every(({ work }) => isUndelivered(work.status)) ? null : cancelRefusals.delivered;
}
