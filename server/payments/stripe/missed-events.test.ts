/** The nightly audit finds changes without a webhook event in Stripe's event list, without fetching every payment again. */
import assert from 'node:assert/strict';
import test, { afterEach, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { day } from '#contract/durations.ts';
import { openStripeShop } from '#test/server/open-provider-shops.ts';

let { shop, fake, close } = {} as Awaited<ReturnType<typeof openStripeShop>>;
beforeEach(async () => {
  ({ shop, fake, close } = await openStripeShop());
});
afterEach(() => close());

async function paidOrder(): Promise<string> {
  const { auth } = await shop.customer();
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await fake.act(ref, 'pay');
  await shop.app.jobs.drain();
  return ref;
}
async function passNights(nights: number): Promise<void> {
  for (let n = 0; n < nights; n += 1) {
    shop.pass(day);
    await shop.app.jobs.drain();
  }
}
/** Runs one more nightly audit and counts its calls by route, without the hourly import of movements. */
async function nightCalls(): Promise<Record<string, number>> {
  fake.calls.splice(0);
  await passNights(1);
  const calls = fake.calls.filter(({ route }) => route !== 'GET /v1/balance_transactions');
  return Object.fromEntries(
    Object.entries(Object.groupBy(calls, ({ route }) => route)).map(([route, calls]) => [
      route,
      calls!.length,
    ]),
  );
}
const refunds = async () =>
  (await sql<{ amount: bigint }>`select amount from refund`.execute(shop.database.db)).rows.map(
    ({ amount }) => Number(amount),
  );

test('finds a refund and a dispute of an old payment without a webhook event', async () => {
  const ref = await paidOrder();
  await passNights(10);
  await fake.act(ref, 'dashboard-refund', 'lost');
  await passNights(1);
  assert.deepEqual(await refunds(), [6_450]);
  await fake.act(ref, 'dispute', 'lost');
  await passNights(1);
  const { rows } = await sql<{ withdrawn: bigint }>`select withdrawn from dispute`.execute(shop.database.db);
  assert.deepEqual(rows, [{ withdrawn: 6_450n }]);
  assert.deepEqual(await shop.audit(), []);
});

test('does not fetch a settled payment for which Stripe lists no event', async () => {
  for (let n = 0; n < 3; n += 1) await paidOrder();
  await passNights(7);
  assert.deepEqual(await nightCalls(), { 'GET /v1/events': 1 });
});

test("fetches every payment when the last audit is older than Stripe's event retention", async () => {
  const ref = await paidOrder();
  await passNights(5);
  await fake.act(ref, 'dashboard-refund', 'lost');
  shop.pass(40 * day);
  await shop.app.jobs.drain();
  assert.deepEqual(await refunds(), [6_450]);
});

test('fetches every payment when the key may not read events', async () => {
  await paidOrder();
  await passNights(7);
  fake.fail('GET /v1/events', 403);
  const calls = await nightCalls();
  assert.ok((calls['GET /v1/checkout/sessions/:id'] ?? 0) > 0, JSON.stringify(calls));
});

test('ignores payments of another system on the same account', async () => {
  const ref = await paidOrder();
  const foreign = fake.payment(ref);
  foreign.session.metadata = { invoice: '17' };
  foreign.metadata = {};
  const tell = async (type: string, object: object) => {
    const { body, headers } = fake.webhook(fake.event(type, object));
    assert.ok((await shop.send('POST', '/api/webhooks/stripe', { body, headers })).status < 300);
  };
  const session = { ...foreign.session, id: 'cs_test_other', payment_intent: 'pi_other' };
  await tell('checkout.session.completed', session);
  await tell('refund.created', { object: 'refund', id: 're_other', payment_intent: 'pi_without_session' });
  await tell('charge.dispute.created', {
    object: 'dispute',
    id: 'dp_other',
    payment_intent: foreign.intent!.id,
  });
  await shop.app.jobs.drain();
  shop.pass(2 * 3_600_000);
  await shop.app.jobs.drain();
  assert.equal(await shop.operate('inbox'), 'All webhook events have been applied.');
  const subjects = (await shop.emailsTo('operator@shop.test')).map(({ subject }) => subject);
  assert.ok(!subjects.includes('Unknown payment reported'), subjects.join());
});
