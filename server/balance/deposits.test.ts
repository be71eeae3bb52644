import { day } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import type { PlacedDeposit } from '#contract/storefront/balance.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import { sql } from 'kysely';
import { slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
let auth: { authorization: string };
let email: string;

before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
beforeEach(async () => {
  ({ auth, email } = await shop.customer());
});
after(() => shop.close());

const { orderTypes: _types, orderDetails: _details, agreeToDeliveryTime: _agreed, ...billing } = slogansOrder;
const deposit = (price: number, headers: Record<string, string> = auth) =>
  shop.send<PlacedDeposit & { errors?: Record<string, string[]> }>('POST', '/api/balance/deposit', {
    body: { ...billing, price },
    headers,
  });
const tokenOf = ({ paymentLink }: { paymentLink: string }) => new URL(paymentLink).searchParams.get('link')!;
const balance = async (query = '') =>
  (await shop.send<BalancePage>('GET', `/api/balance${query}`, { headers: auth })).body;

/** Places a deposit and pays it at once. */
async function add(price: number): Promise<PlacedDeposit> {
  const { body } = await deposit(price);
  await shop.act(await shop.startPayment(tokenOf(body)), 'pay');
  await shop.sync(tokenOf(body));
  return body;
}

test('shows an empty balance to a new customer', async () =>
  assert.deepEqual(await balance(), {
    balance: { available: 0, reserved: 0, disputed: 0, currency: 'usd' },
    entries: [],
    nextCursor: null,
  }));

test('credits a deposit paid by its link, adds it to the statement and sends an email', async () => {
  const { body: placed, status } = await deposit(10_000);
  assert.equal(status, 200);
  assert.match(placed.depositNumber, /^D-/);
  const page = await shop.payment(tokenOf(placed));
  assert.deepEqual([page.purpose, page.number, page.amount], ['deposit', placed.depositNumber, 10_000]);
  const ref = await shop.startPayment(tokenOf(placed));
  assert.equal((await balance()).balance.available, 0);
  await shop.act(ref, 'pay', 'twice');
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(tokenOf(placed))).status, 'paid');
  const { balance: now, entries } = await balance();
  assert.deepEqual(now, { available: 10_000, reserved: 0, disputed: 0, currency: 'usd' });
  assert.deepEqual(
    entries.map(({ type, title, amount, balance: after, depositNumber }) => [
      type,
      title,
      amount,
      after,
      depositNumber,
    ]),
    [['deposit', `Deposit ${placed.depositNumber}`, 10_000, 10_000, placed.depositNumber]],
  );
  const letters = (await shop.letters()).filter((letter) => letter.to?.[0]?.address === email);
  assert.ok(letters.some(({ subject }) => subject === 'We added $100.00 to your balance'));
});

test('credits a deposit with the paid amount, also after its payment link has expired', async () => {
  const { body: short } = await deposit(10_000);
  await shop.act(await shop.startPayment(tokenOf(short)), 'pay-short');
  assert.equal((await shop.sync(tokenOf(short))).status, 'paid');
  const { body: late } = await deposit(5_000);
  const ref = await shop.startPayment(tokenOf(late));
  shop.pass(8 * day);
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(tokenOf(late))).status, 'expired');
  await shop.act(ref, 'pay-late');
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(tokenOf(late))).status, 'paid');
  auth = shop.bearer((await shop.logIn(email)).accessToken);
  assert.equal((await balance()).balance.available, 10_000);
});

test('credits both payments when one deposit is paid twice', async () => {
  const { body: placed } = await deposit(2_000);
  const token = tokenOf(placed);
  const first = await shop.startPayment(token);
  await shop.act(first, 'cancel');
  await shop.sync(token);
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.act(first, 'pay-late', 'twice');
  await shop.app.jobs.drain();
  const { balance: now, entries } = await balance();
  assert.equal(now.available, 4_000);
  assert.equal(entries.length, 2);
});

test('rejects amounts that are out of bounds, not whole or above the ceiling, which includes unpaid deposits', async () => {
  for (const price of [1_900, 150_100]) {
    const answer = await deposit(price);
    assert.deepEqual(answer.body.errors, { price: ['Enter an amount from $20 to $1,500'] });
  }
  assert.deepEqual((await deposit(2_050)).body.errors, { price: ['Enter an amount without cents'] });
  await add(100_000);
  assert.equal((await deposit(60_000)).status, 200);
  const full = 'Deposits can bring your balance up to $2,000, including deposits you haven’t paid yet.';
  assert.deepEqual((await deposit(50_000)).body.errors, { price: [`${full} You can add up to $400.00.`] });
  assert.equal((await deposit(39_000)).status, 200);
  const closed = { price: [`${full} You can add funds once this total is $1,980 or less.`] };
  assert.deepEqual((await deposit(2_000)).body.errors, closed);
});

test('names the balance at which the customer can add funds again when the ceiling leaves no room', async () => {
  await add(100_000);
  await add(99_000);
  assert.deepEqual((await deposit(2_000)).body.errors, {
    price: [
      'Deposits can bring your balance up to $2,000. You can add funds once your balance is $1,980 or less.',
    ],
  });
});

test('rejects simultaneous deposits that exceed the ceiling together', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => deposit(60_000)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 3);
});

test('returns the same deposit for a repeated key, and rejects the key with another body or route', async () => {
  const keyed = { ...auth, 'idempotency-key': 'a-deposit' };
  const answers = await Promise.all([1, 2, 3].map(() => deposit(5_000, keyed)));
  assert.equal(new Set(answers.map(({ body }) => body.depositNumber)).size, 1);
  assert.equal((await deposit(6_000, keyed)).status, 422);
  const order = await shop.send('POST', '/api/orders', { body: slogansOrder, headers: keyed });
  assert.equal(order.status, 422);
});

test('pages through the statement with correct running balances, and shows it only to its customer', async () => {
  for (const price of [2_000, 3_000, 4_000, 5_000]) await add(price);
  const first = await balance('?limit=3');
  assert.deepEqual(
    first.entries.map(({ amount, balance: after }) => [amount, after]),
    [
      [5_000, 14_000],
      [4_000, 9_000],
      [3_000, 5_000],
    ],
  );
  const rest = await balance(`?limit=3&cursor=${first.nextCursor!}`);
  assert.deepEqual(
    rest.entries.map(({ amount, balance: after }) => [amount, after]),
    [[2_000, 2_000]],
  );
  assert.equal(rest.nextCursor, null);
  assert.equal((await balance('?show=in&limit=500')).entries.length, 4);
  assert.deepEqual((await balance('?show=out')).entries, []);
  const { auth: stranger } = await shop.customer();
  const other = await shop.send<BalancePage>('GET', '/api/balance', { headers: stranger });
  assert.deepEqual(other.body.entries, []);
  assert.equal((await shop.send('GET', '/api/balance')).status, 401);
});

test('adds a statement entry only for the overpaid amount when an order is paid by card', async () => {
  const { token, orderNumber } = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(token), 'pay-over');
  await shop.sync(token);
  const { entries } = await balance();
  assert.deepEqual(
    entries.map(({ type, amount, balance: after, orderNumber: number }) => [type, amount, after, number]),
    [['cardPayment', 500, 500, orderNumber]],
  );
});

test('repays a debt from the next deposit before crediting the rest', async () => {
  const { rows } = await sql<{ id: bigint }>`select id from customer where email = ${email}`.execute(
    shop.database.db,
  );
  const posting = {
    kind: 'adjustment',
    sourceType: 'test',
    sourceId: email,
    customerId: String(rows[0]!.id),
    currency: 'usd',
    livemode: false,
    actor: 'test',
    postedAt: shop.now(),
    transfers: [{ from: 'debt', to: 'dispute_receivable', amount: '3000' }],
  };
  await sql`select ledger_post(${JSON.stringify([posting])}::jsonb)`.execute(shop.database.db);
  await add(10_000);
  const { balance: now, entries } = await balance();
  assert.equal(now.available, 7_000);
  assert.deepEqual(
    entries.map(({ type, amount, balance: after }) => [type, amount, after]),
    [
      ['deposit', 10_000, 7_000],
      ['adjustment', -3_000, -3_000],
    ],
  );
  const { rows: accounts } = await sql<{ code: string; cached: bigint }>`
    select code, cached from ledger_audit where customer_id = ${rows[0]!.id} order by code`.execute(
    shop.database.db,
  );
  assert.deepEqual(accounts, [
    { code: 'cash', cached: 7_000n },
    { code: 'debt', cached: 0n },
  ]);
});
