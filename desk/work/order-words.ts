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
