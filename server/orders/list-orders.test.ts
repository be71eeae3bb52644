import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { day } from '#contract/durations.ts';
import type { OrderList } from '#contract/orders.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';

let shop: TestShop;
let team: ReturnType<typeof openTestTeam>;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100', DESK: 'on' } });
  team = openTestTeam(shop);
});
after(() => shop.close());

test('lists every open order, whatever page it is on', async () => {
  const { email, ...customer } = await shop.customer();
  let { auth } = customer;
  await shop.addFunds(auth, 100_000);
  const list = async (query: string) =>
    (await shop.send<OrderList>('GET', `/api/orders?${query}`, { headers: auth })).body.orders.map(
      ({ number }) => number,
    );
  const paid = async () => {
    const { token, orderNumber } = await shop.placeOrder(auth);
    await shop.pay(token, 'balance', auth);
    return orderNumber;
  };
  const late = await paid();
  const asked = await paid();
  await team.ask(asked, 'Which days are you open?');
  const { orderNumber: expired } = await shop.placeOrder(auth);
  shop.pass(20 * day);
  await shop.app.jobs.drain();
  // the customer's access token has expired
  auth = { authorization: `Bearer ${(await shop.logIn(email)).accessToken}` };
  const working = await paid();
  const { orderNumber: unpaid } = await shop.placeOrder(auth);

  assert.deepEqual(await list('show=open'), [unpaid, working, asked, late]);
  assert.deepEqual(await list('limit=2'), [unpaid, working]);
  assert.deepEqual(await list('limit=50'), [unpaid, working, expired, asked, late]);
});

test('shows what an order in payment reserves on the balance until it is canceled', async () => {
  const { auth } = await shop.customer();
  await shop.addFunds(auth, 5_000);
  const { token, orderNumber } = await shop.placeOrder(auth);
  const reserved = async () =>
    (await shop.send<OrderList>('GET', '/api/orders', { headers: auth })).body.orders[0]!.payment.reserved;
  assert.equal(await reserved(), 0);
  await shop.pay(token, 'both', auth);
  assert.equal(await reserved(), 5_000);
  await shop.send('POST', `/api/orders/${orderNumber}/cancel`, { headers: auth });
  assert.equal(await reserved(), 0);
});
