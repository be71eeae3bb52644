/** The names of the ledger's accounts for accountants, in the order of a trial balance. */
const accountWords: Readonly<Record<string, string>> = {
  bank: 'Bank',
  dispute_receivable: 'Disputed payments',
  cash: 'Customers’ balances, available',
  reserved: 'Customers’ balances, reserved for payments in progress',
  disputed: 'Customers’ balances, on hold for disputes',
  bonus: 'Customers’ balances, bonus',
  debt: 'Amounts owed by customers',
  unearned: 'Deferred revenue: paid work not yet completed',
  refunds_pending: 'Refunds in progress',
  exchange: 'Currency exchange at providers',
  suspense: 'Payments under review, and unexplained transactions',
  owner: 'The owner’s deposits and withdrawals at providers',
  revenue: 'Revenue',
  promo_expense: 'Net credits to customers',
  provider_fee: 'Payment provider fees',
  chargeback_loss: 'Chargeback losses',
  other: 'Other provider transactions, explained by staff',
};
const order = Object.keys(accountWords);
const clearing = /^clearing:(.+)$/;

/** An account in words: "Held by Stripe" for `clearing:stripe`. */
export function accountLabel(account: string): string {
  const provider = clearing.exec(account)?.[1];
  if (provider) return `Held by ${provider[0]!.toUpperCase()}${provider.slice(1)}`;
  return accountWords[account] ?? account;
}

/** Whether this is the code of a ledger account. */
export const isAccount = (code: string): boolean =>
  Object.hasOwn(accountWords, code) || /^clearing:[a-z]{1,30}$/.test(code);

/** Sorts accounts as a trial balance lists them: money held, liabilities, then income and expenses. */
export const compareAccounts = (a: string, b: string): number =>
  order.indexOf(a) - order.indexOf(b) || a.localeCompare(b);

/** Kinds of postings in words. */
export const postingWords: Readonly<Record<string, string>> = {
  capture: 'Payments received',
  order_paid: 'Orders paid',
  earned: 'Revenue earned',
  reserve: 'Balance reserved for payments',
  release: 'Reservations released',
  debt_repaid: 'Debts repaid',
  refund_to_balance: 'Refunds to balances',
  refund_start: 'Refunds started',
  refund_succeeded: 'Refunds completed by the provider',
  refund_failed: 'Refunds that failed',
  provider_refund: 'Refunds made at the provider',
  dispute_withdrawn: 'Money withdrawn for disputes',
  dispute_reinstated: 'Money returned after disputes',
  dispute_lost: 'Disputes lost',
  adjustment: 'Credits and debits',
  provider_fee: 'Payment provider fees',
  payout: 'Payouts to the bank',
  payout_returned: 'Returned payouts',
  unexplained: 'Unexplained transactions',
  explained: 'Transactions matched later',
  exchanged_from: 'Exchanged from another currency',
  exchanged_to: 'Exchanged into this currency',
  explained_by_staff: 'Transactions explained by staff',
  explanation_undone: 'Explanations reversed because the payment was found',
};

/** A single posting in words; `postingWords` are in the plural. */
export const postingName: Readonly<Record<string, string>> = {
  capture: 'Payment received',
  order_paid: 'Order paid',
  earned: 'Revenue earned',
  reserve: 'Balance reserved for a payment',
  release: 'Reservation released',
  debt_repaid: 'Debt repaid',
  refund_to_balance: 'Refund to the balance',
  refund_start: 'Refund started',
  refund_succeeded: 'Refund completed by the provider',
  refund_failed: 'Refund failed',
  provider_refund: 'Refund made at the provider',
  dispute_withdrawn: 'Money withdrawn for a dispute',
  dispute_reinstated: 'Money returned after a dispute',
  dispute_lost: 'Dispute lost',
  adjustment: 'Credit or debit',
  provider_fee: 'Payment provider fee',
  payout: 'Payout to the bank',
  payout_returned: 'Returned payout',
  unexplained: 'Unexplained transaction',
  explained: 'Transaction matched later',
  exchanged_from: 'Exchanged from another currency',
  exchanged_to: 'Exchanged into this currency',
  explained_by_staff: 'Transaction explained by staff',
  explanation_undone: 'Explanation reversed because the payment was found',
};

/** Accounts whose sum is the total of all customers' balances. */
export const balanceAccounts: readonly string[] = ['cash', 'reserved', 'disputed', 'bonus', 'debt'];
