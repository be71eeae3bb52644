import type { PaymentRow, PaymentState } from '#contract/desk/money.ts';
import { shownName } from '#server/desk/line-columns.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';

/** A payment link with the state of its payment and refunds. Amounts in minor units. */
export type PaymentColumns = {
  id: bigint;
  number: string;
  purpose: 'order' | 'deposit';
  status: 'awaitingPayment' | 'paid' | 'expired' | 'cancelled';
  amount: bigint;
  currency: string;
  livemode: boolean;
  created_at: Date;
  expires_at: Date;
  closed_at: Date | null;
  customer_id: bigint;
  first_name: string;
  last_name: string;
  state: PaymentState;
  provider: string | null;
};

const hasAttempt = (status: 'review' | 'processing') =>
  sql`exists (select from payment_attempt a where a.payment_link_id = l.id and a.status = ${sql.lit(status)})`;

/** SQL: the refunded part of the price of link `l`'s order, or of its deposit's payment. */
const refunded = sql`case l.purpose when 'order' then l.refunded else coalesce((
  select sum(r.amount) from refund r where r.payment_link_id = l.id and r.status <> 'failed'
), 0) end`;

/** SQL: the state of payment link `l` in the desk's list. */
export const stateOfLink = sql`case
  when ${hasAttempt('review')} then 'review'
  when exists (select from payment_attempt a join dispute d on d.payment_attempt_id = a.id
    where a.payment_link_id = l.id and d.status in ('inquiry', 'open')) then 'disputed'
  when l.charged_back_at is not null then 'lost'
  when l.status = 'paid' then case when ${refunded} = 0 then 'paid' when ${refunded} < l.amount then 'partlyRefunded' else 'refunded' end
  when l.status = 'awaitingPayment' then case when ${hasAttempt('processing')} then 'processing' else 'waiting' end
  when l.status = 'expired' then 'expired' else 'canceled' end`;

/**
 * SQL: the provider that has collected money through payment link `l`, or is collecting it. Null without one: the customer may
 * have opened a card page, and then paid from the balance or not at all.
 */
export const providerOfLink = sql`(
  select a.provider from payment_attempt a
  where a.payment_link_id = l.id and a.status in ('processing', 'captured', 'review')
  order by a.created_at desc limit 1)`;

/** SQL: the payment links for which `where` holds. `where` uses the table as `l`; `rest`: order and limit. */
export const paymentsWhere = (
  where: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
) => sql<PaymentColumns>`
  select l.id, l.number, l.purpose, l.status, l.amount, l.currency, l.livemode, l.created_at, l.expires_at, l.closed_at,
    l.customer_id, c.first_name, c.last_name, ${stateOfLink} as state, ${providerOfLink} as provider
  from (select * from payment_link l where ${where} ${rest}) as l,
    lateral (select first_name, last_name from customer where id = l.customer_id offset 0) as c`;

export const toPaymentRow = (payment: PaymentColumns, caller: StaffCaller): PaymentRow => ({
  number: payment.number,
  purpose: payment.purpose,
  customer: shownName(caller, payment),
  amount: Number(payment.amount),
  currency: payment.currency,
  livemode: payment.livemode,
  provider: payment.provider,
  state: payment.state,
  createdAt: payment.created_at.toISOString(),
});
