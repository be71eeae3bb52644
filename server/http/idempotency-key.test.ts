import assert from 'node:assert/strict';
import test from 'node:test';
import type { PlacedOrder } from '#contract/storefront/orders.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';

test('repeats the first answer for an idempotency key only for the same body, route and customer', async (t) => {
  const shop = await openTestShop();
  t.after(() => shop.close());
  const { auth } = await shop.customer();
  const { auth: other } = await shop.customer();
  const send = (path: string, body: object, who = auth, key = 'key') =>
    shop.send<PlacedOrder>('POST', path, { body, headers: { ...who, 'idempotency-key': key } });
  const order = await send('/api/orders', slogansOrder);
  assert.equal(order.status, 200);
  assert.deepEqual((await send('/api/orders', slogansOrder)).body, order.body);
  const refused = {
    title: 'Unprocessable Entity',
    detail: 'This Idempotency-Key was used for a different request. Send a new key.',
  };
  for (const answer of [
    await send('/api/orders', { ...slogansOrder, city: 'Dallas' }),
    await send('/api/balance/deposit', { ...shop.billing, price: 5_000 }),
  ]) {
    assert.equal(answer.status, 422);
    assert.partialDeepStrictEqual(answer.body, refused);
  }
  for (const another of [
    await send('/api/orders', slogansOrder, other),
    await send('/api/orders', slogansOrder, auth, 'another'),
  ]) {
    assert.equal(another.status, 200);
    assert.notEqual(another.body.orderNumber, order.body.orderNumber);
  }
});
