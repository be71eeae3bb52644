import type { Explanation, MoneyEntry, PaidWay, RollSide } from './money-lists.ts';
import type { MovementKind } from './money.ts';
import { postingWords } from './ledger-words.ts';

/** How an order was paid, in words. */
export const wayWords: Record<PaidWay, string> = {
  card: 'Online',
  balance: 'Balance',
  mixed: 'Online and balance',
};

export const entryWords: Record<MoneyEntry['kind'], string> = {
  refund: 'Refund',
  dispute: 'Dispute',
  credit: 'Credit',
  debit: 'Debit',
  surcharge: 'Express surcharge refunded',
};
const entriesWords: Record<MoneyEntry['kind'], string> = {
  refund: 'refunds',
  dispute: 'disputes',
  credit: 'credits',
  debit: 'debits',
  surcharge: 'express surcharges refunded',
};

/** "1 refund", "3 refunds". */
export const entryCount = (kind: MoneyEntry['kind'], count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? entryWords[kind].toLowerCase() : entriesWords[kind]}`;

/** A dispute's reason as the provider names it, such as `product_not_received`, in words; empty without one. */
export const disputeReason = (reason: string): string => reason.replaceAll('_', ' ');

/** Kinds of movements of a provider's balance in words. */
export const movementWords: Record<MovementKind, string> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  payout: 'Payout',
  fee: 'Account fee',
  other: 'Other',
};

const explanationWords: Record<Explanation, { out: string; in: string }> = {
  fee: { out: 'Provider fee', in: 'Refunded fee' },
  bank: { out: 'Paid out to the bank', in: 'Returned by the bank' },
  owner: {
    out: 'Owner’s withdrawal, or another business’s transaction',
    in: 'Owner’s deposit, or another business’s transaction',
  },
  other: { out: 'Something else', in: 'Something else' },
};
/** A person's explanation of a movement, in words. `amount`: above zero where the provider's balance grew. */
export const explanationName = (explanation: Explanation, amount: number | bigint): string =>
  explanationWords[explanation][amount > 0 ? 'in' : 'out'];

/** Statuses of refunds and disputes in words. */
export const statusWords: Readonly<Record<string, string>> = {
  requested: 'Being sent to the provider',
  pending: 'Pending',
  succeeded: 'Completed',
  failed: 'Failed, added to the balance',
  inquiry: 'Inquiry',
  open: 'Open',
  won: 'Won',
  lost: 'Lost',
  unknown: 'Unknown status',
};

/** The time since a customer's last transaction, by the first day of the group. */
export const idleWords = (days: number): string =>
  days === 0
    ? 'Up to 90 days'
    : days === 90
      ? '90 days to a year'
      : days === 365
        ? '1 to 3 years'
        : 'Over 3 years';

/** A line of a roll-forward. */
export const rollWords = (kind: string): string => postingWords[kind] ?? kind;

/** The columns of a roll-forward by day, each with its kinds of postings; other kinds are added up in the column Other. */
export const rollColumns: Record<RollSide, readonly { label: string; kinds: readonly string[] }[]> = {
  unearned: [
    { label: 'Paid', kinds: ['order_paid'] },
    { label: 'Earned', kinds: ['earned'] },
    { label: 'Refunded', kinds: ['refund_to_balance', 'refund_start', 'provider_refund'] },
  ],
  balances: [
    { label: 'Received', kinds: ['capture'] },
    { label: 'Spent on orders', kinds: ['order_paid'] },
    { label: 'Refunded to balances', kinds: ['refund_to_balance', 'refund_failed'] },
    { label: 'Refunded online', kinds: ['refund_start', 'provider_refund'] },
    { label: 'Credits and debits', kinds: ['adjustment'] },
  ],
};
