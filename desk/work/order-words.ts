import type { DeskOrderRow, DeskPayment } from '#contract/desk/orders.ts';
import { paymentWordsForStaff } from '#contract/desk/staff-words.ts';
import { stateLabel } from './line-words.ts';

/** The desk's label for a payment's state. */
export const paymentWords = (status: DeskPayment): string =>
  status === 'disputeLost' ? 'Dispute lost' : paymentWordsForStaff[status];

const held: ReadonlySet<DeskOrderRow['work']> = new Set([
  'queued',
  'inProgress',
  'needsInfo',
  'revisionRequested',
]);

/** Whether a payment dispute pauses the work. */
export const isHeld = (payment: DeskPayment, work: DeskOrderRow['work']): boolean =>
  payment === 'disputed' && held.has(work);

/** The desk's label for the work of an order; nothing before it begins, and when the payment's label says the same. */
export function workWords(payment: DeskPayment, work: DeskOrderRow['work']): string {
  if (work === 'waiting' || payment === 'cancelled' || payment === 'expired') return '';
  return isHeld(payment, work) ? 'On hold' : stateLabel(work);
}

/** A refund in words: "Refunded $4.20 to the balance". */
export function refundWords(
  { status, to }: { status: string; to: 'card' | 'balance' | null },
  amount: string,
): string {
  const where = to === 'card' ? 'to the original payment method' : 'to the balance';
  if (status === 'failed') return `Refund of ${amount} failed`;
  return status === 'succeeded' ? `Refunded ${amount} ${where}` : `Refund of ${amount} ${where} started`;
}
