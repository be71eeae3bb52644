import { hour } from '#contract/durations.ts';
import { operatorsDay } from '#contract/delivery-date.ts';
import type { Catalogue } from '#contract/catalogue.ts';
import type { Order } from '#contract/orders.ts';
import { businessCalendar } from '#contract/shop.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { giveBack, lockCards } from '#server/payments/refunds/give-back.ts';
import { countRefunded, findPrice } from '#server/payments/refunds/refund-to-balance.ts';
import { system, writeActor } from '#server/process/actor.ts';
import { type Kysely, sql } from 'kysely';
import type { OrderDeps } from '#server/orders/order-deps.ts';

/** Judges express lines whose day is over. Runs every hour. */
export const refundLateExpressHourly = jobKind<Record<string, never>>('fulfilment.late-express', {
  forever: true,
});

type ExpressLine = {
  number: string;
  position: number;
  work_status: string;
  parts: Order['lines'][number]['parts'];
  due_on: string;
  first_delivered_at: Date | null;
  order_id: bigint;
  link_id: bigint;
  customer_id: bigint;
  currency: string;
  livemode: boolean;
  left: bigint;
};

// Accepted or not, late is late. While a question waits for its answer the clock stands still, and nothing is.
const isToJudge = sql`(l.details ->> 'express')::boolean and l.lateness_judged_at is null and l.stopped_at is null
  and l.work_status not in ('waiting', 'cancelled')`;

function isLate({ due_on, first_delivered_at }: ExpressLine, now: Date): boolean {
  return operatorsDay(first_delivered_at ?? now, businessCalendar) > due_on;
}

const judged = ({ order_id, position }: ExpressLine, now: Date) =>
  sql`update order_line set lateness_judged_at = ${now} where order_id = ${order_id} and position = ${position}`;

async function refundSurcharge(
  tx: Kysely<Schema>,
  line: ExpressLine,
  catalogue: Catalogue,
  now: Date,
): Promise<void> {
  const { number, position, order_id, link_id, customer_id: customerId, currency, livemode, left } = line;
  const surcharge = BigInt(line.parts.find(({ key }) => key === 'express')?.amount ?? 0);
  const amount = surcharge < left ? surcharge : left;
  // what was given back before, whole, is not given back again
  if (amount === 0n) {
    await writeInOneStatement(tx, [judged(line, now)]);
    return;
  }
  const refund = await giveBack(
    tx,
    { id: link_id, customerId, currency, livemode, priceIn: await findPrice(tx, number) },
    { amount, by: system, reason: 'Express surcharge refunded: we were late' },
    catalogue,
    now,
  );
  await writeInOneStatement(
    tx,
    [
      ...refund.writes,
      countRefunded(link_id, amount),
      judged(line, now),
      sql`insert into order_event (order_id, line_position, at, actor, from_status, to_status, reason)
        values (${order_id}, ${position}, ${now}, ${writeActor(system)}, ${line.work_status}, ${line.work_status},
          ${refund.toCards > 0n ? 'Express surcharge refunded: we were late' : 'Express surcharge refunded to your balance: we were late'})`,
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
    // payments, then the link, as everything that moves an order's money locks them
    await lockCards(tx, number);
    await sql`select 1 from payment_link where number = ${number} for update`.execute(tx);
    const { rows } = await sql<ExpressLine>`
      select o.number, l.position, l.work_status, l.parts, l.due_on::text, o.id as order_id, p.id as link_id,
        p.customer_id, p.currency, p.livemode, 
        case when p.charged_back_at is null then p.amount - p.refunded - p.disputed else 0 end as left,
        (select min(delivered_at) from delivery d where d.order_id = l.order_id and d.position = l.position) as first_delivered_at
      from order_line l join customer_order o on o.id = l.order_id join payment_link p on p.id = o.payment_link_id
      where o.number = ${number} and l.position = ${position} and p.status = 'paid' and ${isToJudge} for update of l`.execute(
      tx,
    );
    const line = rows[0];
    if (!line) return;
    if (isLate(line, now)) await refundSurcharge(tx, line, catalogue(), now);
    else if (line.first_delivered_at) await writeInOneStatement(tx, [judged(line, now)]);
  });
}

/** Whoever paid for express and gets it late has the surcharge back on the balance, without asking; once per line. */
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
