import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Schema } from '#server/database/schema.ts';
import { auditLedger } from '#server/ledger/audit-ledger.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { auditPayments } from './audit-payments.ts';
import { explainFinding } from './explain-finding.ts';

let shop: TestShop;
let team: ReturnType<typeof openTestTeam>;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100', DESK: 'on' } });
  team = openTestTeam(shop);
  await live('usd', false);
  await live('usd', true);
  await live('eur', false);
});
after(() => shop.close());

/** Creates one customer with every kind of row the audit reads, then moves the rows to this currency and mode. */
async function live(currency: string, livemode: boolean): Promise<void> {
  const { auth } = await shop.customer();
  const settle = async (ref: string, ...acts: string[]) => {
    for (const act of acts) await shop.act(ref, act);
    await shop.app.jobs.drain();
  };
  async function paid(act = 'pay') {
    const { token, orderNumber: number } = await shop.placeOrder(auth);
    const ref = await shop.startPayment(token);
    await settle(ref, act);
    return { number, ref };
  }
  async function delivered() {
    const order = await paid();
    await team.deliver(order.number);
    return order;
  }
  const {
    rows: [last],
  } = await sql<{ id: bigint }>`select coalesce(max(id), 0) as id from ledger_tx`.execute(shop.database.db);

  const done = await delivered();
  await shop.send('POST', `/api/orders/${done.number}/lines/1/accept`, { headers: auth });
  const parted = await paid('pay-over');
  await shop.operate('refund', parted.number, '10', 'card', 'kindness');
  await shop.app.jobs.drain();
  await settle(parted.ref, 'refund-settle');
  await shop.operate('refund', parted.number, '4', 'balance', 'kindness');
  await shop.operate('refund', parted.number, '5', 'card', 'kindness');
  await shop.app.jobs.drain();
  const failed = await paid();
  await shop.operate('refund', failed.number, '7', 'card', 'kindness');
  await shop.app.jobs.drain();
  await settle(failed.ref, 'refund-fail');
  await settle((await paid()).ref, 'dispute');
  await settle((await paid()).ref, 'dispute', 'dispute-lost');
  await settle((await delivered()).ref, 'dispute', 'dispute-lost');
  const { depositNumber } = await shop.addFunds(auth, 6_000);
  await settle(await shop.refOf(depositNumber), 'dispute');
  await shop.addFunds(auth, 5_000);
  await shop.placeOrder(auth);
  const mixed = await shop.placeOrder(auth);
  await shop.pay(mixed.token, 'both', auth);

  await shop.database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: bigint }>`select max(customer_id) as id from payment_link`.execute(tx);
    await moveLife(tx, rows[0]!.id, last!.id, currency, livemode);
  });
}

/** The shop has one currency and one mode at a time, so rows of an earlier one are made by updating new rows. */
async function moveLife(
  tx: Kysely<Schema>,
  customer: bigint,
  after: bigint,
  currency: string,
  live: boolean,
): Promise<void> {
  if (currency === 'usd' && !live) return;
  const moved = (account: RawBuilder<unknown>) => sql`(
    select n.id from ledger_account o join ledger_account n on n.code = o.code and n.customer_id is not distinct from o.customer_id
    where o.id = ${account} and n.currency = ${currency} and n.livemode = ${live})`;
  for (const write of [
    sql`alter table ledger_transfer disable trigger user`,
    sql`alter table balance_entry disable trigger user`,
    sql`insert into ledger_account (code, customer_id, currency, livemode)
      select code, customer_id, ${currency}, ${live} from ledger_account
      where (customer_id = ${customer} or customer_id is null) and currency = 'usd' and not livemode`,
    sql`update ledger_transfer set currency = ${currency}, livemode = ${live},
      from_account = ${moved(sql`from_account`)}, to_account = ${moved(sql`to_account`)} where tx_id > ${after}`,
    sql`update ledger_balance set account_id = ${moved(sql`account_id`)}
      where account_id in (select id from ledger_account where customer_id = ${customer})`,
    sql`delete from ledger_account where customer_id = ${customer} and not (currency = ${currency} and livemode = ${live})`,
    sql`update balance_entry set currency = ${currency}, livemode = ${live} where customer_id = ${customer}`,
    sql`update payment_attempt a set currency = ${currency}, livemode = ${live},
      captured_currency = case when captured_currency is not null then ${currency} end
      from payment_link l where l.id = a.payment_link_id and l.customer_id = ${customer}`,
    sql`update payment_link set currency = ${currency}, livemode = ${live} where customer_id = ${customer}`,
    sql`alter table ledger_transfer enable trigger user`,
    sql`alter table balance_entry enable trigger user`,
  ])
    await write.execute(tx);
}

/** Returns the audit's findings after `harms`, then rolls them back. */
async function auditAfter(...harms: RawBuilder<unknown>[]): Promise<string[]> {
  const undo = new Error('undo');
  let found: string[] = [];
  await shop.database.db
    .transaction()
    .execute(async (tx) => {
      for (const harm of harms) await harm.execute(tx);
      found = [...(await auditLedger(tx)), ...(await auditPayments(tx))];
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

test('finds nothing in correct books of several customers and currencies, with live and test money', async () => {
  assert.deepEqual(await auditAfter(), []);
});

/** Rows of the first customer, whose money is test dollars. */
const first = sql`(select min(customer_id) from payment_link)`;
const link = (which: RawBuilder<unknown>) => sql`(
  select l.id from payment_link l where l.customer_id = ${first} and ${which} order by l.number limit 1)`;
const paidOrder =
  link(sql`l.purpose = 'order' and l.status = 'paid' and l.refunded = 0 and l.disputed = 0 and l.lost = 0
  and exists (select from order_line w join customer_order o on o.id = w.order_id where o.payment_link_id = l.id and w.work_status = 'completed')`);
const openOrder = link(sql`l.refunded = 1900`);
const refund = (status: string, amount: number) => sql`(
  select r.id from refund r join payment_link l on l.id = r.payment_link_id
  where l.customer_id = ${first} and r.status = ${status} and r.amount = ${amount})`;
const dispute = (which: RawBuilder<unknown>) => sql`(
  select d.id from dispute d join payment_attempt a on a.id = d.payment_attempt_id join payment_link l on l.id = a.payment_link_id
  where l.customer_id = ${first} and ${which})`;
const attempt = (which: RawBuilder<unknown>) => sql`(
  select a.id from payment_attempt a join payment_link l on l.id = a.payment_link_id where l.customer_id = ${first} and ${which})`;
const job = (kind: string) => sql`update job set dead_at = now() where kind = ${kind}`;

/** A webhook event that was not applied. */
const webhook = ({
  days = 1,
  ref = sql`'x'`,
  error = null as string | null,
  job = false,
  dead = false,
}) => sql`
  with came as (
    insert into provider_notice (provider, event_id, type, provider_ref, payload, received_at, last_error)
    values ('sandbox', 'evt_1', 'x', ${ref}, '{}', now() - make_interval(days => ${days}), ${error}) returning provider, event_id
  )
  insert into job (kind, payload, run_at, dead_at)
  select 'payment.notice', jsonb_build_object('provider', provider, 'eventId', event_id), now(), case when ${dead} then now() end
  from came where ${job}`;

const harms: Record<string, [RawBuilder<unknown>, ...string[]]> = {
  'a link’s captured amount is above that of its payments': [
    sql`update payment_link set captured = captured + 1 where id = ${paidOrder}`,
    'The amount received through the payment link for R-1 should be $129.01, but $129.00 is posted.',
  ],
  'a payment’s captured amount is above its booking': [
    sql`update payment_attempt set captured_amount = captured_amount + 1 where payment_link_id = ${paidOrder}`,
    'The amount received through the payment link for R-1 should be $129.00, but $129.01 is posted.',
    'The money at sandbox should be $372.01, but $372.00 is posted.',
    'The payment a for R-1 (captured) should be $129.01, but $129.00 is posted.',
  ],
  'a captured payment is open again': [
    sql`update payment_attempt set status = 'open' where payment_link_id = ${paidOrder}`,
    'The amount received through the payment link for R-1 should be $129.00, but $0.00 is posted.',
    'The money at sandbox should be $243.00, but $372.00 is posted.',
    'The payment a for R-1 (open) should be $0.00, but $129.00 is posted.',
  ],
  'an order whose price was booked is unpaid': [
    sql`update payment_link set status = 'awaitingPayment', closed_at = null where id = ${paidOrder}`,
    'The money earned should be $129.00, but $258.00 is posted.',
    'The order R-1 (awaitingPayment) should be $0.00, but $129.00 is posted.',
  ],
  'an order is paid whose price was not booked': [
    sql`update payment_link set status = 'paid', closed_at = now() where id = ${link(sql`l.status = 'awaitingPayment' and not exists (select from payment_attempt where payment_link_id = l.id)`)}`,
    'The money for orders in progress should be $490.00, but $361.00 is posted.',
    'The order R-1 (paid) should be $129.00, but $0.00 is posted.',
  ],
  'a deposit with received money is not paid': [
    sql`update payment_link set status = 'expired' where id = ${link(sql`l.purpose = 'deposit' and l.disputed = 0`)}`,
    'The deposit R-1 (expired) should be $0.00, but $50.00 is posted.',
  ],
  'a link’s refunded amount is above its refunds': [
    sql`update payment_link set refunded = refunded + 1 where id = ${paidOrder}`,
    'The amount refunded for R-1 should be $0.01, but $0.00 is posted.',
    'The money earned should be $257.99, but $258.00 is posted.',
  ],
  'a card refund is above its booking': [
    sql`update refund set amount = amount + 1 where id = ${refund('succeeded', 1000)}`,
    'The money at sandbox should be $371.99, but $372.00 is posted.',
    'The refund a of R-1 should be $10.01, but $10.00 is posted.',
  ],
  'a refund is not wholly from its order’s price': [
    sql`update refund set from_order = from_order - 1 where id = ${refund('succeeded', 1000)}`,
    'The amount refunded for R-1 should be $19.00, but $18.99 is posted.',
  ],
  'a failed refund was not reversed': [
    sql`update refund set status = 'failed' where id = ${refund('succeeded', 1000)}`,
    'The failed refund a of R-1 should be $10.00, but $0.00 is posted.',
    'The money at sandbox should be $382.00, but $372.00 is posted.',
  ],
  'a pending refund succeeded without a booking': [
    sql`update refund set status = 'succeeded', closed_at = now() where id = ${refund('pending', 500)}`,
    'The money at sandbox should be $367.00, but $372.00 is posted.',
    'The pending refunds should be $0.00, but $5.00 is posted.',
  ],
  'a failed payment has a hold': [
    sql`update payment_attempt set status = 'failed' where id = ${attempt(sql`a.held > 0 and a.status = 'open'`)}`,
    'The money reserved for customer 1 should be $0.00, but $66.00 is posted.',
  ],
  'a payment’s hold is above the reserved money': [
    sql`update payment_attempt set held = held + 1 where id = ${attempt(sql`a.held > 0 and a.status = 'open'`)}`,
    'The money reserved for customer 1 should be $66.01, but $66.00 is posted.',
  ],
  'a completed line has no revenue': [
    sql`update order_line set work_status = 'completed' where order_id = (select id from customer_order where payment_link_id = ${openOrder})`,
    'The money earned should be $368.00, but $258.00 is posted.',
    'The money for orders in progress should be $251.00, but $361.00 is posted.',
  ],
  'an open line has revenue': [
    sql`update order_line set work_status = 'queued' where order_id = (select id from customer_order where payment_link_id = ${paidOrder})`,
    'The money earned should be $129.00, but $258.00 is posted.',
    'The money for orders in progress should be $490.00, but $361.00 is posted.',
  ],
  'an order’s lost amount is above its booking': [
    sql`update payment_link set lost = lost + 1 where id = ${openOrder}`,
    'The money for orders in progress should be $360.99, but $361.00 is posted.',
  ],
  'an order with a lost dispute is not charged back': [
    sql`update payment_link set charged_back_at = null where id = ${link(sql`l.charged_back_at is not null and exists (select from customer_order o join delivery d on d.order_id = o.id where o.payment_link_id = l.id)`)}`,
    'The money earned should be $129.00, but $258.00 is posted.',
    'The money for orders in progress should be $490.00, but $361.00 is posted.',
  ],
  'a dispute’s open amount is above its booking': [
    sql`update dispute set receivable = receivable + 1 where id = ${dispute(sql`l.purpose = 'order' and d.status = 'open'`)}`,
    'The money in dispute should be $189.01, but $189.00 is posted.',
  ],
  'a dispute’s part of an order is below the link’s disputed amount': [
    sql`update dispute set from_order = from_order - 1 where id = ${dispute(sql`l.purpose = 'order' and d.status = 'open'`)}`,
    'The disputed amount of R-1 should be $129.00, but $128.99 is posted.',
  ],
  'the shop’s loss of a dispute is above its booking': [
    sql`update dispute set borne = borne + 1 where id = ${dispute(sql`d.borne > 0`)}`,
    'The shop’s losses from disputes should be $129.01, but $129.00 is posted.',
  ],
  'a dispute’s fee is above its booking': [
    sql`update dispute set fee = fee + 1 where id = ${dispute(sql`d.borne > 0`)}`,
    'The fees of payment providers should be $60.01, but $60.00 is posted.',
    'The money at sandbox should be $371.99, but $372.00 is posted.',
  ],
  'a dispute’s hold is below its booking': [
    sql`update dispute set held = held - 1 where id = ${dispute(sql`d.held > 0`)}`,
    'The amount customer 1 has on hold for disputes should be $59.99, but $60.00 is posted.',
  ],
  'a link’s disputed amount is above its disputes': [
    sql`update payment_link set disputed = disputed + 1 where id = ${paidOrder}`,
    'The disputed amount of R-1 should be $0.01, but $0.00 is posted.',
  ],
  'a dispute’s debited amount is above its booking': [
    sql`update dispute set withdrawn = withdrawn + 1 where id = ${dispute(sql`d.borne > 0`)}`,
    'The money at sandbox should be $371.99, but $372.00 is posted.',
  ],
  'a dispute’s returned amount is above its booking': [
    sql`update dispute set reinstated = reinstated + 1 where id = ${dispute(sql`d.borne > 0`)}`,
    'The money at sandbox should be $372.01, but $372.00 is posted.',
  ],
  'a payment has another provider than its booking': [
    sql`update payment_attempt set provider = 'mollie' where payment_link_id = ${paidOrder}`,
    'The money at sandbox should be $243.00, but $372.00 is posted.',
  ],
  'an order’s payment link has no order': [
    sql`update customer_order set payment_link_id = ${link(sql`l.purpose = 'deposit' and l.disputed = 0`)} where payment_link_id = ${paidOrder}`,
    'The money earned should be $179.00, but $258.00 is posted.',
    'The payment link of R-1 doesn’t belong to any order.',
  ],
  'a deposit’s payment link has no deposit': [
    sql`update deposit set payment_link_id = ${paidOrder} where payment_link_id = ${link(sql`l.purpose = 'deposit' and l.disputed = 0`)}`,
    'The payment link of R-1 doesn’t belong to any deposit.',
  ],
  'postings have no payment, link, refund or dispute': [
    sql`select ledger_post((select jsonb_agg(jsonb_build_object('kind', 'earned', 'sourceType', source, 'sourceId', '1000000:1', 'customerId', '1', 'currency', 'usd', 'livemode', false, 'actor', 'test', 'postedAt', now(),
    'transfers', '[{"from": "promo_expense", "to": "suspense", "amount": "1"}]'::jsonb)) from unnest(array['payment_attempt', 'payment_link', 'refund', 'dispute', 'adjustment']) source))`,
    'The posting earned 1 doesn’t belong to any payment (dispute 1000000:1).',
    'The posting earned 1 doesn’t belong to any payment (payment_attempt 1000000:1).',
    'The posting earned 1 doesn’t belong to any payment (payment_link 1000000:1).',
    'The posting earned 1 doesn’t belong to any payment (refund 1000000:1).',
  ],
  'open and processing payments have no job': [
    job('payment.poll'),
    'The payment a for R-1 is open, but no job is handling it.',
    'The payment a for R-1 is open, but no job is handling it.',
    'The payment a for R-1 is open, but no job is handling it.',
  ],
  'a requested refund has no job': [
    sql`with ended as (update job set dead_at = now(), dedupe_key = null where kind = 'payment.refund')
    update refund set status = 'requested' where id = ${refund('pending', 500)}`,
    'The refund a of R-1 is requested, but no job is handling it.',
  ],
  'a requested refund has its job': [
    sql`update refund set status = 'requested' where id = ${refund('pending', 500)}`,
  ],
  'unpaid payment links have no job that expires them': [
    job('payment.expire'),
    'The payment link of R-1 is waiting for payment, but no job will close it.',
    'The payment link of R-1 is waiting for payment, but no job will close it.',
    'The payment link of R-1 is waiting for payment, but no job will close it.',
    'The payment link of R-1 is waiting for payment, but no job will close it.',
    'The payment link of R-1 is waiting for payment, but no job will close it.',
    'The payment link of R-1 is waiting for payment, but no job will close it.',
  ],
  'an unapplied webhook event has no job': [
    webhook({}),
    'The webhook event evt_1 of sandbox wasn’t applied: not tried yet.',
  ],
  'a new webhook event has its job': [webhook({ job: true })],
  'a webhook event failed and waits for its retry': [
    webhook({ job: true, error: 'The provider is away' }),
    'The webhook event evt_1 of sandbox wasn’t applied: The provider is away.',
  ],
  'a webhook event’s job was given up': [
    sql`${webhook({ job: true, dead: true })}`,
    'The webhook event evt_1 of sandbox wasn’t applied: not tried yet.',
  ],
  'an unapplied event of an unknown payment is four days old': [webhook({ days: 4 })],
  'an unapplied event of a known payment is four days old': [
    webhook({
      days: 4,
      ref: sql`(select provider_ref from payment_attempt where payment_link_id = ${paidOrder})`,
    }),
    'The webhook event evt_1 of sandbox wasn’t applied: not tried yet.',
  ],
};
const anonymous = (finding: string) =>
  finding
    .replaceAll(/[RD]-[\dA-Z]{4}-[\dA-Z]{4}/g, 'R-1')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'a')
    .replaceAll(/customer \d+/g, 'customer 1')
    .replaceAll(/(The posting \w+) \d+/g, '$1 1');
for (const [what, [harm, ...words]] of Object.entries(harms))
  test(`reports ${words.length > 0 ? 'a finding' : 'nothing'} when ${what}`, async () => {
    const found = await auditAfter(harm);
    assert.deepEqual(found.map(anonymous).toSorted(), words);
    for (const one of found) assert.notEqual(explainFinding(one).means, '', one);
  });
