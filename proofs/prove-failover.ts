/**
 * npm run prove -- failover: two processes of a shop on two PostgreSQL servers, of which the second is a synchronous standby.
 * While customers order, the first server is killed or, in another run, frozen, and the second is promoted, as a failover manager
 * does. Every acknowledged order must exist once, and both processes must continue without a restart.
 */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { askRunningShop } from '#server/operator/operator-socket.ts';
import { type ApiCustomer, apiCustomer } from '#test/stories/api-customer.ts';
import { openPostgresPair } from '#test/stories/open-postgres-pair.ts';
import { type Shop, startShop, waitFor } from '#test/stories/shop.ts';

/** How long the proof waits for an answer: longer than any call may take while the server is lost (docs/faults.md). */
const limitMs = 60_000;

type Shopping = {
  customer: ApiCustomer;
  /** The acknowledged orders by idempotency key. */
  placed: Map<string, string>;
  /** Request time of the newest acknowledged order, on the monotonic clock in ms. */
  askedAt: number;
  refused: Map<number, number>;
};

/** Places orders repeatedly. Retries with the same key when there was no answer. */
async function shop(shopping: Shopping, isOver: () => boolean): Promise<void> {
  const { customer, placed, refused } = shopping;
  let key: string = crypto.randomUUID();
  while (!isOver()) {
    const askedAt = performance.now();
    const answer = await customer.askForOrder(key).catch(() => undefined);
    if (answer?.status === 200) {
      placed.set(key, answer.body.orderNumber);
      shopping.askedAt = askedAt;
      // cancels the order, because a customer may have at most ten unpaid ones
      await customer.call(`/api/orders/${answer.body.orderNumber}/cancel`, {}).catch(() => undefined);
      key = crypto.randomUUID();
    } else if (answer) refused.set(answer.status, (refused.get(answer.status) ?? 0) + 1);
  }
}

async function survivesFailover(t: TestContext, how: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
  const { primary, standby, close } = await openPostgresPair();
  await primary.ask('create database shop');
  const settings = {
    DATABASE_URL: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/shop`,
    SESSION_SECRET: 'one secret for both processes of a shop',
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'silent',
  };
  const shops: Shop[] = [];
  try {
    for (let n = 0; n < 2; n += 1) shops.push(await startShop(settings));
    const shoppings = await Promise.all(
      shops.map(async ({ url }): Promise<Shopping> => {
        const customer = apiCustomer(() => url);
        await customer.register();
        await customer.logIn();
        return { customer, placed: new Map(), askedAt: 0, refused: new Map() };
      }),
    );
    let isOver = false;
    const work = shoppings.map((shopping) => shop(shopping, () => isOver));
    await waitFor(
      'orders before the failover',
      async () => shoppings.every(({ placed }) => placed.size >= 10) || undefined,
    );

    const lostAt = performance.now();
    primary.signal(how);
    await standby.promote();
    const promotedAt = performance.now();
    const acknowledged = await Promise.all(
      shoppings.map((shopping) =>
        waitFor(
          'an order after the failover',
          async () => (shopping.askedAt > promotedAt ? performance.now() - lostAt : undefined),
          limitMs,
        ),
      ),
    );
    // kills the frozen server, because after resuming it must not accept writes beside the new one: failover managers fence it
    if (how === 'SIGSTOP') primary.signal('SIGKILL');
    isOver = true;
    await Promise.all(work);

    for (const { customer, placed } of shoppings)
      for (const [key, number] of placed) {
        const { status, body } = await customer.askForOrder(key);
        assert.deepEqual([status, body.orderNumber], [200, number], `acknowledged order ${number} is lost`);
      }
    const [counted] = await standby.ask('select count(*) as orders from customer_order', 'shop');
    const orders = counted!['orders'];
    const kept = shoppings.reduce((sum, { placed }) => sum + placed.size, 0);
    assert.ok(Number(orders) - kept <= shoppings.length, `${String(orders)} orders, ${kept} acknowledged`);
    for (const { dataDir, url } of shops) {
      const audit = await askRunningShop(dataDir, { name: 'audit', words: [], operator: 'kim' });
      assert.ok(audit?.ok, audit?.output);
      assert.equal((await fetch(`${url}/api/health/ready`)).status, 200);
    }
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    const refused = new Map<number, number>();
    for (const [status, count] of shoppings.flatMap((shopping) => [...shopping.refused]))
      refused.set(status, (refused.get(status) ?? 0) + count);
    assert.deepEqual(
      [...refused.keys()].filter((status) => status !== 503),
      [],
      'refused in words only',
    );
    t.diagnostic(
      `${how}: ${kept} orders acknowledged, none lost, none doubled; promoted after ${seconds(promotedAt - lostAt)}, orders again after ${acknowledged.map(seconds).join(' and ')}`,
    );
  } finally {
    for (const one of shops) await one.discard();
    await close();
  }
}

test('loses no acknowledged order when the database server is killed', (t) => survivesFailover(t, 'SIGKILL'));
test('loses no acknowledged order when the database server freezes', (t) => survivesFailover(t, 'SIGSTOP'));
