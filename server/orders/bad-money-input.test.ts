/** Invalid input of endpoints about money is rejected with the name of the field, and changes nothing. */
import assert from 'node:assert/strict';
import test, { after, afterEach, before, beforeEach } from 'node:test';
import type { Problem } from '#contract/problems.ts';
import { sql } from 'kysely';
import { slogansBrief, slogansDetails, slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
let auth: { authorization: string };
let written: unknown;

before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '10000' } });
  ({ auth } = await shop.customer());
});
beforeEach(async () => {
  written = await countRows();
});
afterEach(async () => assert.deepEqual(await countRows(), written, 'nothing is written'));
after(() => shop.close());

async function countRows(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from payment_link) as links, (select count(*) from customer_order) as orders,
      (select count(*) from deposit) as deposits, (select count(*) from idempotency_key) as keys,
      (select count(*) from payment_attempt) as attempts, (select count(*) from ledger_tx) as postings`.execute(
    shop.database.db,
  );
  return rows[0];
}

const headers = () => ({ ...auth, 'idempotency-key': crypto.randomUUID() });
const place = (change: object) =>
  shop.send('POST', '/api/orders', { body: { ...slogansOrder, ...change }, headers: headers() });
const deposit = (price: unknown) =>
  shop.send('POST', '/api/balance/deposit', { body: { ...shop.billing, price }, headers: headers() });
test('rejects an order and a deposit that name another account, and names both accounts', async () => {
  const [{ email: filledFor }, sender] = [await shop.customer(), await shop.customer()];
  written = await countRows();
  const send = (path: string, body: object) =>
    shop.send('POST', path, {
      body,
      headers: { ...sender.auth, 'idempotency-key': crypto.randomUUID() },
    });
  for (const answer of [
    await send('/api/orders', { ...slogansOrder, accountEmail: filledFor }),
    await send('/api/balance/deposit', { ...shop.billing, price: 5000, accountEmail: filledFor }),
  ]) {
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body.errors, {
      accountEmail: [
        `You’re logged in as ${sender.email}, but this form was filled out for ${filledFor}. Nothing was sent. Reload the page to continue.`,
      ],
    });
  }
});

test('refuses an order for an account that is not an email address', async () => {
  for (const accountEmail of ['', 'ann', null, 7, 'a@b@example.com'])
    assert.deepEqual(fields(await place({ accountEmail })), [400, ['accountEmail']]);
});

const fields = ({ status, body }: { status: number; body: Problem }) => [
  status,
  Object.keys(body.errors ?? {}),
];
const lines = (count: number) => ({
  orderTypes: Array.from({ length: count }, () => 3),
  orderDetails: Array.from({ length: count }, () => slogansDetails),
  price: count * 12_900,
});

/** Values that are no valid amounts of money. */
const noAmounts = [
  -1,
  -12_900,
  0.5,
  12_900.5,
  '12900',
  '',
  null,
  true,
  [12_900],
  {},
  1e21,
  2 ** 53,
  undefined,
];

test('rejects an invalid order price and names the field', async () => {
  for (const price of noAmounts)
    assert.deepEqual(fields(await place({ price })), [400, ['price']], JSON.stringify(price));
  // one cent off, zero, and another product's price
  for (const price of [12_899, 12_901, 0, 6_900])
    assert.deepEqual((await place({ price })).body.errors, {
      price: ['The price has changed to $129.00. Check your cart and try again.'],
    });
});

test('rejects an invalid deposit amount and names the field', async () => {
  for (const price of [...noAmounts, 0, 1_999, 1_900, 150_100, 2_050])
    assert.deepEqual(fields(await deposit(price)), [400, ['price']], JSON.stringify(price));
});

test('refuses unknown order types', async () => {
  for (const type of [-1, 11, 1.5, 1e9, '3', null, true, {}])
    assert.deepEqual(
      fields(await place({ orderTypes: [type] })),
      [400, ['orderTypes.0']],
      JSON.stringify(type),
    );
});

test('refuses an order without lines, with too many lines, or with lists of different lengths', async () => {
  const words = 'An order can have 1 to 20 items';
  for (const count of [0, 21, 500]) {
    const { status, body } = await place(lines(count));
    assert.deepEqual(
      [status, body.errors?.['orderTypes'], body.errors?.['orderDetails']],
      [400, [words], [words]],
    );
  }
  for (const change of [
    { orderTypes: [3, 3] },
    { orderDetails: [] },
    { orderDetails: null },
    { orderTypes: 'all' },
  ])
    assert.equal((await place(change)).status, 400, JSON.stringify(change));
});

test('refuses missing details, and details of another order type', async () => {
  const wrong: [object, RegExp][] = [
    [{ ...slogansDetails, brief: {} }, /^orderDetails\.0\.brief\./],
    [{ ...slogansDetails, variant: '7' }, /^orderDetails\.0\.variant$/],
    [{ ...slogansDetails, quantity: 0 }, /^orderDetails\.0\.quantity$/],
    [{ ...slogansDetails, quantity: 1.5 }, /^orderDetails\.0\.quantity$/],
    [{ ...slogansDetails, quantity: 1e9 }, /^orderDetails\.0\.quantity$/],
    [{ ...slogansDetails, options: { free: true } }, /^orderDetails\.0\.options/],
    [{ ...slogansDetails, price: 1 }, /^orderDetails\.0/],
    [{ ...slogansDetails, brief: { ...slogansBrief, tone: ['none'] } }, /^orderDetails\.0\.brief\.tone/],
  ];
  for (const [details, field] of wrong) {
    const { status, body } = await place({ orderDetails: [details] });
    const named = Object.keys(body.errors ?? {});
    assert.ok(
      status === 400 && named.some((name) => field.test(name)),
      `${String(field)}: ${named.join(', ')}`,
    );
  }
  // the details of slogans with each of the other order types
  for (const type of [0, 1, 2, 4, 5, 6, 7, 8, 9, 10])
    assert.equal((await place({ orderTypes: [type] })).status, 400, String(type));
});

test('answers 400 or 404 to each payment call with an unknown link', async () => {
  for (const token of ['x', 'A'.repeat(43), "' or 1=1 --", '%00', '\0', 'x\0', ' '])
    for (const path of ['', '/sync', '/pay']) {
      const { status } = await shop.send(
        path === '' ? 'GET' : 'POST',
        `/api/payments/${encodeURIComponent(token)}${path}`,
        path === '/pay' ? { body: { with: 'card' } } : {},
      );
      assert.ok([400, 404].includes(status), `${token}${path}: ${status}`);
    }
});

test("answers 404 to each payment call for another customer's order", async (t) => {
  const { auth: stranger } = await shop.customer();
  const { orderNumber } = await shop.placeOrder(auth);
  written = await countRows();
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/cancel'],
    ['POST', '/lines/1/accept'],
  ] as const)
    await t.test(`answers 404 to ${method} ${path} about another customer’s order`, async () => {
      const answer = await shop.send(method, `/api/orders/${orderNumber}${path}`, { headers: stranger });
      assert.equal(answer.status, 404);
    });
});

test('rejects invalid arguments of operator commands', async () => {
  const { orderNumber } = await shop.placeOrder(auth);
  written = await countRows();
  for (const dollars of ['-1', '0', '0.00', '1.5', '1,5', '1e3', '٣', '99999999', '$5', ''])
    await assert.rejects(shop.operate('refund', orderNumber, dollars, 'card', 'x'), /Usage: /, dollars);
  for (const number of ['', 'R-0000-0001', 'T-0000-0000', "' or 1=1", '12'])
    await assert.rejects(
      shop.operate('refund', number, '1', 'card', 'x'),
      /We can’t find the order or deposit/,
      number,
    );
});
