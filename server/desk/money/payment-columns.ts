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
  /** The refunded part of an order's price, or of a deposit's payment. */
  given_back: bigint;
  is_disputed: boolean;
  is_lost: boolean;
  provider: string | null;
  is_processing: boolean;
  is_in_review: boolean;
};

/** SQL: the payment links for which `where` holds. `where` uses the table as `l`; `rest`: order and limit. */
export const paymentsWhere = (
  where: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
) => sql<PaymentColumns>`
  select l.id, l.number, l.purpose, l.status, l.amount, l.currency, l.livemode, l.created_at, l.expires_at, l.closed_at,
    l.customer_id, c.first_name, c.last_name, l.charged_back_at is not null as is_lost,
    case l.purpose when 'order' then l.refunded else coalesce((
      select sum(r.amount) from refund r where r.payment_link_id = l.id and r.status <> 'failed'
    ), 0) end::bigint as given_back,
    exists (select from payment_attempt a join dispute d on d.payment_attempt_id = a.id
      where a.payment_link_id = l.id and d.status in ('inquiry', 'open')) as is_disputed,
    (select a.provider from payment_attempt a where a.payment_link_id = l.id order by a.created_at desc limit 1) as provider,
    exists (select from payment_attempt a where a.payment_link_id = l.id and a.status = 'processing') as is_processing,
    exists (select from payment_attempt a where a.payment_link_id = l.id and a.status = 'review') as is_in_review
  from (select * from payment_link l where ${where} ${rest}) as l,
    lateral (select first_name, last_name from customer where id = l.customer_id offset 0) as c`;

function stateOf(payment: PaymentColumns): PaymentState {
  const { status, amount, given_back: givenBack } = payment;
  if (payment.is_in_review) return 'review';
  if (payment.is_disputed) return 'disputed';
  if (payment.is_lost) return 'lost';
  switch (status) {
    case 'paid':
      if (givenBack === 0n) return 'paid';
      return givenBack < amount ? 'partlyRefunded' : 'refunded';
    case 'awaitingPayment':
      return payment.is_processing ? 'processing' : 'waiting';
    case 'expired':
      return 'expired';
    case 'cancelled':
      return 'canceled';
  }
}

export const toPaymentRow = (payment: PaymentColumns, caller: StaffCaller): PaymentRow => ({
  number: payment.number,
  purpose: payment.purpose,
  customer: shownName(caller, payment),
  amount: Number(payment.amount),
  currency: payment.currency,
  livemode: payment.livemode,
  provider: payment.provider,
  state: stateOf(payment),
  createdAt: payment.created_at.toISOString(),
});
