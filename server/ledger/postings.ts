import { type Actor, system, writeActor } from '#server/process/actor.ts';
import type { Posting, PostingKind, Transfer } from './post.ts';

/** The customer whose money moves. */
export type Owner = { customerId: bigint; currency: string; livemode: boolean };

/** The actor and time; `memo`: the reason, if no other row stores it. */
export type Booking = { by: Actor; at: Date; memo?: string };

/**
 * The object that each kind's source id identifies; a payment link by its number, a dispute by its id with
 * the step.
 */
const sourceTypes: Record<PostingKind, Posting['sourceType']> = {
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
};

/** A list with one posting of these transfers; leaves out zero transfers, and is empty when none remains. */
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

/** Releases an attempt's hold once, when the attempt ends without using it. */
export const release = (hold: Hold, at: Date): Posting[] =>
  posting('release', hold.attemptId, hold, { by: system, at }, [
    { from: 'reserved', to: 'cash', amount: hold.held },
  ]);

/** Turns an order's paid money into the shop's revenue; minor units. */
export const earned = (number: string, owner: Owner, booking: Booking, amount: bigint): Posting[] =>
  posting('earned', number, owner, booking, [{ from: 'unearned', to: 'revenue', amount }]);
