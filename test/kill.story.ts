import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'node:test';
import type { Tokens } from '#contract/accounts.ts';
import type { OrderList, PlacedOrder } from '#contract/orders.ts';
import type { PaymentPage, PaymentStarted } from '#contract/payments.ts';
import { slogansOrder, testPassword } from '#server/open-test-shop.ts';
import { openTestDatabase, testDatabaseUrl } from '#server/database/open-test-database.ts';
import { type Shop, startShop, waitFor } from './shop.ts';

const rounds = 6;

async function post<Answer>(
  shop: Shop,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${shop.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** A customer, what the shop said yes to, and everything that was asked. */
type Shopping = { email: string; placed: Map<string, PlacedOrder>; paid: Set<string>; keys: string[] };

async function register(shop: Shop): Promise<Shopping> {
  const email = `${crypto.randomUUID()}@example.com`;
  const person = { firstName: 'Ann', lastName: 'Lee', email, agreedToPrivacyPolicy: true };
  await post(shop, '/api/accounts/register', {
    ...person,
    password: testPassword,
    repeatedPassword: testPassword,
  });
  return { email, placed: new Map(), paid: new Set(), keys: [] };
}

async function logIn(shop: Shop, email: string): Promise<{ authorization: string }> {
  const { accessToken } = await post<Tokens>(shop, '/api/accounts/login', { email, password: testPassword });
  return { authorization: `Bearer ${accessToken}` };
}

/** Orders and pays until the server is gone. */
async function shopUntilKilled(shop: Shop, auth: Record<string, string>, shopping: Shopping): Promise<void> {
  for (;;) {
    const key = crypto.randomUUID();
    shopping.keys.push(key);
    try {
      const placed = await post<PlacedOrder>(shop, '/api/orders', slogansOrder, {
        ...auth,
        'idempotency-key': key,
      });
      shopping.placed.set(key, placed);
      const link = `/api/payments/${new URL(placed.paymentLink).searchParams.get('link')}`;
      const { url } = await post<PaymentStarted>(shop, `${link}/pay`, { with: 'card' });
      await post(shop, `${new URL(url!).pathname}/act`, { act: 'pay' });
      const { status } = await post<PaymentPage>(shop, `${link}/sync`, {});
      if (status === 'paid') shopping.paid.add(placed.orderNumber);
    } catch {
      return;
    }
  }
}

async function allOrders(
  shop: Shop,
  auth: Record<string, string>,
): Promise<Map<string, OrderList['orders'][number]>> {
  const orders = new Map<string, OrderList['orders'][number]>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor && `&cursor=${cursor}`;
    const answer = await fetch(`${shop.url}/api/orders?limit=50${query}`, { headers: auth });
    const page = (await answer.json()) as OrderList;
    for (const order of page.orders) orders.set(order.number, order);
    cursor = page.nextCursor;
  }
  return orders;
}

async function expectKept(shop: Shop, { email, placed, paid, keys }: Shopping): Promise<void> {
  const auth = await logIn(shop, email);
  const orders = await allOrders(shop, auth);
  assert.ok(placed.size > 0 && paid.size > 0);
  for (const [key, { orderNumber, amount }] of placed) {
    assert.equal(orders.get(orderNumber)?.amount, amount, `acknowledged order ${orderNumber} is lost`);
    const again = await post<PlacedOrder>(shop, '/api/orders', slogansOrder, {
      ...auth,
      'idempotency-key': key,
    });
    assert.equal(again.orderNumber, orderNumber, 'the same key makes no second order');
  }
  for (const number of paid) assert.equal(orders.get(number)?.payment.status, 'paid', `${number} was paid`);
  assert.ok(orders.size <= keys.length, 'no more orders than were asked for');
}

async function survivesKills(settings: Record<string, string>): Promise<void> {
  const shop = await startShop({ RATE_LIMIT_FACTOR: '10000', LOG_LEVEL: 'silent', ...settings });
  try {
    const everyone: Shopping[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const shopping = await register(shop);
      everyone.push(shopping);
      const auth = await logIn(shop, shopping.email);
      const underWay = [1, 2, 3].map(() => shopUntilKilled(shop, auth, shopping));
      await waitFor('a first payment', async () => (shopping.paid.size > 0 ? true : undefined));
      // the moment is random on purpose; nothing is asserted about it
      await wait(Math.random() * 300);
      await shop.kill();
      await Promise.all(underWay);
      await shop.start();
    }
    for (const shopping of everyone) await expectKept(shop, shopping);
    await shop.stop();
  } finally {
    await shop.discard();
  }
}

test('every acknowledged order and payment survives kills: embedded database', () => survivesKills({}));

const howToTest = 'no PostgreSQL given: set TEST_DATABASE_URL=postgres://user@host:port/database';
test(
  'every acknowledged order and payment survives kills: PostgreSQL',
  { skip: testDatabaseUrl === undefined && howToTest },
  async () => {
    await using database = await openTestDatabase();
    await survivesKills({ DATABASE_URL: database.address.databaseUrl! });
  },
);
