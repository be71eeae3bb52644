/** Known failures of other shops that no other test covers. docs/security/README.md lists the rest. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Profile } from '#contract/storefront/accounts.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { sql } from 'kysely';
import { calls } from './api-fuzz-cases.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop, type TestShop } from './open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
});
after(() => shop.close());

test('rejects a profile update that contains an email address or its confirmation (known failure of Paymenter)', async () => {
  const { email, auth } = await shop.customer();
  const letter = (await shop.emailsTo(email)).find(({ subject }) => subject?.startsWith('Confirm'));
  const fragment = new URLSearchParams(/#(\S+)/.exec(letter?.text ?? '')![1]);
  const code = fragment.get('confirm')!;
  await shop.send('POST', '/api/accounts/confirm-email', { body: { email, code } });
  const names = { firstName: 'Ann', lastName: 'Lee', country: '' };
  for (const change of [
    { email: 'other@example.com' },
    { Email: 'other@example.com' },
    { emailConfirmed: true },
  ]) {
    const { status } = await shop.send('POST', '/api/accounts/update', {
      headers: auth,
      body: { ...names, ...change },
    });
    assert.equal(status, 400);
  }
  const { body } = await shop.send<Profile>('GET', '/api/accounts/profile', { headers: auth });
  assert.deepEqual([body.email, body.emailConfirmed], [email, true]);
});

test('rejects every change of a placed order (known failure of Vendure)', async () => {
  const { auth } = await shop.customer();
  const key = { ...auth, 'idempotency-key': 'one-order' };
  const { orderNumber, token } = await shop.placeOrder(key);
  const larger = { ...slogansOrder, price: 2 * slogansOrder.price, orderTypes: [3, 3] };
  const details = [...slogansOrder.orderDetails, ...slogansOrder.orderDetails];
  const again = await shop.send('POST', '/api/orders', {
    headers: key,
    body: { ...larger, orderDetails: details },
  });
  assert.equal(again.status, 422);
  const ref = await shop.startPayment(token);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'])
    for (const path of [
      `/api/orders/${orderNumber}`,
      `/api/orders/${orderNumber}/lines`,
      `/api/payments/${token}`,
    ]) {
      const { status } = await shop.send(method, path, {
        headers: auth,
        body: { ...larger, orderDetails: details },
      });
      assert.ok(status === 404 || status === 405, `${method} ${path}: ${status}`);
    }
  assert.equal(await shop.amountAt(ref), slogansOrder.price);
  await shop.act(ref, 'pay');
  await shop.app.jobs.drain();
  const { body } = await shop.send<Order>('GET', `/api/orders/${orderNumber}`, { headers: auth });
  assert.deepEqual([body.payment.status, body.amount, body.lines.length], ['paid', slogansOrder.price, 1]);
});

test('has no endpoint for carts or addresses, and shows an order’s address to no other customer', async () => {
  assert.deepEqual(
    calls.filter(([name, { path }]) => /cart|address|billing/i.test(`${name} ${path}`)).map(([name]) => name),
    [],
  );
  const { auth: owner } = await shop.customer();
  const { auth: stranger } = await shop.customer();
  const { orderNumber, token } = await shop.placeOrder(owner);
  for (const path of [
    `/api/orders/${orderNumber}`,
    `/api/payments/${token}`,
    '/api/orders',
    '/api/accounts/profile',
  ]) {
    const { body } = await shop.send('GET', path, { headers: stranger });
    assert.doesNotMatch(JSON.stringify(body), /Main Street|Austin|78701/, path);
  }
});

test('rejects an order above the maximum of lines or bytes, and a list above the maximum of rows (known failure of Saleor)', async () => {
  const { auth } = await shop.customer();
  const lines = (count: number) => ({
    ...slogansOrder,
    price: count * slogansOrder.price,
    orderTypes: Array(count).fill(3),
    orderDetails: Array(count).fill(slogansOrder.orderDetails[0]),
  });
  const place = async (count: number) =>
    (await shop.send('POST', '/api/orders', { headers: auth, body: lines(count) })).status;
  assert.deepEqual([await place(21), await place(500), await place(20_000)], [400, 400, 413]);
  for (const path of ['/api/orders?limit=51', '/api/balance?limit=501', '/api/support/tickets?limit=51'])
    assert.equal((await shop.send('GET', path, { headers: auth })).status, 400, path);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from order_line l join customer_order o on o.id = l.order_id
    join customer c on c.id = o.customer_id group by o.id having count(*) > 20`.execute(shop.database.db);
  assert.deepEqual(rows, []);
});
