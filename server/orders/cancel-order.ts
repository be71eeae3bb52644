import { mayCancel, type PromisedWork } from '#contract/storefront/lateness.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { cancelLink } from '#server/payments/cancel-link.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { lockPayment } from '#server/payments/lock-payment.ts';
import { giveBack, type RefundTo } from '#server/payments/refunds/start-refund.ts';
import { countRefunded } from '#server/payments/refunds/refund-to-balance.ts';
import { type Actor, writeActor } from '#server/process/actor.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { type Kysely, sql } from 'kysely';
import { cancelRefusals, isUndelivered } from './why-not-cancel.ts';

const orderId = (number: string) => sql`(select id from customer_order where number = ${number})`;
const conflict = (detail: string) => new ProblemReply(409, detail);

/**
 * `by`: a customer may cancel their own order before work begins or when it is very late; the operator may cancel any order
 * without a delivery.
 */
export type CancelOrderInput = { by: Actor; refundTo: RefundTo; reason?: string };

async function lockWork(
  tx: Kysely<Schema>,
  number: string,
): Promise<(PromisedWork & { is_sending: boolean })[]> {
  const { rows } = await sql<PromisedWork & { is_sending: boolean }>`
    select exists (select from work_draft w where w.order_id = l.order_id and w.position = l.position and w.send_at is not null) as is_sending,
       due_on::text as "dueOn", jsonb_build_object('status', work_status, 'reviseBy', revise_by, 'versions', (
        select count(*) from delivery d where d.order_id = l.order_id and d.position = l.position
      )) as work
    from order_line l where order_id = ${orderId(number)} for update`.execute(tx);
  return rows;
}

async function cancelPaid(
  { db, clock, jobs, catalogue }: PaymentDeps,
  number: string,
  { by, refundTo, reason }: CancelOrderInput,
): Promise<void> {
  const isCustomer = by.kind === 'customer';
  await inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, { number });
    if (payment?.status !== 'paid') throw new Error(`${number} is no longer paid`);
    const lines = await lockWork(tx, number);
    if (lines.every(({ work }) => work.status === 'cancelled')) return;
    if (payment.disputed > 0n) throw conflict(cancelRefusals.disputed);
    if (!isCustomer && lines.some((line) => line.is_sending)) throw conflict(cancelRefusals.sending);
    const now = clock();
    const isPossible = isCustomer ? mayCancel(lines, now) : lines.every(({ work }) => isUndelivered(work));
    if (!isPossible)
      throw conflict(
        isCustomer
          ? 'Work on this order has already started. Contact us, and we’ll refund the part we haven’t done.'
          : cancelRefusals.delivered,
      );
    const left = payment.amount - payment.refunded;
    const refund =
      left > 0n
        ? await giveBack(
            tx,
            payment,
            { amount: left, by, reason: reason ?? 'Canceled before delivery' },
            catalogue(),
            now,
            refundTo,
          )
        : { postings: [], writes: [] };
    await writeInOneStatement(
      tx,
      [
        ...refund.writes,
        countRefunded(payment.linkId, left),
        sql`update order_line set work_status = 'cancelled', question = null, stopped_at = null where order_id = ${orderId(number)}`,
        sql`insert into order_event (order_id, at, actor, from_status, to_status, reason)
          values (${orderId(number)}, ${now}, ${writeActor(by)}, 'paid', 'refunded', ${reason ?? null})`,
        ...auditEntry(by, now, {
          action: 'cancel',
          subject: `order ${number}`,
          detail: { from: 'paid', refunded: String(left), currency: payment.currency },
        }),
      ],
      ledgerPost(refund.postings),
    );
  });
  jobs.wake();
}

/**
 * Cancels an order. An unpaid order's payment link is closed. A paid order is refunded in full, to the original payment methods,
 * or to the balance if the customer chose that. Cancelling a cancelled order succeeds and changes nothing.
 * @throws ProblemReply 404 for an unknown or another customer's number, 409 when it is too late or while a payment is processed
 * or disputed
 */
export async function cancelOrder(
  payments: PaymentDeps,
  typedNumber: string,
  cancelling: CancelOrderInput,
): Promise<undefined> {
  const number = readNumber('R', typedNumber);
  const { by } = cancelling;
  const isTheirs = by.kind === 'customer' ? sql`customer_id = ${by.id}` : sql`true`;
  const { rows } =
    await sql`select 1 from customer_order where number = ${number ?? ''} and ${isTheirs}`.execute(
      payments.db,
    );
  if (!number || rows.length === 0)
    throw notFound(
      by.kind === 'customer' ? 'We can’t find that order in your account.' : 'We can’t find that order.',
    );
  switch (await cancelLink(payments, number, cancelling)) {
    case 'cancelled':
      return undefined;
    case 'paid':
      await cancelPaid(payments, number, cancelling);
      return undefined;
    case 'processing':
      throw conflict(cancelRefusals.processing);
    default:
      throw conflict(cancelRefusals.expired);
  }
}
