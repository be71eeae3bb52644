import { enqueue } from '#server/jobs/job.ts';
import type { Posting } from '#server/ledger/post.ts';
import { type Owner, posting } from '#server/ledger/postings.ts';
import { type Actor, writeActor } from '#server/process/actor.ts';
import { type RawBuilder, sql } from 'kysely';
import type { PriceAccount } from '#server/payments/lock-payment.ts';
import { refundEmail } from './refund-email.mail.ts';

export type RefundedLink = Owner & { linkId: bigint; priceIn: PriceAccount };

/** `amount` in minor units; `reason` as the customer may read it; `id`: where it has one already. */
export type Refund = {
  amount: bigint;
  by: Actor;
  reason: string;
  id?: string | undefined;
};

/** What counts on the link what was given back of its price: once in a statement. */
export const countRefunded = (linkId: bigint, amount: bigint): RawBuilder<unknown> =>
  sql`update payment_link set refunded = refunded + ${amount} where id = ${linkId}`;

/**
 * What gives a part of a paid order back to its customer's balance, at once. For a caller who has locked the link and
 * seen that as much is left of it, and counts it.
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
        values (${id}::uuid, ${link.linkId}, ${amount}, ${amount}, ${by.kind}, ${writeActor(by)}, 'succeeded', ${reason}, ${now}, ${now})`,
      enqueue([refundEmail.at(now, { refundId: id, about: 'balance' })]),
    ],
  };
}
