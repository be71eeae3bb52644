import { enqueue } from '#server/jobs/job.ts';
import type { Posting } from '#server/ledger/post.ts';
import { type Owner, posting } from '#server/ledger/postings.ts';
import { type Actor, readActorKind, writeActor } from '#server/process/actor.ts';
import { type RawBuilder, sql } from 'kysely';
import { type OrderPrice, takeFromPrice } from '#server/payments/order-price.ts';
import { refundEmail } from './refund-email.mail.ts';

export type RefundedLink = Owner & { linkId: bigint; price: OrderPrice };

export type Refund = {
  /** Minor units. */
  amount: bigint;
  by: Actor;
  /** Shown to the customer. */
  reason: string;
  /** The refund's ID; by default a new one. */
  id?: string | undefined;
  /** The approval that the refund carries out. */
  approvalId?: bigint | undefined;
};

/**
 * The write that adds to the link's refunded amount. At most one per statement: a second update of the row would have no
 * effect.
 */
export const countRefunded = (linkId: bigint, amount: bigint): RawBuilder<unknown> =>
  sql`update payment_link set refunded = refunded + ${amount} where id = ${linkId}`;

/**
 * The writes that refund a part of a paid order to its customer's balance. The caller has locked the link, has checked that the
 * price has as much left, and updates the link's refunded amount.
 */
export function refundToBalance(
  link: RefundedLink,
  { id = crypto.randomUUID(), amount, by, reason, approvalId }: Refund,
  now: Date,
): { postings: Posting[]; writes: RawBuilder<unknown>[] } {
  return {
    postings: posting(
      'refund_to_balance',
      id,
      link,
      { by, at: now },
      takeFromPrice(link.price, amount, 'cash').transfers,
    ),
    writes: [
      sql`insert into refund (id, payment_link_id, amount, from_order, origin, actor, status, reason, created_at, closed_at, approval_id)
        values (${id}::uuid, ${link.linkId}, ${amount}, ${amount}, ${readActorKind(by.kind)}, ${writeActor(by)}, 'succeeded', ${reason}, ${now}, ${now}, ${approvalId ?? null})`,
      enqueue([refundEmail.at(now, { refundId: id, about: 'balance' })]),
    ],
  };
}
