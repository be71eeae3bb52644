import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { day } from '#contract/durations.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { slogansDetails, slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';

let shop: TestShop;
let team: ReturnType<typeof openTestTeam>;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100', DESK: 'on' } });
  team = openTestTeam(shop);
});
after(() => shop.close());

/** Creates a customer with a paid order, with or without express. */
async function buyer(express: boolean) {
  const { auth, email } = await shop.customer();
  const price = express ? 17_415 : 12_900;
  const { orderNumber, token } = await shop.placeOrder(auth, {
    ...slogansOrder,
    price,
    orderDetails: [{ ...slogansDetails, express }],
  });
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.app.jobs.drain();
  return { email, number: orderNumber };
}

async function availableTo(email: string): Promise<number> {
  const headers = shop.bearer((await shop.logIn(email)).accessToken);
  const { body } = await shop.send<BalancePage>('GET', '/api/balance', { headers });
  return body.balance.available;
}

const deliver = (number: string) => team.deliver(number);

/** Postpones the hourly check by this number of days. */
const postponeCheck = (days: number) =>
  shop.database.db
    .updateTable('job')
    .set({ run_at: new Date(shop.now().getTime() + days * day) })
    .where('kind', '=', 'fulfilment.late-express')
    .execute();

test('refunds the express surcharge once when the work is late', async () => {
  const late = await buyer(true);
  const delivered = await buyer(true);
  const normal = await buyer(false);
  await deliver(delivered.number);
  await shop.app.jobs.drain();
  shop.pass(7 * day);
  await shop.app.jobs.drain();
  assert.equal(await availableTo(late.email), 17_415 - 12_900);
  assert.equal(await availableTo(delivered.email), 0);
  assert.equal(await availableTo(normal.email), 0);
  const letters = (await shop.letters()).filter(({ to }) => to?.[0]?.address === late.email);
  const told = letters.find(({ subject }) => /\$45\.15 .*balance/.test(subject ?? ''));
  assert.match(
    told?.text ?? '',
    /more than 5 business days late, you can cancel the order for a full refund/,
  );

  const headers = shop.bearer((await shop.logIn(late.email)).accessToken);
  const { body: order } = await shop.send<Order>('GET', `/api/orders/${late.number}`, { headers });
  assert.match(order.events.at(-1)?.reason ?? '', /we were late/);
  await deliver(late.number);
  await shop.app.jobs.drain();
  shop.pass(day);
  await shop.app.jobs.drain();
  assert.equal(await availableTo(late.email), 17_415 - 12_900);
  shop.pass(20 * day);
  await shop.app.jobs.drain();
  assert.deepEqual(await shop.audit(), []);
});

test('refunds the surcharge of late work that is accepted before the hourly check', async () => {
  const { email, number } = await buyer(true);
  // the time is between the end of the due day and the next hourly check
  await postponeCheck(8);
  shop.pass(7 * day);
  await deliver(number);
  await shop.app.jobs.drain();
  const headers = shop.bearer((await shop.logIn(email)).accessToken);
  assert.equal((await shop.send('POST', `/api/orders/${number}/lines/1/accept`, { headers })).status, 204);
  await shop.app.jobs.drain();
  assert.equal(await availableTo(email), 0);
  shop.pass(day);
  await shop.app.jobs.drain();
  assert.equal(await availableTo(email), 17_415 - 12_900);
  assert.deepEqual(await shop.audit(), []);
});

test('refunds no surcharge while a question to the customer is open', async () => {
  const asked = await buyer(true);
  await team.ask(asked.number, 'Which?');
  shop.pass(10 * day);
  await shop.app.jobs.drain();
  assert.equal(await availableTo(asked.email), 0);
  assert.deepEqual(await shop.audit(), []);
});

test('judges work late by its first delivery, and by the due day that a pause has postponed', async () => {
  type Buyer = Awaited<ReturnType<typeof buyer>>;
  const tell = async ({ email, number }: Buyer, what: string, body?: object) => {
    const headers = shop.bearer((await shop.logIn(email)).accessToken);
    const path = `/api/orders/${number}/lines/1/${what}`;
    const { status } = await shop.send('POST', path, { headers, ...(body ? { body } : {}) });
    assert.equal(status, 204, what);
  };
  const ask = ({ number }: Buyer) => team.ask(number, 'Which?');
  const [revised, extended, answered, late] = [
    await buyer(true),
    await buyer(true),
    await buyer(true),
    await buyer(true),
  ];
  await postponeCheck(15);
  for (const { number } of [revised, extended]) await deliver(number);
  await tell(revised, 'revision', { text: 'Drier, please' });
  await tell(extended, 'extend');
  for (const one of [answered, late]) await ask(one);
  shop.pass(10 * day);
  await shop.app.jobs.drain();
  for (const one of [answered, late]) await tell(one, 'answer', { text: 'The rye' });
  // the second versions arrive ten days after the due day
  for (const { number } of [revised, answered]) await deliver(number);
  shop.pass(10 * day);
  await shop.app.jobs.drain();
  for (const one of [revised, extended, answered]) assert.equal(await availableTo(one.email), 0);
  assert.equal(await availableTo(late.email), 17_415 - 12_900);
  assert.deepEqual(await shop.audit(), []);
});
