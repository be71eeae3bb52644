import type { Schema } from '#server/database/schema.ts';
import { enqueue } from '#server/jobs/job.ts';
import type { Posting } from '#server/ledger/post.ts';
import { type Owner, posting } from '#server/ledger/postings.ts';
import { type Actor, writeActor } from '#server/process/actor.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { refundEmail } from './refund-email.mail.ts';

export type RefundedLink = Owner & { id: bigint; priceIn: PriceAccount };

/** Where the price of a paid order lies: it is the shop's own once all work is done. */
export type PriceAccount = 'unearned' | 'revenue';

/** Asked after the link is locked: completing an order locks it too. */
export async function findPrice(tx: Kysely<Schema>, number: string): Promise<PriceAccount> {
  const { rows } = await sql`select 1 from ledger_tx
    where kind = 'earned' and source_type = 'payment_link' and source_id = ${number}`.execute(tx);
  return rows.length > 0 ? 'revenue' : 'unearned';
}

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
        values (${id}::uuid, ${link.id}, ${amount}, ${amount}, ${by.kind}, ${writeActor(by)}, 'succeeded', ${reason}, ${now}, ${now})`,
      enqueue([refundEmail.at(now, { refundId: id, about: 'balance' })]),
    ],
  };
}
