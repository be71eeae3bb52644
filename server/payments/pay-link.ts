import { least } from '#contract/money.ts';
import type { Posting } from '#server/ledger/post.ts';
import { type RawBuilder, sql } from 'kysely';
import type { LockedPayment } from './lock-payment.ts';
import type { LinkHandlers } from './payment-deps.ts';

/**
 * The writes that pay a locked link from the customer's cash and the attempt's hold. `arrived`: the amount that the same
 * statement credits to cash. `held`: the hold. Minor units.
 */
export function payLink(
  linkHandlers: LinkHandlers,
  payment: LockedPayment,
  { arrived, held }: { arrived: bigint; held: bigint },
  paidAt: Date,
): { postings: Posting[]; writes: RawBuilder<unknown>[] } {
  const paid = linkHandlers[payment.purpose].onPaid({
    ...payment,
    cash: payment.cash + arrived,
    paidByCard: least(payment.received + arrived, payment.amount),
    fromReserved: held,
    paidAt,
  });
  const close = sql`update payment_link set captured = ${payment.captured + arrived}, status = 'paid', closed_at = ${paidAt}
    where id = ${payment.linkId}`;
  return { postings: paid.postings, writes: [close, ...paid.writes] };
}
