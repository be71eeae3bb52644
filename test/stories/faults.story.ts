/** What customers see and what the log contains when the database or the mail server fails (docs/faults.md). */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test, { after, afterEach, before, beforeEach } from 'node:test';
import { openTestDatabase, testDatabaseUrl, type TestDatabase } from '#test/server/open-test-database.ts';
import { openTestMailServer } from '#test/server/open-test-mail-server.ts';
import { signWebhook } from '#server/payments/sandbox/sandbox-webhooks.ts';
import { type ApiAnswer, type ApiCustomer, apiCustomer } from './api-customer.ts';
import { type NetworkProxy, openNetworkProxy } from './open-network-proxy.ts';
import { type Shop, startShop, waitFor } from './shop.ts';

const secret = 'the secret of a shop whose lines are cut';
const password = 'a-word-no-log-may-hold';

let database: TestDatabase;
let mailServer: Awaited<ReturnType<typeof openTestMailServer>>;
let databaseProxy: NetworkProxy;
let mailProxy: NetworkProxy;
let shop: Shop;
let ann: ApiCustomer;
let logFrom = 0;

const skip = testDatabaseUrl === undefined && 'no PostgreSQL given: set TEST_DATABASE_URL';

before(async () => {
  if (skip) return;
  database = await openTestDatabase();
  mailServer = await openTestMailServer();
  const address = new URL(database.address.databaseUrl!);
  databaseProxy = await openNetworkProxy({ host: address.hostname, port: Number(address.port || 5432) });
  mailProxy = await openNetworkProxy({ host: '127.0.0.1', port: Number(new URL(mailServer.url).port) });
  address.hostname = '127.0.0.1';
  address.port = String(databaseProxy.port);
  shop = await startShop({
    DATABASE_URL: address.href,
    SMTP_URL: `smtp://127.0.0.1:${mailProxy.port}/?name=shop&pass=${password}`,
    SESSION_SECRET: secret,
    RATE_LIMIT_FACTOR: '1000',
  });
  ann = apiCustomer(() => shop.url);
  await ann.register();
  await ann.logIn();
});
beforeEach(() => {
  logFrom = shop?.output().length;
});
afterEach(() => {
  databaseProxy?.restore();
  mailProxy?.restore();
});
after(async () => {
  if (skip) return;
  await shop.stop();
  await shop.discard();
  await Promise.all([databaseProxy.close(), mailProxy.close()]);
  await Promise.all([database.drop(), mailServer.close()]);
});

type LogLine = { level: number; msg: string; err?: { code?: string; message?: string } };
/** The server's log since the test began, as complete JSON lines without secrets. */
function log(): LogLine[] {
  const text = shop.output().slice(logFrom);
  for (const word of [secret, password, ann.email]) assert.ok(!text.includes(word), `the log tells ${word}`);
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
}
const logged = (msg: string, code = /^/) =>
  waitFor(`"${msg}" in the log`, async () =>
    log().find((line) => line.msg === msg && code.test(line.err?.code ?? '')),
  );

function expectAway({ status, retryAfter, body }: ApiAnswer<unknown>): void {
  assert.equal(status, 503, JSON.stringify(body));
  assert.equal(retryAfter, '5');
  assert.deepEqual(body.errors?.[''], ['The shop is temporarily unavailable. Try again in a moment.']);
}
/** Repeats a request with one idempotency key until the shop is back. Earlier requests with the key must not run twice. */
const orderAtLast = (key: string) =>
  waitFor('the order to be taken', async () => {
    const { status, body } = await ann.askForOrder(key);
    return status === 200 ? body : undefined;
  });
async function expectOnce(key: string, before: number): Promise<void> {
  const { orderNumber } = await orderAtLast(key);
  const orders = await ann.orders();
  assert.equal(orders.filter(({ number }) => number === orderNumber).length, 1);
  assert.equal(orders.length, before + 1, 'one order more, not two');
}
const statusOf = async (path: string) => {
  const answer = await fetch(`${shop.url}${path}`);
  await answer.arrayBuffer();
  return answer.status;
};
/** Sends a webhook event as the provider does. */
function webhook(): Promise<Response> {
  const key = createHmac('sha256', secret).update('sandbox').digest('hex');
  const body = JSON.stringify({ id: crypto.randomUUID(), type: 'session.paid', ref: 'sbx_none' });
  const headers = {
    'content-type': 'application/json',
    'sandbox-signature': signWebhook(key, body, new Date()),
  };
  return fetch(`${shop.url}/api/webhooks/sandbox`, { method: 'POST', headers, body });
}

test(
  'answers calls and webhook events with 503 and serves pages while the database is unreachable, and recovers',
  { skip },
  async () => {
    const before = (await ann.orders()).length;
    databaseProxy.fail({ kind: 'gone' });
    const key = crypto.randomUUID();
    expectAway(await ann.askForOrder(key));
    const refused = await webhook();
    assert.equal(refused.status, 503, 'the provider sends it again');
    assert.equal(await statusOf('/'), 200);
    assert.equal(await statusOf('/api/health/live'), 200);
    // readiness is cached for a second
    const away = await waitFor('readiness to say no', async () => {
      const answer = await ann.call('/api/health/ready');
      return answer.status === 503 ? answer : undefined;
    });
    assert.deepEqual(away.body.errors, { database: ['The database isn’t responding.'] });
    await logged('request failed', /ECONNRESET|^$/);
    databaseProxy.restore();
    await expectOnce(key, before);
    await waitFor('readiness', async () => (await statusOf('/api/health/ready')) === 200 || undefined);
  },
);

test(
  "answers 503 within 90 seconds while the database doesn't respond, and recovers afterwards",
  { skip },
  async () => {
    const before = (await ann.orders()).length;
    const key = crypto.randomUUID();
    databaseProxy.fail({ kind: 'silent' });
    const started = performance.now();
    expectAway(await ann.askForOrder(key));
    assert.ok(performance.now() - started < 90_000, 'not a quarter of an hour');
    await logged('a database connection is silent and given up');
    databaseProxy.restore();
    await expectOnce(key, before);
  },
);

test('applies a change once when the database’s response is lost', { skip }, async () => {
  const before = (await ann.orders()).length;
  const key = crypto.randomUUID();
  const isKept = async () => {
    const { rows } = await database.pool.query('select from idempotency_key where key = $1', [key]);
    return rows.length > 0 || undefined;
  };
  // a connection that has prepared the statement gets only its name, not its text
  databaseProxy.fail({ kind: 'unanswered', from: key });
  const asked = ann.askForOrder(key);
  await waitFor('the order to be kept', isKept);
  databaseProxy.fail({ kind: 'gone' });
  expectAway(await asked);
  databaseProxy.restore();
  await expectOnce(key, before);
});

test('answers calls successfully, though later, when the database is slow', { skip }, async () => {
  const before = (await ann.orders()).length;
  databaseProxy.fail({ kind: 'slow', ms: 150 });
  const key = crypto.randomUUID();
  const { status } = await ann.askForOrder(key);
  databaseProxy.restore();
  assert.equal(status, 200);
  await expectOnce(key, before);
});

/** A PostgreSQL error sent before login. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

for (const [what, code, message] of [
  ['out of connections', '53300', 'sorry, too many clients already'],
  ['starting up', '57P03', 'the database system is starting up'],
] as const)
  test(`answers calls with 503 while the database is ${what}`, { skip }, async () => {
    const before = (await ann.orders()).length;
    databaseProxy.fail({ kind: 'refusing', answer: refusal(code, message) });
    const key = crypto.randomUUID();
    // the first call may still use a connection that isn't yet known to be broken
    await waitFor('the refusal', async () => {
      const answer = await ann.askForOrder(key);
      expectAway(answer);
      return log().some(({ err }) => err?.code === code) || undefined;
    });
    databaseProxy.restore();
    await expectOnce(key, before);
  });

test('answers writes with 503 and reads as usual when the database has no disk space', { skip }, async () => {
  const before = (await ann.orders()).length;
  // the server raises the error where it would write the row
  await database.pool.query(`
    create function disk_is_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger disk_is_full before insert on customer_order for each row execute function disk_is_full()`);
  const key = crypto.randomUUID();
  expectAway(await ann.askForOrder(key));
  assert.equal((await ann.orders()).length, before);
  await logged('request failed', /53100/);
  await database.pool.query('drop trigger disk_is_full on customer_order');
  await expectOnce(key, before);
});

for (const fault of ['gone', 'silent'] as const)
  test(
    `accepts orders and payments, and sends the emails later, when the mail server fails: ${fault}`,
    { skip },
    async () => {
      mailProxy.fail({ kind: fault });
      const { body: placed } = await ann.askForOrder();
      assert.equal(await ann.pay(placed), 'paid');
      if (fault === 'gone') await logged('job failed');
      mailProxy.restore();
      await waitFor(
        'the letter about the order',
        async () =>
          (await mailServer.letters()).find(
            ({ to, subject }) => to?.[0]?.address === ann.email && subject?.includes(placed.orderNumber),
          ),
        60_000,
      );
      log();
    },
  );
