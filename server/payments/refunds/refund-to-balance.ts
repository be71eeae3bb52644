import { enqueue } from '#server/jobs/job.ts';
import type { Posting } from '#server/ledger/post.ts';
import { type Owner, posting } from '#server/ledger/postings.ts';
import { type Actor, readActorKind, writeActor } from '#server/process/actor.ts';
import { type RawBuilder, sql } from 'kysely';
import type { PriceAccount } from '#server/payments/lock-payment.ts';
import { refundEmail } from './refund-email.mail.ts';

export type RefundedLink = Owner & { linkId: bigint; priceIn: PriceAccount };

/** `amount` in minor units; `reason` is shown to the customer; `id`: the refund's id, if it already has one. */
export type Refund = {
  amount: bigint;
  by: Actor;
  reason: string;
  id?: string | undefined;
};

/** The write that adds to the link's refunded amount: at most once per statement. */
export const countRefunded = (linkId: bigint, amount: bigint): RawBuilder<unknown> =>
  sql`update payment_link set refunded = refunded + ${amount} where id = ${linkId}`;

/**
 * The writes that refund a part of a paid order to its customer's balance at once. The caller has locked the link, has
 * checked that the order has as much left, and updates the order's refunded amount.
 */
export function refundToBalance(
  link: RefundedLink,
  { id = crypto.randomUUID(), amount, by, reason }: Refund,
  now: Date,
): { postings: Posting[]; writes: RawBuilder<unknown>[] } {
  return {
    postings: posting('refund_to_balance', id, link, { by, at: now }, [
      { from: link.priceIn, to: 'cash', amount },
    ]),
    writes: [
      sql`insert into refund (id, payment_link_id, amount, from_order, origin, actor, status, reason, created_at, closed_at)
        values (${id}::uuid, ${link.linkId}, ${amount}, ${amount}, ${readActorKind(by.kind)}, ${writeActor(by)}, 'succeeded', ${reason}, ${now}, ${now})`,
      enqueue([refundEmail.at(now, { refundId: id, about: 'balance' })]),
    ],
  };
}
