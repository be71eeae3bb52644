import { type RawBuilder, sql } from 'kysely';
import type { TestShop } from './open-test-shop.ts';

/** A change of the database that no use case makes, the statement that reverts it, and the audit's finding. */
type Sabotage = { what: string; harm: RawBuilder<unknown>; heal: RawBuilder<unknown>; words: RegExp };

/** The changes, for the shop of `sellForSabotage`. */
export const moneySabotages: Sabotage[] = [
  {
    what: 'a cached balance that differs from its transfers',
    harm: sql`update ledger_balance set amount = amount + 1 where account_id = (select min(id) from ledger_account where code = 'cash')`,
    heal: sql`update ledger_balance set amount = amount - 1 where account_id = (select min(id) from ledger_account where code = 'cash')`,
    words: /The account cash of customer \d+ shows \$.* add up to/,
  },
  {
    what: 'a captured amount that is not booked',
    harm: sql`update payment_attempt set captured_amount = captured_amount + 100 where id = (select min(id::text)::uuid from payment_attempt where status = 'captured')`,
    heal: sql`update payment_attempt set captured_amount = captured_amount - 100 where id = (select min(id::text)::uuid from payment_attempt where status = 'captured')`,
    words: /The payment .* \(captured\) should be \$.*, but \$.* is posted/,
  },
  {
    what: 'a paid order whose price is not booked',
    harm: sql`update payment_link set status = 'paid', closed_at = now() where number = (select min(number) from payment_link where purpose = 'order' and status = 'awaitingPayment')`,
    heal: sql`update payment_link l set status = 'awaitingPayment', closed_at = null
      where status = 'paid' and purpose = 'order' and not exists (select from ledger_tx where kind = 'order_paid' and source_id = l.number)`,
    words: /The order R-\S+ \(paid\) should be \$129\.00, but \$0\.00 is posted/,
  },
  {
    what: 'a hold of a failed payment',
    harm: sql`update payment_attempt set status = 'failed', closed_at = now() where held > 0 and status = 'open'`,
    heal: sql`update payment_attempt set status = 'open', closed_at = null where held > 0 and status = 'failed'`,
    words: /The money reserved for customer \d+ should be \$0\.00, but \$50\.00 is posted/,
  },
  {
    what: 'a captured payment without a webhook event',
    harm: sql`update sandbox_session set status = 'paid', captured_amount = amount where status = 'open'`,
    heal: sql`update sandbox_session s set status = 'open', captured_amount = 0 where status = 'paid'
      and exists (select from payment_attempt where provider_ref = s.ref and status = 'open')`,
    words: /the provider holds \$79\.00, but \$0\.00 is posted/,
  },
  {
    what: 'a refund made at the provider',
    harm: sql`update sandbox_session set captured_amount = captured_amount - 100 where status = 'paid'`,
    heal: sql`update sandbox_session set captured_amount = captured_amount + 100 where status = 'paid'`,
    words: /the provider holds \$99\.00, but \$100\.00 is posted/,
  },
  {
    what: 'an open payment without a poll job',
    harm: sql`update job set kind = 'payment.poll-lost' where kind = 'payment.poll'`,
    heal: sql`update job set kind = 'payment.poll' where kind = 'payment.poll-lost'`,
    words: /is open, but no job is handling it/,
  },
  {
    what: 'an open link without an expiry job',
    harm: sql`update job set kind = 'payment.expire-lost' where kind = 'payment.expire'`,
    heal: sql`update job set kind = 'payment.expire' where kind = 'payment.expire-lost'`,
    words: /is waiting for payment, but no job will close it/,
  },
  {
    what: 'a webhook event that was never applied',
    harm: sql`update provider_notice set processed_at = null where event_id = (select min(event_id) from provider_notice)`,
    heal: sql`update provider_notice set processed_at = now() where processed_at is null`,
    words: /The webhook event evt_\S+ of sandbox wasn’t applied: not tried yet/,
  },
];

/** Creates the rows that the changes affect: a paid order, an open one with a hold, and a deposit. */
export async function sellForSabotage(own: TestShop): Promise<void> {
  const { auth } = await own.customer();
  await own.addFunds(auth, 10_000);
  const first = await own.placeOrder(auth);
  await own.act(await own.startPayment(first.token), 'pay');
  const mixed = await own.placeOrder(auth);
  await own.addFunds(auth, 10_000);
  await own.pay(first.token, 'card');
  await own.app.jobs.drain();
  await sql`select ledger_post(${JSON.stringify([
    {
      kind: 'adjustment',
      sourceType: 'test',
      sourceId: 'x',
      customerId: '1',
      currency: 'usd',
      livemode: false,
      actor: 'test',
      postedAt: own.now(),
      transfers: [{ from: 'cash', to: 'promo_expense', amount: '15000' }],
    },
  ])}::jsonb)`.execute(own.database.db);
  await own.pay(mixed.token, 'both', auth);
}
