import { deliveryDate } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { enqueue } from '#server/jobs/job.ts';
import { posting } from '#server/ledger/postings.ts';
import type { Schema } from '#server/database/schema.ts';
import type { LinkEnd, PaidLink, LinkHandler, StandingChange } from '#server/payments/payment-deps.ts';
import { system, writeActor } from '#server/process/actor.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { instantTypes, makeInstantWork } from './instant-work.ts';
import { orderBrief, orderReceipt } from './order-emails.mail.ts';

const orderId = (number: string) => sql`(select id from customer_order where number = ${number})`;

// The price of a paid order is booked as unearned until the work is done. Its lines enter the queue with their due dates.
function onPaid(link: PaidLink): ReturnType<LinkHandler['onPaid']> {
  const { number, paidAt, amount } = link;
  const due = [...new Set(link.lines.map(({ days }) => days))].map((days) => ({
    days,
    due_on: deliveryDate(paidAt, days, businessCalendar),
  }));
  return {
    postings: posting('order_paid', number, link, { by: system, at: paidAt }, [
      { from: 'cash', to: 'unearned', amount: amount - link.fromReserved },
      { from: 'reserved', to: 'unearned', amount: link.fromReserved },
    ]),
    writes: [
      sql`update customer_order set paid_at = ${paidAt}, paid_by_card = ${link.paidByCard}, paid_from_balance = ${amount - link.paidByCard}
        where number = ${number}`,
      sql`update order_line l set work_status = 'queued', due_on = d.due_on, first_due_on = d.due_on
        from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d(days int, due_on date)
        where l.order_id = ${orderId(number)} and l.days = d.days`,
      sql`insert into order_event (order_id, at, actor, from_status, to_status)
        select ${orderId(number)}, ${paidAt}, ${writeActor({ kind: 'customer', id: link.customerId })}, 'awaitingPayment', 'paid'`,
      enqueue(
        [makeInstantWork.at(paidAt, { number }, number)],
        sql`exists (select from order_line where order_id = ${orderId(number)} and order_type = any(${instantTypes}))`,
      ),
      enqueue([orderReceipt.at(paidAt, { number }, number), orderBrief.at(paidAt, { number }, number)]),
    ],
  };
}

function onEnded(number: string, { to, by, reason }: LinkEnd, at: Date): RawBuilder<unknown>[] {
  return [
    ...(to === 'cancelled'
      ? [sql`update order_line set work_status = 'cancelled' where order_id = ${orderId(number)}`]
      : []),
    sql`insert into order_event (order_id, at, actor, from_status, to_status, reason)
      select ${orderId(number)}, ${at}, ${writeActor(by)}, 'awaitingPayment', ${to}, ${reason ?? null}`,
  ];
}

async function wasDelivered(tx: Kysely<Schema>, number: string): Promise<boolean> {
  const { rows } = await sql`select 1 from delivery where order_id = ${orderId(number)} limit 1`.execute(tx);
  return rows.length > 0;
}

// Work pauses while the payment is disputed, and ends after a chargeback.
function onDisputeChanged(number: string, { was, is, by }: StandingChange, at: Date): RawBuilder<unknown>[] {
  const stop = sql`update order_line set work_status = 'cancelled', question = null, stopped_at = null
    where order_id = ${orderId(number)} and work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested')`;
  return [
    sql`insert into order_event (order_id, at, actor, from_status, to_status)
      select ${orderId(number)}, ${at}, ${writeActor(by)}, ${was}, ${is}`,
    ...(is === 'chargedBack' ? [stop] : []),
  ];
}

/** What happens to an order when its payment link is paid or ends unpaid, or when its payment is disputed. */
export const orderPaymentEffects: LinkHandler = {
  takesAnyAmount: false,
  onPaid,
  onEnded,
  wasDelivered,
  onDisputeChanged,
};
