/**
 * Kills the server repeatedly, as a power failure would, while customers order, pay and deposit and the operator refunds. Every
 * acknowledged action must exist afterwards, once. `npm run prove -- kills 200` kills it 200 times.
 */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type TestContext } from 'node:test';
import type { Tokens } from '#contract/storefront/accounts.ts';
import type { PlacedDeposit } from '#contract/storefront/balance.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { OrderList, PlacedOrder } from '#contract/storefront/orders.ts';
import type { PaymentPage, PaymentStarted, WayToPay } from '#contract/storefront/payments.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { openTestDatabase, testDatabaseUrl } from '#test/server/open-test-database.ts';
import { isFullSize } from '#test/test-size.ts';
import { askRunningShop } from '#server/operator/operator-socket.ts';
import { type Shop, startShop, waitFor } from './shop.ts';

const [givenKills] = process.argv.slice(2);
const kills = Number(givenKills ?? (isFullSize ? 30 : 6));
/** Longer than the lease of a killed process's job (ms). */
const leaseMs = 150_000;

type Headers = Record<string, string>;
async function call<Answer>(
  shop: Shop,
  path: string,
  body?: unknown,
  headers: Headers = {},
): Promise<Answer> {
  const answer = await fetch(`${shop.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status === 503) {
    // retries as browsers do, with the same idempotency key, because a busy machine starts slowly
    await wait(250);
    return call(shop, path, body, headers);
  }
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

async function operate(
  shop: Shop,
  name: string,
  ...words: string[]
): Promise<{ ok: boolean; output: string }> {
  const answer = await askRunningShop(shop.dataDir, { name, words, operator: 'kim' });
  if (!answer) throw new Error('The shop does not run');
  return answer;
}

/** A customer with the acknowledged actions and the number of requests. Amounts in minor units. */
type Shopping = {
  email: string;
  placed: Map<string, PlacedOrder>;
  paid: Set<string>;
  credited: Set<string>;
  /** By order: the confirmed and the requested refunds. */
  refunds: Map<string, { told: number; asked: number }>;
  tokens: Set<string>;
  asked: number;
};

async function register(shop: Shop): Promise<Shopping> {
  const email = `${crypto.randomUUID()}@example.com`;
  const person = { firstName: 'Ann', lastName: 'Lee', email, agreedToPrivacyPolicy: true };
  await call(shop, '/api/accounts/register', {
    ...person,
    password: testPassword,
    repeatedPassword: testPassword,
  });
  const nothing = { placed: new Map(), paid: new Set<string>(), credited: new Set<string>() };
  return { email, ...nothing, refunds: new Map(), tokens: new Set(), asked: 0 };
}

async function logIn(shop: Shop, email: string): Promise<Headers> {
  const { accessToken } = await call<Tokens>(shop, '/api/accounts/login', { email, password: testPassword });
  return { authorization: `Bearer ${accessToken}` };
}

/** Pays a payment link with this method. Returns whether the shop shows the link as paid. */
async function pay(
  shop: Shop,
  auth: Headers,
  { tokens }: Shopping,
  { paymentLink }: { paymentLink: string },
  way: WayToPay,
): Promise<boolean> {
  const token = new URL(paymentLink).searchParams.get('link')!;
  tokens.add(token);
  const started = await call<PaymentStarted>(shop, `/api/payments/${token}/pay`, { with: way }, auth);
  if (started.url) await call(shop, `${new URL(started.url).pathname}/act`, { act: 'pay' });
  return (await call<PaymentPage>(shop, `/api/payments/${token}/sync`, {})).status === 'paid';
}

async function order(
  shop: Shop,
  auth: Headers,
  shopping: Shopping,
  way: WayToPay,
): Promise<string | undefined> {
  const key = crypto.randomUUID();
  shopping.asked += 1;
  const placed = await call<PlacedOrder>(shop, '/api/orders', slogansOrder, {
    ...auth,
    'idempotency-key': key,
  });
  shopping.placed.set(key, placed);
  if (!(await pay(shop, auth, shopping, placed, way))) return undefined;
  shopping.paid.add(placed.orderNumber);
  return placed.orderNumber;
}

const { orderTypes: _types, orderDetails: _details, agreeToDeliveryTime: _agreed, ...billing } = slogansOrder;
async function addFunds(shop: Shop, auth: Headers, shopping: Shopping): Promise<void> {
  const deposit = await call<PlacedDeposit>(shop, '/api/balance/deposit', { ...billing, price: 6_000 }, auth);
  if (await pay(shop, auth, shopping, deposit, 'card')) shopping.credited.add(deposit.depositNumber);
}

async function giveBack(shop: Shop, { refunds }: Shopping, number: string, way: string): Promise<void> {
  const refund = refunds.get(number) ?? { told: 0, asked: 0 };
  refunds.set(number, refund);
  refund.asked += 1_000;
  const { ok, output } = await operate(shop, 'refund', number, '10', way, 'kindness');
  assert.ok(ok, output);
  refund.told += 1_000;
}

/** Actions of a customer and the operator, each repeated until the server is killed. */
const courses: ((shop: Shop, auth: Headers, shopping: Shopping) => Promise<unknown>)[] = [
  (shop, auth, shopping) => order(shop, auth, shopping, 'card'),
  async (shop, auth, shopping) => {
    await addFunds(shop, auth, shopping);
    await order(shop, auth, shopping, 'both');
  },
  async (shop, auth, shopping) => {
    const number = await order(shop, auth, shopping, 'card');
    if (!number) return;
    await giveBack(shop, shopping, number, 'balance');
    await giveBack(shop, shopping, number, 'card');
  },
];

async function untilKilled(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
    } catch (error) {
      // a closed connection is expected, but a wrong answer isn't
      if (error instanceof TypeError || (error as NodeJS.ErrnoException).code !== undefined) return;
      if (error instanceof Error && /does not run|in vain/.test(error.message)) return;
      throw error;
    }
  }
}

async function allOrders(shop: Shop, auth: Headers): Promise<Map<string, OrderList['orders'][number]>> {
  const orders = new Map<string, OrderList['orders'][number]>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor && `&cursor=${cursor}`;
    const page: OrderList = await call<OrderList>(shop, `/api/orders?limit=50${query}`, undefined, auth);
    for (const one of page.orders) orders.set(one.number, one);
    cursor = page.nextCursor;
  }
  return orders;
}

async function expectKept(shop: Shop, shopping: Shopping): Promise<void> {
  const { email, placed, paid, credited, refunds, tokens, asked } = shopping;
  const auth = await logIn(shop, email);
  for (const token of tokens) await call(shop, `/api/payments/${token}/sync`, {});
  for (const [key, { orderNumber }] of placed) {
    const again = await call<PlacedOrder>(shop, '/api/orders', slogansOrder, {
      ...auth,
      'idempotency-key': key,
    });
    assert.equal(again.orderNumber, orderNumber, 'the same key makes no second order');
  }
  const orders = await allOrders(shop, auth);
  for (const { orderNumber, amount } of placed.values())
    assert.equal(orders.get(orderNumber)?.amount, amount, `acknowledged order ${orderNumber} is lost`);
  for (const number of paid)
    assert.match(
      orders.get(number)?.payment.status ?? '',
      /^(paid|partiallyRefunded)$/,
      `${number} was paid`,
    );
  for (const [number, { told, asked: most }] of refunds) {
    const refunded = orders.get(number)?.payment.refunded ?? 0;
    assert.ok(refunded >= told && refunded <= most, `${number}: ${refunded} given back, ${told} told`);
  }
  assert.ok(orders.size <= asked, 'no more orders than were asked for');
  const { entries } = await call<BalancePage>(shop, '/api/balance?limit=50', undefined, auth);
  for (const number of credited) {
    const lines = entries.filter(({ type, depositNumber }) => type === 'deposit' && depositNumber === number);
    assert.equal(lines.length, 1, `${number} was credited once`);
  }
  // sends the command twice, as an operator without an answer would; it must be booked once
  for (const _ of [1, 2]) await operate(shop, 'credit', email, '1', 'For your patience');
  const { entries: after } = await call<BalancePage>(shop, '/api/balance?limit=50', undefined, auth);
  assert.equal(after.filter(({ title }) => title === 'For your patience').length, 1);
}

async function survivesKills(t: TestContext, settings: Record<string, string>): Promise<void> {
  const shop = await startShop({ RATE_LIMIT_FACTOR: '10000', LOG_LEVEL: 'silent', ...settings });
  try {
    const everyone: Shopping[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const shopping = await register(shop);
      everyone.push(shopping);
      const auth = await logIn(shop, shopping.email);
      const underWay = courses.map((course) => untilKilled(() => course(shop, auth, shopping)));
      // the moment of the kill is random; nothing is asserted about it
      await wait(Math.random() * 1_200);
      await shop.kill();
      await Promise.all(underWay);
      await shop.start();
    }
    for (const shopping of everyone) await expectKept(shop, shopping);
    // jobs of the killed process run again when they are due
    await waitFor(
      'clean books',
      async () => {
        const { ok, output } = await operate(shop, 'audit');
        const findings = output.split('\n- ').slice(1);
        const isOnlyWaiting = findings.every((finding) =>
          /^The webhook event \S+ of sandbox wasn’t applied/.test(finding),
        );
        assert.ok(ok || isOnlyWaiting, output);
        return ok || givenKills === undefined || undefined;
      },
      leaseMs * 2,
    );
    await shop.stop();
    const count = (of: (shopping: Shopping) => number) =>
      everyone.reduce((sum, shopping) => sum + of(shopping), 0);
    t.diagnostic(
      `${kills} kills: ${count(({ placed }) => placed.size)} orders, ${count(({ paid }) => paid.size)} payments, ${count(({ credited }) => credited.size)} deposits and ${count(({ refunds }) => [...refunds.values()].reduce((sum, { told }) => sum + told / 1_000, 0))} refunds were acknowledged; all are there, none twice, and the audit is clean`,
    );
  } finally {
    await shop.discard();
  }
}

test('keeps every acknowledged action exactly once when the process is killed, with the embedded database', (t) =>
  survivesKills(t, {}));

const howToTest = 'no PostgreSQL given: set TEST_DATABASE_URL=postgres://user@host:port/database';
test(
  'keeps every acknowledged action exactly once when the process is killed, with a PostgreSQL server',
  { skip: testDatabaseUrl === undefined && howToTest },
  async (t) => {
    await using database = await openTestDatabase();
    await survivesKills(t, { DATABASE_URL: database.address.databaseUrl! });
  },
);
