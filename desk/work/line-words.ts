import { formatDay } from '#contract/delivery-date.ts';
import type { LineRow } from '#contract/desk-work.ts';

const stateLabels: Record<LineRow['status'], string> = {
  waiting: 'Not paid',
  queued: 'Queued',
  inProgress: 'In progress',
  needsInfo: 'Question asked',
  delivered: 'Delivered',
  revisionRequested: 'Revision requested',
  completed: 'Complete',
  cancelled: 'Canceled',
};

/** The state of work as the team reads it. */
export const stateLabel = (status: LineRow['status']): string => stateLabels[status];

const eventLabels: Record<string, string> = {
  ...stateLabels,
  improved: 'Better version delivered',
  extended: 'Customer took more time to review',
  resumed: 'Work resumed',
  awaitingPayment: 'Ordered',
  processing: 'Payment in progress',
  paid: 'Paid',
  partiallyRefunded: 'Partly refunded',
  refunded: 'Refunded',
  expired: 'Expired',
  disputed: 'Disputed',
  disputeEnded: 'Dispute ended',
  chargedBack: 'Charged back',
};

/** What an event of an order led to, in words. */
export const eventWords = (to: string): string => eventLabels[to] ?? to;

/** The state as the team reads it: what the desk knows beside the state that customers see. */
export function stateWords(row: Pick<LineRow, 'status' | 'isDisputed' | 'sendAt' | 'handedInAt'>): string {
  if (row.isDisputed) return 'On hold: disputed';
  if (row.sendAt) return 'Being delivered';
  return row.handedInAt ? 'To check' : stateLabels[row.status];
}

/** "Late by 2 business days", or the day it is needed. */
export function neededWords({ daysLate, neededOn }: Pick<LineRow, 'daysLate' | 'neededOn'>): string {
  if (daysLate > 0) return `Late by ${daysLate} business ${daysLate === 1 ? 'day' : 'days'}`;
  return neededOn === null ? 'No date' : formatDay(neededOn);
}

export const lineUrl = ({ number, position }: Pick<LineRow, 'number' | 'position'>): string =>
  `/lines/${number}/${position}`;
