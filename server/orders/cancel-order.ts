import { inTransaction } from '#server/database/in-transaction.ts';
import { writeTogether } from '#server/database/write-together.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { cancelLink } from '#server/payments/cancel-link.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { countRefunded, refundToBalance } from '#server/payments/refund-to-balance.ts';
import { readNumber } from '#server/readable-number.ts';
import { sql } from 'kysely';

type PaidOrder = {
  id: bigint;
  link_id: bigint;
  customer_id: bigint;
  currency: string;
  livemode: boolean;
  left: bigint;
  is_disputed: boolean;
};

const conflict = (detail: string) => new ProblemReply(409, detail);

// The whole price goes back to the balance, as long as nobody has begun to work.
async function cancelPaid({ db, clock, jobs }: PaymentDeps, number: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<PaidOrder>`
      select o.id, l.id as link_id, l.customer_id, l.currency, l.livemode, l.amount - l.refunded as left,
        l.disputed > 0 as is_disputed
      from payment_link l join customer_order o on o.payment_link_id = l.id
      where l.number = ${number} and l.status = 'paid' for update of l`.execute(tx);
    const order = rows[0]!;
    const { rows: lines } = await sql<{ work_status: string }>`
      select work_status from order_line where order_id = ${order.id} for update`.execute(tx);
    if (lines.every(({ work_status }) => work_status === 'cancelled')) return;
    if (order.is_disputed)
      throw conflict('The payment of this order is disputed. It can be cancelled when that is decided.');
    if (lines.some(({ work_status }) => work_status !== 'queued'))
      throw conflict('Work on this order has begun. Write to support, and we see what can be given back.');
    const now = clock();
    const { id, link_id, customer_id: customerId, currency, livemode, left } = order;
    const refund =
      left > 0n
        ? refundToBalance(
            { id: link_id, customerId, currency, livemode, priceIn: 'unearned' },
            { amount: left, origin: 'customer', reason: 'Cancelled before work began' },
            now,
          )
        : { postings: [], writes: [] };
    await writeTogether(
      tx,
      [
        ...refund.writes,
        countRefunded(link_id, left),
        sql`update order_line set work_status = 'cancelled' where order_id = ${id}`,
        sql`insert into order_event (order_id, at, actor, from_status, to_status)
          values (${id}, ${now}, 'customer', 'paid', 'refunded')`,
      ],
      ledgerPost(refund.postings),
    );
  });
  jobs.wake();
}

/**
 * Cancels an order of this customer: one that is unpaid ends with its link, one that is paid and not begun goes back to
 * the balance. Cancelling twice is no error.
 * @throws ProblemReply 404 for a number that is not theirs, 409 once work has begun or while a payment is processed.
 */
export async function cancelOrder(
  payments: PaymentDeps,
  customerId: bigint,
  typedNumber: string,
): Promise<undefined> {
  const number = readNumber('R', typedNumber);
  const { rows } =
    await sql`select 1 from customer_order where customer_id = ${customerId} and number = ${number ?? ''}`.execute(
      payments.db,
    );
  if (!number || rows.length === 0) throw notFound('You have no order with this number.');
  switch (await cancelLink(payments, number, { actor: 'customer' })) {
    case 'cancelled':
      return undefined;
    case 'paid':
      await cancelPaid(payments, number);
      return undefined;
    case 'processing':
      throw conflict('A payment for this order is being processed. You can cancel when it is settled.');
    default:
      throw conflict('This order has expired, and nothing is owed for it.');
  }
}
