import { type Actor, system, writeActor } from '#server/process/actor.ts';
import type { Posting, PostingKind, Transfer } from './post.ts';

/** Whose money moves. */
export type Owner = { customerId: bigint; currency: string; livemode: boolean };

/** Who moves it, and when; `memo`: why, where nothing else says it. */
export type Booking = { by: Actor; at: Date; memo?: string };

/** What the source id of each kind is the id of; of a payment link it is the number, of a dispute the id with its step. */
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

/** A posting of these transfers, in a list; transfers of nothing are left out, and a posting without any is none. */
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

/** What is held on a customer's balance for a payment attempt; minor units. */
export type Hold = Owner & { attemptId: string; held: bigint };

/** Keeps a part of the balance aside while a provider collects the rest. */
export const reserve = (hold: Hold, at: Date): Posting[] =>
  posting('reserve', hold.attemptId, hold, { by: system, at }, [
    { from: 'cash', to: 'reserved', amount: hold.held },
  ]);

/** Frees what an attempt held: once, when it ends without using it. */
export const release = (hold: Hold, at: Date): Posting[] =>
  posting('release', hold.attemptId, hold, { by: system, at }, [
    { from: 'reserved', to: 'cash', amount: hold.held },
  ]);

/** What was paid for an order becomes the shop's own; minor units. */
export const earned = (number: string, owner: Owner, booking: Booking, amount: bigint): Posting[] =>
  posting('earned', number, owner, booking, [{ from: 'unearned', to: 'revenue', amount }]);
