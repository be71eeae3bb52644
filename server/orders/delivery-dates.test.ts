import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { day, hour } from '#contract/durations.ts';
import type { Order, PlacedOrder } from '#contract/storefront/orders.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { extractText } from 'unpdf';

let shop: TestShop;
before(async () => {
  // Friday, 10 AM in New York; slogans take three business days
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

const orderFor = (deliveryDates: unknown) => ({ ...shop.slogansOrder, deliveryDates });
const place = (deliveryDates: unknown, headers: Record<string, string>) =>
  shop.send<PlacedOrder & { errors?: Record<string, string[]> }>('POST', '/api/orders', {
    body: orderFor(deliveryDates),
    headers,
  });
const lineOf = async (number: string, headers: Record<string, string>) =>
  (await shop.send<Order>('GET', `/api/orders/${number}`, { headers })).body.lines[0]!;

test('rejects an order whose delivery day differs from the day that the shop computes', async () => {
  const { auth } = await shop.customer();
  for (const seen of ['2026-11-18', '2026-11-26', null]) {
    const { status, body } = await place([seen], auth);
    assert.equal(status, 400);
    assert.deepEqual(body.errors, {
      agreeToDeliveryTime: ['The delivery date has changed to Wed, Nov 25. Check it and agree to it again.'],
    });
  }
  for (const seen of [[], ['2026-11-25', null], ['Nov 25'], [true]]) {
    const { status, body } = await place(seen, auth);
    assert.equal(status, 400);
    assert.ok(
      Object.keys(body.errors!).every((field) => field.startsWith('deliveryDates')),
      JSON.stringify(body),
    );
  }
});

test('stores an order without an agreed day when the request has none', async () => {
  const { auth } = await shop.customer();
  const { orderNumber } = await shop.placeOrder(auth);
  assert.equal((await lineOf(orderNumber, auth)).agreedOn, null);
});

test('repeats the first answer when an order is sent again after its delivery day has changed', async () => {
  const { auth, email } = await shop.customer();
  const key = { 'idempotency-key': crypto.randomUUID() };
  const first = await place(['2026-11-25'], { ...auth, ...key });
  assert.equal(first.status, 200, JSON.stringify(first.body));
  shop.pass(8 * hour);
  const later = shop.bearer((await shop.logIn(email)).accessToken);
  assert.deepEqual((await place(['2026-11-25'], { ...later, ...key })).body, first.body);
  assert.equal(
    (await place(['2026-11-25'], later)).status,
    400,
    'the day is no longer right for a new order',
  );
});

test('stores both the agreed day and the promised day when the order is paid', async () => {
  const { auth, email } = await shop.customer();
  await shop.addFunds(auth, 20000);
  const { orderNumber, token } = await shop.placeOrder(auth, orderFor(['2026-11-27']));
  const { agreedOn, firstDueOn, dueOn } = await lineOf(orderNumber, auth);
  assert.deepEqual([agreedOn, firstDueOn, dueOn], ['2026-11-27', null, null]);

  shop.pass(2 * day);
  const headers = shop.bearer((await shop.logIn(email)).accessToken);
  await shop.pay(token, 'balance', headers);
  const paid = await lineOf(orderNumber, headers);
  assert.deepEqual([paid.agreedOn, paid.firstDueOn, paid.dueOn], ['2026-11-27', '2026-11-27', '2026-11-27']);
  const receipt = async () => {
    const { body } = await shop.send<Uint8Array>('GET', `/api/orders/${orderNumber}/receipt`, { headers });
    return (await extractText(body.slice(), { mergePages: true })).text;
  };
  assert.match(await receipt(), /Delivery by November 27, 2026/);
  const letters = await shop.emailsTo(email);
  assert.ok(
    letters.some(({ text }) => text?.includes('by Fri, Nov 27')),
    'the receipt by email names the day',
  );

  const canceled = await shop.send('POST', `/api/orders/${orderNumber}/cancel`, { headers });
  assert.equal(canceled.status, 204, JSON.stringify(canceled.body));
  assert.doesNotMatch(await receipt(), /Delivery by/, 'nothing is promised any more');
});
