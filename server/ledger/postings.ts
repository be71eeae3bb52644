import { type Actor, system, writeActor } from '#server/process/actor.ts';
import type { Posting, PostingKind, Transfer } from './post.ts';

/** Whose money a posting is about. `customerId`: null for the shop's own money. */
export type Owner = { customerId: bigint | null; currency: string; livemode: boolean };

/** The actor and the time of a posting. `memo`: the reason, if no other row stores it. */
export type Booking = { by: Actor; at: Date; memo?: string };

/**
 * The object that each kind's source ID identifies: a payment link by its number, followed by the line's position when the
 * posting is about one line; a dispute by its ID with the step; a provider's movement by provider, mode and ID.
 */
export const sourceTypes: Record<PostingKind, Posting['sourceType']> = {
  reserve: 'payment_attempt',
  release: 'payment_attempt',
  capture: 'payment_attempt',
  order_paid: 'payment_link',
  earned: 'payment_link',
  debt_repaid: 'payment_link',
  refund_to_balance: 'refund',
  refund_start: 'refund',
  refund_succeeded: 'refund',
  refund_failed: 'refund',
  provider_refund: 'refund',
  dispute_withdrawn: 'dispute',
  dispute_reinstated: 'dispute',
  dispute_lost: 'dispute',
  adjustment: 'adjustment',
  provider_fee: 'provider_entry',
  payout: 'provider_entry',
  payout_returned: 'provider_entry',
  unexplained: 'provider_entry',
  explained: 'provider_entry',
  exchanged_from: 'provider_entry',
  exchanged_to: 'provider_entry',
  explained_by_staff: 'provider_entry',
  explanation_undone: 'provider_entry',
};

/**
 * One posting of these transfers without those of amount zero.
 * @returns a list, so that postings can be joined; empty when no transfer remains
 */
export function posting(
  kind: PostingKind,
  sourceId: string,
  { customerId, currency, livemode }: Owner,
  { by, at, memo }: Booking,
  transfers: readonly Transfer[],
): Posting[] {
  const moving = transfers.filter(({ amount }) => amount > 0n);
  if (moving.length === 0) return [];
  return [
    {
      kind,
      sourceType: sourceTypes[kind],
      sourceId,
      customerId,
      currency,
      livemode,
      actor: writeActor(by),
      ...(memo === undefined ? {} : { memo }),
      postedAt: at,
      transfers: moving,
    },
  ];
}

/** Amount held on a customer's balance for a payment attempt; minor units. */
export type Hold = Owner & { attemptId: string; held: bigint };

/** Holds a part of the balance while a provider collects the rest. */
export const reserve = (hold: Hold, at: Date): Posting[] =>
  posting('reserve', hold.attemptId, hold, { by: system, at }, [
    { from: 'cash', to: 'reserved', amount: hold.held },
  ]);

/** Releases an attempt's hold when the attempt ends without using it. Repeating it posts nothing. */
export const release = (hold: Hold, at: Date): Posting[] =>
  posting('release', hold.attemptId, hold, { by: system, at }, [
    { from: 'reserved', to: 'cash', amount: hold.held },
  ]);

/**
 * Books a part of an order's price as the shop's revenue; minor units. `source`: the order's number with the position of the
 * completed line (`R-7K3M-Q2XA:1`), or the number alone when a chargeback ended the order.
 */
export const earned = (source: string, owner: Owner, booking: Booking, amount: bigint): Posting[] =>
  posting('earned', source, owner, booking, [{ from: 'unearned', to: 'revenue', amount }]);
