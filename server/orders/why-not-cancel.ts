import type { Order } from '#contract/storefront/orders.ts';

type Work = Order['lines'][number]['work'];

/** Reasons why the operator can't cancel an order. */
export const cancelRefusals = {
  canceled: 'This order has already been canceled.',
  expired: 'This order expired without being paid.',
  processing:
    'A payment for this order is being processed. You can cancel the order once the payment goes through or fails.',
  disputed: 'The payment for this order is disputed. You can cancel the order once the banks have decided.',
  sending: 'Work on this order is being delivered. Undo the delivery first.',
  delivered: 'Work on this order has been delivered, so you can’t cancel it here. You can refund it instead.',
} as const;

/**
 * Whether the customer has received no version, so that the operator can cancel. The status alone isn't enough: a line in
 * progress or with an open question can have an earlier version.
 */
export const isUndelivered = ({ status, versions }: Pick<Work, 'status' | 'versions'>): boolean =>
  versions === 0 && ['queued', 'inProgress', 'needsInfo'].includes(status);

/** Why the operator can't cancel this order now; null when they can. The cancellation checks it again under its locks. */
export function whyNotCancel({ payment, lines }: Pick<Order, 'payment' | 'lines'>): string | null {
  const { status } = payment;
  if (status === 'cancelled' || lines.every(({ work }) => work.status === 'cancelled'))
    return cancelRefusals.canceled;
  if (status === 'expired' || status === 'processing' || status === 'disputed') return cancelRefusals[status];
  if (status === 'awaitingPayment') return null;
  return lines.every(({ work }) => isUndelivered(work)) ? null : cancelRefusals.delivered;
}
