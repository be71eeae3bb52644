import { type RawBuilder, sql } from 'kysely';

/** Accounts of each customer, and accounts of the shop itself. */
export type CustomerAccount = 'cash' | 'reserved' | 'disputed' | 'debt';
export type ShopAccount =
  | 'unearned'
  | 'revenue'
  | 'refunds_pending'
  | 'dispute_receivable'
  | 'chargeback_loss'
  | 'provider_fee'
  | 'promo_expense'
  | 'suspense'
  | 'bank'
  | 'exchange'
  | 'owner'
  | 'other'
  | `clearing:${string}`;
export type AccountCode = CustomerAccount | ShopAccount;

export type PostingKind =
  | 'reserve'
  | 'release'
  | 'capture'
  | 'order_paid'
  | 'earned'
  | 'debt_repaid'
  | 'refund_to_balance'
  | 'refund_start'
  | 'refund_succeeded'
  | 'refund_failed'
  | 'provider_refund'
  | 'dispute_withdrawn'
  | 'dispute_reinstated'
  | 'dispute_lost'
  | 'adjustment'
  | 'provider_fee'
  | 'payout'
  | 'payout_returned'
  | 'unexplained'
  | 'explained'
  | 'exchanged_from'
  | 'exchanged_to'
  | 'explained_by_staff'
  | 'explanation_undone';

/** `amount` in minor units, above 0. */
export type Transfer = { from: AccountCode; to: AccountCode; amount: bigint };

/** One ledger transaction of one customer, or of the shop alone. (kind, sourceType, sourceId) is its idempotency key. */
export type Posting = {
  kind: PostingKind;
  sourceType: 'payment_attempt' | 'payment_link' | 'refund' | 'dispute' | 'adjustment' | 'provider_entry';
  /**
   * A payment attempt's id, a payment link's number, a refund's id, a dispute's id with its step, an adjustment's id, or a movement's
   * provider, mode and id.
   */
  sourceId: string;
  /** Null: the posting has only accounts of the shop. */
  customerId: bigint | null;
  currency: string;
  livemode: boolean;
  actor: string;
  /** The reason, if no other row stores it. */
  memo?: string;
  postedAt: Date;
  transfers: Transfer[];
};

const asText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

/**
 * `ledger_post(…)` as an SQL expression. It stores all postings or none, and skips those already stored.
 * @returns the kinds of the stored postings
 * @throws the constraint ledger_balance_not_below_zero when a customer's account would fall below zero
 */
export function ledgerPost(postings: readonly Posting[]): RawBuilder<string[]> {
  return sql<string[]>`ledger_post(${JSON.stringify(postings, asText)}::jsonb)`;
}
