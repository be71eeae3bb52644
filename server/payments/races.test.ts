/** Two servers on one PostgreSQL move the same money at the same moment. */
import { day, hour } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, afterEach, before, beforeEach } from 'node:test';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { sql } from 'kysely';
import { openDatabase } from '#server/database/open-database.ts';
import { openTestDatabase, testDatabaseUrl, type TestDatabase } from '#test/server/open-test-database.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

const skip = !testDatabaseUrl && 'needs TEST_DATABASE_URL';
const rounds = 4;

let database: TestDatabase;
let servers: [TestShop, TestShop];
let one: TestShop;
let other: TestShop;
let auth: { authorization: string };
let email: string;

before(async () => {
  if (skip) return;
  database = await openTestDatabase();
  const second = await openDatabase({ ...database.address, poolSize: 10 });
  const settings = { RATE_LIMIT_FACTOR: '10000' };
  servers = [await openTestShop({ settings, database }), await openTestShop({ settings, database: second })];
  [one, other] = servers;
});
beforeEach(async () => {
  if (!skip) ({ auth, email } = await one.customer());
});
afterEach(async () => {
  if (skip) return;
  await settle();
  // retries a call that timed out on the busy machine
  for (const server of servers) server.pass(hour);
  await settle();
  assert.deepEqual(await one.audit(), []);
});
after(async () => {
  if (skip) return;
  const second = other.database;
  await Promise.all(servers.map((server) => server.close()));
  await second.close();
  await database.drop();
});

const settle = () => Promise.all(servers.map((server) => server.app.jobs.drain()));
/** Advances time for both servers and logs the customers in again. */
async function pass(ms: number): Promise<void> {
  for (const server of servers) server.pass(ms);
  auth = one.bearer((await one.logIn(email)).accessToken);
}
const order = async (number: string) =>
  (await one.send<Order>('GET', `/api/orders/${number}`, { headers: auth })).body;
const balance = async () =>
  (await one.send<BalancePage>('GET', '/api/balance', { headers: auth })).body.balance;
/** Sends the same request to both servers at once, `times` in all. */
const atOnce = <Answer>(
  times: number,
  ask: (server: TestShop, n: number) => Promise<Answer>,
): Promise<Answer[]> => Promise.all(Array.from({ length: times }, (_, n) => ask(servers[n % 2]!, n)));
const countOf = async (kind: string, number: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ledger_tx x
    where x.kind = ${kind} and (x.source_id = ${number} or x.source_id in (
      select a.id::text from payment_attempt a join payment_link l on l.id = a.payment_link_id where l.number = ${number}
    ))`.execute(database.db);
  return rows[0]!.n;
};

/** Amount received for an order; minor units. */
async function captured(number: string): Promise<number> {
  const { rows } = await sql<{ captured: bigint }>`
    select captured from payment_link where number = ${number}`.execute(database.db);
  return Number(rows[0]!.captured);
}

test('pays only two of four orders at once when the balance is enough for two', { skip }, async () => {
  await one.addFunds(auth, 30_000);
  const orders = await Promise.all([1, 2, 3, 4].map(() => one.placeOrder(auth)));
  await atOnce(16, (server, n) => server.pay(orders[n % 4]!.token, 'balance', auth));
  const statuses = await Promise.all(
    orders.map(async ({ orderNumber }) => (await order(orderNumber)).payment.status),
  );
  assert.equal(statuses.filter((status) => status === 'paid').length, 2);
  assert.equal((await balance()).available, 30_000 - 2 * 12_900);
});

test('creates one payment page and one hold when the customer clicks twice', { skip }, async () => {
  await one.addFunds(auth, 5_000);
  for (const way of ['card', 'both'] as const) {
    const { token } = await one.placeOrder(auth);
    const answers = await atOnce(6, (server) => server.pay(token, way, auth));
    assert.equal(
      new Set(answers.map(({ body }) => body.url)).size,
      1,
      JSON.stringify(answers.map(({ body }) => body)),
    );
  }
  assert.deepEqual([(await balance()).available, (await balance()).reserved], [0, 5_000]);
});

test('pays the order once and leaves no hold when two tabs choose different methods', { skip }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    await one.addFunds(auth, 13_000);
    const { available } = await balance();
    const { token, orderNumber } = await one.placeOrder(auth);
    const ways = ['card', 'both', 'balance', 'card'] as const;
    const answers = await atOnce(4, (server, n) => server.pay(token, ways[n]!, auth));
    for (const { body } of answers) if (body.url) await other.act(body.url.split('/').at(-1)!, 'pay');
    await settle();
    const { payment } = await order(orderNumber);
    assert.equal(payment.status, 'paid');
    assert.equal(await countOf('order_paid', orderNumber), 1);
    const now = await balance();
    assert.equal(now.reserved, 0);
    assert.equal(now.available, available + (await captured(orderNumber)) - 12_900);
  }
});

test(
  "captures once when the webhook event, the customer's return and the poller run at once",
  { skip },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { token, orderNumber } = await one.placeOrder(auth);
      const ref = await one.startPayment(token);
      await one.act(ref, 'pay', 'lost');
      const eventId = crypto.randomUUID();
      await sql`update job set run_at = ${one.now()} where kind = 'payment.poll'`.execute(database.db);
      await Promise.all([
        atOnce(3, (server) => server.tell(ref, eventId)),
        atOnce(4, (server) => server.sync(token)),
        atOnce(2, (server) => server.app.jobs.drain()),
      ]);
      await settle();
      assert.equal((await order(orderNumber)).payment.status, 'paid');
      assert.deepEqual(
        [await countOf('capture', orderNumber), await countOf('order_paid', orderNumber)],
        [1, 1],
      );
    }
  },
);

test('either pays, or cancels and refunds, when a cancellation and a payment race', { skip }, async () => {
  await one.addFunds(auth, 20_000);
  for (let round = 0; round < rounds; round += 1) {
    const { available } = await balance();
    const { token, orderNumber } = await one.placeOrder(auth);
    const ref = round % 2 ? await one.startPayment(token) : undefined;
    await Promise.all([
      one.send('POST', `/api/orders/${orderNumber}/cancel?refundTo=balance`, { headers: auth }),
      ref ? other.act(ref, 'pay') : other.pay(token, 'balance', auth),
      other.sync(token),
    ]);
    await settle();
    const { payment } = await order(orderNumber);
    assert.ok(['paid', 'refunded', 'cancelled'].includes(payment.status), payment.status);
    const price = payment.status === 'paid' ? 12_900 : 0;
    assert.equal((await balance()).available, available + (await captured(orderNumber)) - price);
  }
});

test(
  'either pays, or expires and credits the balance, when expiry and a payment race',
  { skip },
  async () => {
    const { token: fromBalance, orderNumber: first } = await one.placeOrder(auth);
    await one.addFunds(auth, 13_000);
    const { token: byCard, orderNumber: second } = await one.placeOrder(auth);
    await pass(6.9 * day);
    const ref = await one.startPayment(byCard);
    await pass(0.2 * day);
    await Promise.all([
      atOnce(2, (server) => server.app.jobs.drain()),
      other.act(ref, 'pay'),
      one.pay(fromBalance, 'balance', auth),
      other.sync(byCard),
    ]);
    await settle();
    for (const number of [first, second])
      assert.ok(['paid', 'expired'].includes((await order(number)).payment.status), number);
    const paid = (await countOf('order_paid', first)) + (await countOf('order_paid', second));
    assert.equal((await balance()).available, 13_000 + (await captured(second)) - paid * 12_900);
  },
);

test(
  'refunds no more than was paid when operators’ and dashboard refunds and a dispute run at once',
  { skip },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      // uses a new customer, because a customer in debt cannot order
      ({ auth, email } = await one.customer());
      const { token, orderNumber } = await one.placeOrder(auth);
      const ref = await one.startPayment(token);
      await one.act(ref, 'pay', 'lost');
      await one.sync(token);
      await Promise.allSettled([
        one.operate('refund', orderNumber, '80', 'card', 'kindness'),
        other.operate('refund', orderNumber, '80', 'balance', 'kindness'),
        other.act(ref, 'dashboard-refund'),
        one.act(ref, 'dispute'),
      ]);
      await settle();
      await other.act(ref, 'dispute-lost');
      await settle();
    }
  },
);

test(
  'books a credit once when operators enter the same command in two processes at once',
  { skip },
  async () => {
    await atOnce(6, (server) => server.operate('credit', email, '20', 'Sorry'));
    assert.equal((await balance()).available, 2_000);
  },
);
