import type { PaidWay } from '#contract/desk/money-lists.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';
import { transfersOf } from './close-days.ts';
import type { DayBounds } from './day-bounds.ts';

/** A day's sales of one product, paid in one way. Minor units. `order_type`: null for deposits; `provider`: null for the balance. */
export type DaySales = {
  day: string;
  currency: string;
  livemode: boolean;
  order_type: number | null;
  provider: string | null;
  way: PaidWay;
  count: number;
  paid: bigint;
  refunded: bigint;
};

/** Kinds of postings of refunds. */
export const refundKinds = ['refund_to_balance', 'refund_start', 'provider_refund'];
/** Accounts that hold an order's price: before and after it is earned. */
export const priceAccounts = ['unearned', 'revenue'];

/**
 * SQL: one row per transaction `t` of a payment link, as `m`, with its amount: an order paid, a deposit received, a refund
 * of either, or a failed refund of a deposit. The price of an order stays refunded when the refund's payment fails.
 */
const movedByLink = sql`(
  select t.kind, x.currency, x.livemode, l.id as link_id, l.purpose, sum(x.amount)::bigint as amount
  from ledger_tx t, ${transfersOf}, lateral (
    select id, purpose from payment_link where id = case t.source_type
      when 'payment_link' then (select id from payment_link where number = t.source_id)
      when 'payment_attempt' then (select payment_link_id from payment_attempt
        where id = case when t.source_type = 'payment_attempt' then t.source_id::uuid end)
      when 'refund' then (select payment_link_id from refund where id = case when t.source_type = 'refund' then t.source_id::uuid end)
    end offset 0
  ) as l
  where t.posted_at >= d.starts and t.posted_at < d.ends
    and t.kind = any(${['order_paid', 'capture', ...refundKinds, 'refund_failed']}::text[])
    and case
      when t.kind = 'order_paid' then true
      when t.kind = 'capture' then l.purpose = 'deposit' and x.credit = 'cash'
      when t.kind = 'refund_failed' then l.purpose = 'deposit' and x.credit = any(array['cash', 'debt'])
      when l.purpose = 'order' then x.debit = any(${priceAccounts}::text[])
      else x.debit = any(array['cash', 'debt'])
    end
  group by t.id, x.currency, x.livemode, l.id, l.purpose offset 0
)`;

/**
 * SQL: the sales of the link of `m`, as `s`: each line of an order with its share of the amount, or one deposit. Shares are
 * rounded so that they add up to the amount.
 */
const soldByLink = sql`(
  select l.order_type, o.way, o.provider,
    (floor(m.amount::numeric * l.sum / o.amount) - floor(m.amount::numeric * (l.sum - l.amount) / o.amount))::bigint as share
  from (
    select id, amount, case when paid_by_card = 0 then 'balance' when paid_from_balance = 0 then 'card' else 'mixed' end as way,
      case when paid_by_card > 0 then (
        select provider from payment_attempt where payment_link_id = m.link_id and status = 'captured' and closed_at <= paid_at
        order by closed_at desc, id limit 1
      ) end as provider
    from customer_order where payment_link_id = m.link_id offset 0
  ) as o, lateral (
    select order_type, amount, sum(amount) over (order by position) as sum from order_line where order_id = o.id offset 0
  ) as l
  where m.purpose = 'order'
  union all
  select null, 'card', (
    select provider from payment_attempt where payment_link_id = m.link_id and captured_amount is not null order by closed_at, id limit 1
  ), m.amount
  where m.purpose = 'deposit'
)`;

/**
 * Adds up the orders and deposits of each day, by product, provider and way of paying. A refund counts on its own day, in the group of
 * its order; among several lines it is divided by their prices. A failed refund of a deposit is subtracted on its day.
 */
export async function countSales(db: Kysely<Schema>, days: readonly DayBounds[]): Promise<DaySales[]> {
  const bounds = days.map(({ day, starts, ends }) => ({ day, starts, ends }));
  const { rows } = await sql<DaySales>`
    select d.day::text as day, m.currency, m.livemode, s.order_type, s.provider, s.way,
      count(*) filter (where m.kind = any(array['order_paid', 'capture']))::int as count,
      coalesce(sum(s.share) filter (where m.kind = any(array['order_paid', 'capture'])), 0)::bigint as paid,
      coalesce(sum(case when m.kind = 'refund_failed' then -s.share else s.share end)
        filter (where m.kind = any(${[...refundKinds, 'refund_failed']}::text[])), 0)::bigint as refunded
    from jsonb_to_recordset(${JSON.stringify(bounds)}::jsonb) as d(day date, starts timestamptz, ends timestamptz),
      lateral ${movedByLink} as m, lateral ${soldByLink} as s
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4 nulls last, 5 nulls last, 6`.execute(db);
  return rows;
}
