import { hour } from '#contract/durations.ts';
import { operatorsDay } from '#contract/delivery-date.ts';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { type LockedPayment, lockPayment } from '#server/payments/lock-payment.ts';
import { giveBack } from '#server/payments/refunds/start-refund.ts';
import { lateReason } from '#server/payments/refunds/refund-email.mail.ts';
import { countRefunded } from '#server/payments/refunds/refund-to-balance.ts';
import { system, writeActor } from '#server/process/actor.ts';
import { type Kysely, sql } from 'kysely';
import type { OrderDeps } from '#server/orders/order-deps.ts';

/** Refunds the surcharge of late express lines, hourly. */
export const refundLateExpressHourly = jobKind<Record<string, never>>('fulfilment.late-express', {
  forever: true,
});

type ExpressLine = {
  position: number;
  work_status: string;
  parts: Order['lines'][number]['parts'];
  due_on: string;
  first_delivered_at: Date | null;
  order_id: bigint;
};

// SQL condition: the lateness of line `l` isn't decided yet. Late lines count even after acceptance. While a question is open,
// the due date is paused, and the line isn't late.
const isToJudge = sql`(l.details ->> 'express')::boolean and l.lateness_judged_at is null and l.stopped_at is null
  and l.work_status not in ('waiting', 'cancelled')`;

function isLate({ due_on, first_delivered_at }: ExpressLine, now: Date): boolean {
  return operatorsDay(first_delivered_at ?? now, businessCalendar) > due_on;
}

const judged = ({ order_id, position }: ExpressLine, now: Date) =>
  sql`update order_line set lateness_judged_at = ${now} where order_id = ${order_id} and position = ${position}`;

async function refundSurcharge(
  tx: Kysely<Schema>,
  payment: LockedPayment,
  line: ExpressLine,
  catalogue: Catalogue,
  now: Date,
): Promise<void> {
  const { position, order_id } = line;
  const left = payment.chargedBackAt === null ? payment.amount - payment.refunded - payment.disputed : 0n;
  const surcharge = BigInt(line.parts.find(({ key }) => key === 'express')?.amount ?? 0);
  const amount = surcharge < left ? surcharge : left;
  // a full refund of the order included the surcharge
  if (amount === 0n) {
    await writeInOneStatement(tx, [judged(line, now)]);
    return;
  }
  const refund = await giveBack(tx, payment, { amount, by: system, reason: lateReason }, catalogue, now);
  await writeInOneStatement(
    tx,
    [
      ...refund.writes,
      countRefunded(payment.linkId, amount),
      judged(line, now),
      sql`insert into order_event (order_id, line_position, at, actor, from_status, to_status, reason)
        values (${order_id}, ${position}, ${now}, ${writeActor(system)}, ${line.work_status}, ${line.work_status},
          ${refund.toCards > 0n ? 'Express surcharge refunded because we were late' : 'Express surcharge refunded to your balance because we were late'})`,
    ],
    ledgerPost(refund.postings),
  );
}

async function judgeLine(
  { db, clock, catalogue }: OrderDeps,
  number: string,
  position: number,
): Promise<void> {
  const now = clock();
  await inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, { number });
    if (payment?.status !== 'paid') return;
    // leaves out automatic results, because the surcharge is for the team's work
    const { rows } = await sql<ExpressLine>`
      select l.position, l.work_status, l.parts, l.due_on::text, o.id as order_id,
        (select min(delivered_at) from delivery d where d.order_id = l.order_id and d.position = l.position and d.report is null) as first_delivered_at
      from order_line l join customer_order o on o.id = l.order_id
      where o.number = ${number} and l.position = ${position} and ${isToJudge} for update of l`.execute(tx);
    const line = rows[0];
    if (!line) return;
    if (isLate(line, now)) await refundSurcharge(tx, payment, line, catalogue(), now);
    else if (line.first_delivered_at) await writeInOneStatement(tx, [judged(line, now)]);
  });
}

/** Refunds the express surcharge to the balance when the work is late; once per line, without a request. */
export function refundLateExpress(deps: OrderDeps): JobHandlers {
  return refundLateExpressHourly.handledBy(async () => {
    const now = deps.clock();
    const { rows } = await sql<{ number: string; position: number }>`
      select o.number, l.position from order_line l join customer_order o on o.id = l.order_id
      where ${isToJudge} and l.due_on < ${operatorsDay(now, businessCalendar)}::date
      order by l.due_on limit 500`.execute(deps.db);
    for (const { number, position } of rows) await judgeLine(deps, number, position);
    if (rows.length > 0) deps.jobs.wake();
    return new Date(now.getTime() + hour);
  });
}
