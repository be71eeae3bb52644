import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';
import type { PaymentPurpose } from '#server/payments/payment-deps.ts';
import type { PaymentProvider } from '#server/payments/provider/provider.ts';
import { findPrice, type PriceAccount } from './refund-to-balance.ts';

/** A payment whose money is here; its rows and its customer's balances are locked. Minor units. */
export type CapturedPayment = {
  id: string;
  provider: string;
  link_id: bigint;
  number: string;
  purpose: PaymentPurpose;
  customer_id: bigint;
  currency: string;
  livemode: boolean;
  captured: bigint;
  cash: bigint;
  debt: bigint;
  /** What of the order's price is neither given back nor disputed nor lost; 0 where this payment is in no order's price. */
  left: bigint;
  /** What of the order's price, or of the deposit, is disputed now. */
  disputed: bigint;
  /** When a dispute of a payment for the same was lost. */
  charged_back_at: Date | null;
  priceIn: PriceAccount;
  /** It arrived in another currency than was asked for: it is in `suspense`, in no price and on no balance. */
  is_foreign: boolean;
};

/**
 * Locks attempt → link → balances, like every change of a payment. What came after an order was paid, or for none, is on
 * the balance and in no price. Undefined where the provider's payment is not ours, or not captured.
 */
export async function lockCapturedPayment(
  tx: Kysely<Schema>,
  { name, livemode }: Pick<PaymentProvider, 'name' | 'livemode'>,
  ref: string,
): Promise<CapturedPayment | undefined> {
  const { rows } = await sql<Omit<CapturedPayment, 'priceIn'>>`
    with locked as (
      select a.id, a.provider, l.id as link_id, l.number, l.purpose, l.customer_id, coalesce(a.captured_currency, a.currency) as currency, a.livemode, a.captured_amount as captured,
        a.status = 'review' as is_foreign, l.disputed, l.charged_back_at,
        case when l.purpose = 'order' and l.status = 'paid' then l.amount - l.refunded - l.disputed - l.lost else 0 end as unspoken
      from payment_attempt a join payment_link l on l.id = a.payment_link_id
      where a.provider = ${name} and a.provider_ref = ${ref} and a.status in ('captured', 'review') and a.livemode = ${livemode}
      for update of a, l
    )
    select locked.*, balance.cash, balance.debt, case when not is_foreign and exists (
        select from ledger_tx capture join ledger_tx paid on paid.id > capture.id
        where capture.kind = 'capture' and capture.source_type = 'payment_attempt' and capture.source_id = locked.id::text
          and paid.kind = 'order_paid' and paid.source_type = 'payment_link' and paid.source_id = locked.number
      ) then unspoken else 0 end as left
    from locked cross join lateral ledger_lock_balances(locked.customer_id, locked.currency, locked.livemode) as balance`.execute(
    tx,
  );
  const payment = rows[0];
  return payment && { ...payment, priceIn: await findPrice(tx, payment.number) };
}
