import { inTransaction } from '#server/database/in-transaction.ts';
import { writeTogether } from '#server/database/write-together.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { cancelLink } from '#server/payments/cancel-link.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { giveBack, lockCards } from '#server/payments/give-back.ts';
import { countRefunded } from '#server/payments/refund-to-balance.ts';
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

/** Who cancels: a customer their own order, before anybody works on it; the operator any order of which nothing is delivered. */
export type Cancelling =
  | { actor: 'customer'; customerId: bigint }
  | { actor: `operator:${string}`; reason: string };

const untouched = new Set(['queued']);
const undelivered = new Set(['queued', 'inProgress', 'needsInfo']);

// The whole price goes back to the balance; what the balance may not hold goes to the card.
async function cancelPaid({ db, clock, jobs }: PaymentDeps, number: string, by: Cancelling): Promise<void> {
  const isCustomer = by.actor === 'customer';
  await inTransaction(db, async (tx) => {
    await lockCards(tx, number);
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
    const cancellable = isCustomer ? untouched : undelivered;
    if (lines.some(({ work_status }) => !cancellable.has(work_status)))
      throw conflict(
        isCustomer
          ? 'Work on this order has begun. Write to support, and we see what can be given back.'
          : 'Something of this order was delivered. Refund what you mean to give back.',
      );
    const reason = isCustomer ? 'Cancelled before work began' : by.reason;
    const now = clock();
    const { id, link_id, customer_id: customerId, currency, livemode, left } = order;
    const refund =
      left > 0n
        ? await giveBack(
            tx,
            { id: link_id, customerId, currency, livemode, priceIn: 'unearned' },
            isCustomer
              ? { amount: left, origin: 'customer', reason }
              : { amount: left, origin: 'operator', reason, operator: by.actor.slice('operator:'.length) },
            now,
          )
        : { postings: [], writes: [] };
    await writeTogether(
      tx,
      [
        ...refund.writes,
        countRefunded(link_id, left),
        sql`update order_line set work_status = 'cancelled', question = null, stopped_at = null where order_id = ${id}`,
        sql`insert into order_event (order_id, at, actor, from_status, to_status, reason)
          values (${id}, ${now}, ${by.actor}, 'paid', 'refunded', ${isCustomer ? null : reason})`,
      ],
      ledgerPost(refund.postings),
    );
  });
  jobs.wake();
}

/**
 * Cancels an order: one that is unpaid ends with its link, the price of one that is paid goes back to the balance, or to
 * the card where the balance would hold too much.
 * Cancelling twice is no error.
 * @throws ProblemReply 404 for a number that is not theirs or nobody's, 409 when it is too late or while a payment is
 * processed or disputed.
 */
export async function cancelOrder(
  payments: PaymentDeps,
  typedNumber: string,
  by: Cancelling,
): Promise<undefined> {
  const number = readNumber('R', typedNumber);
  const isTheirs = by.actor === 'customer' ? sql`customer_id = ${by.customerId}` : sql`true`;
  const { rows } =
    await sql`select 1 from customer_order where number = ${number ?? ''} and ${isTheirs}`.execute(
      payments.db,
    );
  if (!number || rows.length === 0)
    throw notFound(
      by.actor === 'customer' ? 'You have no order with this number.' : 'There is no such order.',
    );
  switch (await cancelLink(payments, number, by)) {
    case 'cancelled':
      return undefined;
    case 'paid':
      await cancelPaid(payments, number, by);
      return undefined;
    case 'processing':
      throw conflict(
        'A payment for this order is being processed. It can be cancelled when that is settled.',
      );
    default:
      throw conflict('This order has expired, and nothing is owed for it.');
  }
}
