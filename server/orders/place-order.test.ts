import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { day } from '#contract/durations.ts';
import type { Order, OrderList } from '#contract/storefront/orders.ts';
import { sql } from 'kysely';
import { slogansBrief, slogansDetails, slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

const orderCount = async () =>
  Number(
    (await sql<{ n: bigint }>`select count(*) as n from customer_order`.execute(shop.database.db)).rows[0]?.n,
  );

test('prices and stores an order and returns its payment link', async () => {
  const { auth } = await shop.customer();
  const placed = await shop.placeOrder(auth);
  assert.match(placed.orderNumber, /^R-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  assert.match(placed.paymentLink, /^http:\/\/shop\.test\/pay\?link=[\w-]{43}$/);
  assert.equal(placed.amount, 12900);
  assert.equal(Date.parse(placed.expiresAt) - shop.now().getTime(), 7 * 86_400_000);

  const { body: order } = await shop.send<Order>('GET', `/api/orders/${placed.orderNumber.toLowerCase()}`, {
    headers: auth,
  });
  assert.equal(order.payment.status, 'awaitingPayment');
  assert.equal(order.payment.paymentLink, placed.paymentLink);
  assert.equal(order.work.status, 'waiting');
  assert.deepEqual(order.lines[0]?.details.brief['brandName'], 'Golden Crust');
  assert.deepEqual(
    order.events.map(({ from, to }) => [from, to]),
    [[null, 'awaitingPayment']],
  );
});

test("places an order that names the caller's account, whatever the letter case", async () => {
  const { auth, email } = await shop.customer();
  await shop.placeOrder(auth, { ...slogansOrder, accountEmail: email.toUpperCase() });
});

test('returns the same order for the same idempotency key and body, and rejects another body', async () => {
  const { auth } = await shop.customer();
  const headers = { ...auth, 'idempotency-key': 'key-1' };
  const first = await shop.placeOrder(headers);
  const again = await shop.placeOrder(headers);
  assert.equal(again.orderNumber, first.orderNumber);
  assert.equal(again.paymentLink, first.paymentLink);
  const other = await shop.send('POST', '/api/orders', {
    headers,
    body: { ...slogansOrder, city: 'Dallas' },
  });
  assert.equal(other.status, 422);
});

test('stores one order when the same idempotency key is sent many times at once', async () => {
  const { auth } = await shop.customer();
  const before = await orderCount();
  const headers = { ...auth, 'idempotency-key': 'key-2' };
  const placed = await Promise.all(Array.from({ length: 12 }, () => shop.placeOrder(headers)));
  assert.equal(new Set(placed.map((order) => order.orderNumber)).size, 1);
  assert.equal(await orderCount(), before + 1);
});

test('lets two customers use the same idempotency key', async () => {
  const [ann, bob] = [await shop.customer(), await shop.customer()];
  const key = { 'idempotency-key': 'key-3' };
  const a = await shop.placeOrder({ ...ann.auth, ...key });
  const b = await shop.placeOrder({ ...bob.auth, ...key });
  assert.notEqual(a.orderNumber, b.orderNumber);
});

test('rejects a price that differs from the server’s, names the right one, and stores nothing', async () => {
  const { auth } = await shop.customer();
  const before = await orderCount();
  for (const price of [1, 12899, 12901]) {
    const answer = await shop.send('POST', '/api/orders', {
      headers: auth,
      body: { ...slogansOrder, price },
    });
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body.errors, {
      price: ['The price has changed to $129.00. Check your cart and try again.'],
    });
  }
  assert.equal(await orderCount(), before);
});

test('rejects every invalid price and names the field', async () => {
  const { auth } = await shop.customer();
  for (const price of [-1, 1.5, '12900', null, 1e21, Number.MAX_SAFE_INTEGER]) {
    const answer = await shop.send('POST', '/api/orders', {
      headers: auth,
      body: { ...slogansOrder, price },
    });
    assert.equal(answer.status, 400, String(price));
    assert.deepEqual(Object.keys(answer.body.errors ?? {}), ['price'], String(price));
  }
});

test('refuses an order above the maximum total', async () => {
  const { auth } = await shop.customer();
  const details = Array.from({ length: 20 }, () => ({ ...slogansDetails, quantity: 3, variant: '20' }));
  const body = {
    ...slogansOrder,
    orderTypes: details.map(() => 3),
    orderDetails: details,
    price: 20 * 3 * 19900,
  };
  const answer = await shop.send('POST', '/api/orders', { headers: auth, body });
  assert.match(answer.body.errors?.['price']?.[0] ?? '', /limited to \$10,000\.00/);
});

test('refuses the eleventh unpaid order', async () => {
  const { auth } = await shop.customer();
  for (let n = 0; n < 10; n += 1) await shop.placeOrder(auth);
  const answer = await shop.send('POST', '/api/orders', { headers: auth, body: slogansOrder });
  assert.equal(answer.status, 400);
  assert.match(answer.body.errors?.['']?.[0] ?? '', /10 unpaid orders/);
});

test('refuses the thirty-first order of a day that was never paid, counting canceled ones', async () => {
  const { auth, email } = await shop.customer();
  const place = (headers: Record<string, string>) =>
    shop.send('POST', '/api/orders', { headers, body: slogansOrder });
  for (let n = 0; n < 30; n += 1) {
    const { orderNumber } = await shop.placeOrder(auth);
    const { status } = await shop.send('POST', `/api/orders/${orderNumber}/cancel`, { headers: auth });
    assert.equal(status, 204);
  }
  const { status, body } = await place(auth);
  assert.equal(status, 400);
  assert.match(body.errors?.['']?.[0] ?? '', /30 orders in the last 24 hours without paying/);
  shop.pass(day);
  assert.equal((await place(shop.bearer((await shop.logIn(email)).accessToken))).status, 200);
});

test('places only as many unpaid orders as the limit allows when many are placed at once', async () => {
  const { auth } = await shop.customer();
  for (let n = 0; n < 8; n += 1) await shop.placeOrder(auth);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => shop.send('POST', '/api/orders', { headers: auth, body: slogansOrder })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 2);
  assert.equal(answers.filter(({ status }) => status === 400).length, 6);
});

test('answers 404 for orders of other customers', async () => {
  const [ann, bob] = [await shop.customer(), await shop.customer()];
  const { orderNumber } = await shop.placeOrder(ann.auth);
  const answer = await shop.send('GET', `/api/orders/${orderNumber}`, { headers: bob.auth });
  assert.equal(answer.status, 404);
  const list = await shop.send<OrderList>('GET', '/api/orders', { headers: bob.auth });
  assert.deepEqual(list.body, { orders: [], months: [], nextCursor: null });
});

test('pages through orders, newest first, each listed once', async () => {
  const { auth } = await shop.customer();
  const placed: string[] = [];
  for (let n = 0; n < 5; n += 1) placed.unshift((await shop.placeOrder(auth)).orderNumber);
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path: string = `/api/orders?limit=2${cursor ? `&cursor=${cursor}` : ''}`;
    const { body } = await shop.send<OrderList>('GET', path, { headers: auth });
    seen.push(...body.orders.map((order) => order.number));
    cursor = body.nextCursor;
  }
  assert.deepEqual(seen, placed);
});

test('refuses an invalid page size or cursor', async () => {
  const { auth } = await shop.customer();
  for (const query of ['limit=0', 'limit=51', 'limit=x', 'cursor=abc', 'cursor=1;drop', 'other=1']) {
    const answer = await shop.send('GET', `/api/orders?${query}`, { headers: auth });
    assert.equal(answer.status, 400, query);
  }
});

test('accepts all eleven order types', async () => {
  const { auth } = await shop.customer();
  const common = {
    brandName: 'Golden Crust',
    audience: 'Busy parents in Leeds.',
    tone: ['warm'],
    language: 'en-US',
  };
  const story =
    'Two sisters opened the shop in 1987 with a borrowed oven, and it has smelled of rye on the street ever since then.';
  const bundle = {
    ...common,
    offer: 'We mill our own flour and bake slow bread that arrives before breakfast.',
    story,
    platforms: ['instagram'],
    items: ['Rye loaf 800 g, stone-milled'],
    topics: 'New rye loaf from May, Saturday tasting.',
  };
  const { story: _, ...starter } = bundle;
  const briefs: [number, Record<string, unknown>, number, string][] = [
    [0, { ...common, platforms: ['x'], goal: 'sales', topics: bundle.topics }, 5, 'standard'],
    [1, { ...common, narrativeType: 'about', story, use: 'website' }, 1, '400'],
    [2, { ...common, blurbType: 'product', items: bundle.items }, 1, '50'],
    [3, slogansBrief, 1, '10'],
    [
      4,
      {
        title: 'Slow bread',
        text: 'Slow bread is good bread. '.repeat(20),
        contentType: 'article',
        readers: 'everyone',
        goal: 'inform',
        language: 'en-US',
      },
      1,
      '1000',
    ],
    [
      5,
      {
        topics: ['Sourdough bakery in Leeds'],
        platforms: ['x'],
        seedKeywords: ['bread', 'rye', 'bakery'],
        language: 'en-US',
      },
      1,
      'standard',
    ],
    [6, starter, 1, 'standard'],
    ...[7, 8, 9, 10].map((type): [number, Record<string, unknown>, number, string] => [
      type,
      bundle,
      1,
      'standard',
    ]),
  ];
  const body = {
    ...slogansOrder,
    orderTypes: briefs.map(([type]) => type),
    orderDetails: briefs.map(([, brief, quantity, variant]) => ({
      quantity,
      variant,
      options: {},
      express: false,
      brief,
    })),
    price: 6000 + 13900 + 1400 + 12900 + 900 + 1200 + 23900 + 58900 + 88900 + 114900 + 184900,
  };
  const placed = await shop.placeOrder(auth, body);
  const { body: order } = await shop.send<Order>('GET', `/api/orders/${placed.orderNumber}`, {
    headers: auth,
  });
  assert.deepEqual(
    order.lines.map((line) => line.orderType).toSorted((a, b) => a - b),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.equal(order.amount, body.price);
});

test('places an order with at most four statements', async () => {
  const { pool } = shop.database;
  const { auth, email } = await shop.customer();
  await shop.app.jobs.drain();
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  let statements = 0;
  pool.connect = ((...args: unknown[]) => {
    statements += 1;
    return connect(...args);
  }) as typeof pool.connect;
  try {
    const answer = await shop.app.http.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { ...auth, 'content-type': 'application/json' },
      body: JSON.stringify({ ...slogansOrder, accountEmail: email }),
    });
    assert.equal(answer.statusCode, 200);
  } finally {
    pool.connect = connect as typeof pool.connect;
  }
  // three statements: session, limit and order; the woken worker may claim jobs at the same moment
  assert.ok(statements >= 3 && statements <= 4, `${statements} statements`);
});
