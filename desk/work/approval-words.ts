import type { ApprovalRow, ApprovalStatus } from '#contract/desk/approvals.ts';
import { formatMoney } from '#contract/money.ts';

const nouns: Record<ApprovalRow['kind'], string> = { refund: 'Refund', credit: 'Credit', debit: 'Debit' };

/** "Refund of $180.00". */
export const approvalTitle = ({
  kind,
  amount,
  currency,
}: Pick<ApprovalRow, 'kind' | 'amount' | 'currency'>) => `${nouns[kind]} of ${formatMoney(amount, currency)}`;

const statuses: Record<ApprovalStatus, string> = {
  waiting: 'Waiting',
  done: 'Approved',
  declined: 'Declined',
  failed: 'Failed',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
};

/** The state of a request; "Self-approved" for one that nobody else could approve. */
export const approvalState = ({ status, isAlone }: Pick<ApprovalRow, 'status' | 'isAlone'>): string =>
  status === 'done' && isAlone ? 'Self-approved' : statuses[status];
