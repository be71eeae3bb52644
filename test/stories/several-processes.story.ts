/** Three servers on one PostgreSQL behind one address without sticky sessions. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { after, before } from 'node:test';
import { listMigrations } from '#server/database/migrate.ts';
import { openTestDatabase, testDatabaseUrl, type TestDatabase } from '#test/server/open-test-database.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';
import { openBalancer } from './open-balancer.ts';
import { findFreePort, type Shop, startShop, waitFor } from './shop.ts';

const skip = testDatabaseUrl === undefined && 'no PostgreSQL given: set TEST_DATABASE_URL';
const count = 3;

let database: TestDatabase;
let balancer: Awaited<ReturnType<typeof openBalancer>>;
let shops: Shop[] = [];

before(async () => {
  if (skip) return;
  database = await openTestDatabase();
  // an empty database, as at the first start
  await database.pool.query('drop schema public cascade; create schema public');
  const ports: number[] = [];
  for (let n = 0; n < count; n += 1) ports.push(await findFreePort());
  balancer = await openBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
  shops = await Promise.all(
    ports.map((port) =>
      startShop({
        PORT: String(port),
        PUBLIC_URL: balancer.url,
        DATABASE_URL: database.address.databaseUrl!,
        SESSION_SECRET: 'one secret for all the processes of a shop',
        RATE_LIMIT_FACTOR: '1',
      }),
    ),
  );
  await everybodyIsReady();
});
after(async () => {
  if (skip) return;
  await Promise.all(shops.map((shop) => shop.stop()));
  await Promise.all(shops.map((shop) => shop.discard()));
  await balancer.close();
  await database.drop();
});

const everybodyIsReady = () =>
  waitFor('all servers to get calls', async () => balancer.ready() === count || undefined, 60_000);

async function newCustomer(): Promise<ApiCustomer> {
  const customer = apiCustomer(() => balancer.url);
  await customer.register();
  await customer.logIn();
  return customer;
}
const letters = async () => (await Promise.all(shops.map((shop) => shop.letters()))).flat();

test('migrates an empty database once when all servers start at the same moment', { skip }, async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    'select name from kysely_migration order by 1',
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    listMigrations(),
  );
});

test('accepts a session at every server, and runs each due job once', { skip }, async () => {
  const ann = await newCustomer();
  const placed = [];
  for (let n = 0; n < 6; n += 1) {
    const { status, body } = await ann.askForOrder();
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(await ann.pay(body), 'paid');
    placed.push(body.orderNumber);
  }
  assert.deepEqual((await ann.orders()).map(({ number }) => number).toSorted(), placed.toSorted());
  await waitFor('all letters', async () => {
    const { rows } = await database.pool.query(
      `select * from job where kind like 'mail.%' and (run_at <= now() or leased_until is not null)`,
    );
    return rows.length === 0 || undefined;
  });
  const subjects = (await letters())
    .filter(({ to }) => to?.[0]?.address === ann.email)
    .map(({ subject }) => subject ?? '');
  for (const number of placed) {
    const about = subjects.filter((subject) => subject.includes(number));
    assert.equal(new Set(about).size, about.length, `a letter about ${number} was sent twice`);
    assert.ok(about.some((subject) => /receipt/i.test(subject)));
  }
  const { rows } = await database.pool.query<{ kind: string }>(
    `select kind from job where kind in ('payment.audit', 'audit.anchor') order by kind`,
  );
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['audit.anchor', 'payment.audit'],
    'three processes plan each nightly job once',
  );
});

test('counts five wrong passwords over all servers together', { skip }, async () => {
  const { email } = await newCustomer();
  const bob = apiCustomer(() => balancer.url);
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1)
    statuses.push((await bob.call('/api/accounts/login', { email, password: `${testPassword}!` })).status);
  assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429, 429, 429]);
});

test('restarts each server in turn under load without a failed call', { skip }, async () => {
  const customers = [await newCustomer(), await newCustomer(), await newCustomer()];
  const failures: string[] = [];
  let calls = 0;
  let isOver = false;
  const placed = customers.map(() => [] as string[]);
  const work = customers.map(async (customer, n) => {
    for (let round = 0; !isOver; round += 1) {
      calls += 1;
      try {
        // at most nine orders, because a customer may have ten unpaid ones
        if (round % 20 === 0 && placed[n]!.length < 9) {
          const { status, body } = await customer.askForOrder();
          if (status === 200) placed[n]!.push(body.orderNumber);
          else if (status !== 429) failures.push(`${status} ${JSON.stringify(body)}`);
        } else await customer.orders();
      } catch (error) {
        failures.push(String(error));
      }
      await sleep(5);
    }
  });
  for (const shop of shops) {
    await shop.stop();
    await shop.start();
    await everybodyIsReady();
  }
  isOver = true;
  await Promise.all(work);
  assert.deepEqual(failures, []);
  assert.ok(calls > 100, `${calls} calls`);
  for (const [n, customer] of customers.entries())
    assert.deepEqual((await customer.orders()).map(({ number }) => number).toSorted(), placed[n]!.toSorted());
});
