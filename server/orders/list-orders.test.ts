import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { OrderType } from '#contract/catalogue/product.ts';
import { quoteOrder } from '#contract/catalogue/quote.ts';
import { day } from '#contract/durations.ts';
import type { OrderList } from '#contract/storefront/orders.ts';
import { up as addSubjects } from '#server/database/migrations/0105-subjects-of-orders.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { orderOf } from '#test/server/work-at-desk.ts';
import { sql } from 'kysely';

let shop: TestShop;
let team: ReturnType<typeof openTestTeam>;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100', DESK: 'on' } });
  team = openTestTeam(shop);
});
after(() => shop.close());

test('lists every open order, also those on later pages', async () => {
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

test('finds orders by number, client, reference, service, month and state, on any page', async () => {
  const { auth, email } = await shop.customer();
  await shop.addFunds(auth, 100_000);
  let headers: Record<string, string> = auth;
  const list = async (query: Record<string, string>) => {
    const { status, body } = await shop.send<OrderList>('GET', `/api/orders?${new URLSearchParams(query)}`, {
      headers,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body.orders.map(({ number }) => number);
  };
  const [details] = shop.slogansOrder.orderDetails;
  const place = async (brandName: string, reference = '') => {
    const orderDetails = [{ ...details, brief: { ...details!.brief, brandName } }];
    return shop.placeOrder(headers, { ...shop.slogansOrder, reference, orderDetails });
  };
  const dental = await place('Harbor Dental', 'PO-77');
  const bikes = await place('Møller Bikes');
  await shop.pay(bikes.token, 'balance', headers);
  await team.deliver(bikes.orderNumber);
  const kite = await place('Kite & Co');
  await shop.pay(kite.token, 'balance', headers);
  const [first, second, third] = [dental.orderNumber, bikes.orderNumber, kite.orderNumber];
  const type = String(shop.slogansOrder.orderTypes[0]);
  const month = shop.now().toISOString().slice(0, 7);

  for (const typed of [
    second,
    second.toLowerCase(),
    second.slice(0, 5),
    second.slice(2),
    second.slice(2).replaceAll('-', ''),
    second.replaceAll('-', ''),
  ])
    assert.ok((await list({ q: typed })).includes(second), typed);
  assert.deepEqual(await list({ q: 'moller' }), [second]);
  assert.deepEqual(await list({ q: 'bikes møl' }), [second]);
  assert.deepEqual(await list({ q: 'po-77' }), [first]);
  assert.deepEqual(await list({ q: 'harbor bikes' }), []);
  assert.deepEqual(await list({ q: '%' }), []);
  assert.deepEqual(await list({ service: type, month }), [third, second, first]);
  assert.deepEqual(await list({ service: '999' }), []);
  assert.deepEqual(await list({ month: '2020-01' }), []);
  assert.deepEqual(await list({ state: 'unpaid' }), [first]);
  assert.deepEqual(await list({ state: 'attention' }), [second]);
  assert.deepEqual(await list({ state: 'working' }), [third]);
  assert.deepEqual(await list({ state: 'done' }), []);
  assert.deepEqual(await list({ q: '', service: '', month: '', state: '' }), [third, second, first]);
  await shop.send('POST', `/api/orders/${first}/cancel`, { headers });
  shop.pass(30 * day);
  await shop.app.jobs.drain();
  headers = { authorization: `Bearer ${(await shop.logIn(email)).accessToken}` };
  assert.deepEqual(await list({ state: 'done' }), [second]);
  assert.deepEqual(await list({ state: 'canceled' }), [first]);
  const other = await shop.customer();
  headers = other.auth;
  assert.deepEqual(await list({ q: 'moller' }), []);
});

test('finds an order by the title, the items and the topics in its briefs', async () => {
  const { auth } = await shop.customer();
  const briefs: [OrderType, Record<string, string | string[]>][] = [
    [4, { title: 'A mill by the river' }],
    [2, { items: ['Saturday brioche: light'] }],
    [5, { topics: ['Sourdough at home'] }],
    [0, { topics: 'Muffins, and how to freeze them' }],
  ];
  const list = async (q: string) =>
    (await shop.send<OrderList>('GET', `/api/orders?${new URLSearchParams({ q })}`, { headers: auth })).body
      .orders.length;
  for (const [orderType, named] of briefs) {
    const body = orderOf([{ orderType }]);
    const [details] = body.orderDetails;
    const brief = { ...details!.brief, ...named };
    const price = quoteOrder(builtInCatalogue, [{ orderType, details: { ...details!, brief } }]).total;
    await shop.placeOrder(auth, { ...body, price, orderDetails: [{ ...details!, brief }] });
  }
  const typed = ['mill river', 'saturday bri', 'sourdough', 'muffins freeze'];
  for (const q of typed) assert.equal(await list(q), 1, q);
  const { db } = shop.database;
  await sql`update search_text set words = ts_delete(words, '{mill,river,saturday,brioche,sourdough,muffins,freeze}'::text[])`.execute(
    db,
  );
  for (const q of typed) assert.equal(await list(q), 0, q);
  await db.transaction().execute((tx) => addSubjects(tx as never));
  for (const q of typed) assert.equal(await list(q), 1, `${q}, in an order of an earlier release`);
});

test('names the months with orders, newest first, with the first page of all orders', async () => {
  const { auth, email } = await shop.customer();
  let headers: Record<string, string> = auth;
  const list = async (query: string) =>
    (await shop.send<OrderList>('GET', `/api/orders?${query}`, { headers })).body;
  assert.deepEqual((await list('')).months, []);
  await shop.placeOrder(headers);
  await shop.placeOrder(headers);
  shop.pass(70 * day);
  headers = { authorization: `Bearer ${(await shop.logIn(email)).accessToken}` };
  await shop.placeOrder(headers);
  const { months, nextCursor } = await list('limit=1');
  const counts = await Promise.all(
    months!.map(async (month) => (await list(`month=${month}`)).orders.length),
  );
  assert.deepEqual(counts, [1, 2]);
  assert.ok(months![0]! > months![1]!);
  assert.deepEqual((await list('')).months, months);
  assert.deepEqual((await list('state=done')).months, months);
  assert.equal((await list(`limit=1&cursor=${nextCursor}`)).months, null);
  assert.equal((await list('show=open')).months, null);
});

test('names the field of an invalid value in a search for orders', async () => {
  const { auth } = await shop.customer();
  for (const [field, value] of [
    ['q', 'x'.repeat(101)],
    ['service', 'slogans'],
    ['month', '2026-13'],
    ['state', 'lost'],
  ] as const) {
    const query = new URLSearchParams({ [field]: value });
    const { status, body } = await shop.send<{ errors: object }>('GET', `/api/orders?${query}`, {
      headers: auth,
    });
    assert.deepEqual([status, Object.keys(body.errors)], [400, [field]]);
  }
});

test('shows the amount that an unfinished payment reserves on the balance, until its order is canceled', async () => {
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
