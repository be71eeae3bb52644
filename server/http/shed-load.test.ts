import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { waitFor } from '#test/wait-for.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { BUSY_AFTER_MS: '750' } });
});
after(() => shop.close());

/** Takes every connection and makes a hundred statements wait, until the result is disposed. */
async function fillQueue() {
  const { pool } = shop.database;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const waiting = Array.from({ length: 100 }, () => pool.query('select 1'));
  const answers = Promise.allSettled(waiting);
  return {
    async [Symbol.asyncDispose]() {
      for (const client of taken) client.release();
      await answers;
    },
  };
}

test('rejects calls with a message while the queue is full, serves pages and health checks, and recovers', async () => {
  const { auth } = await shop.customer();
  const list = () => shop.send('GET', '/api/orders', { headers: auth });
  {
    await using _queue = await fillQueue();
    const { status, headers, body } = await list();
    assert.equal(status, 503);
    assert.equal(headers.get('retry-after'), '5');
    assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8');
    assert.match(body.errors?.['']?.[0] ?? '', /very busy right now/);
    assert.equal(await shop.tell('sbx_none'), 503, 'a provider sends its webhook event again');
    assert.equal((await shop.send('GET', '/')).status, 200);
    assert.equal((await shop.send('GET', '/api/health/live')).status, 200);
  }
  assert.equal((await list()).status, 200);
  assert.equal(await shop.tell('sbx_none'), 200);
});

test('rejects calls while the process is overloaded', async () => {
  const { auth } = await shop.customer();
  const list = async () => (await shop.send('GET', '/api/orders', { headers: auth })).status;
  const answers = new Set<number>();
  // the second delay must follow soon after the first
  for (let n = 0; n < 15 && !answers.has(503); n += 1) {
    void list().then((status) => answers.add(status));
    for (const end = performance.now() + 1_100; performance.now() < end;);
    await new Promise(setImmediate);
  }
  assert.ok(answers.has(503), 'calls were refused');
  await waitFor('calls to be served again', async () => (await list()) === 200);
});

test('reports its shutdown to proxies and load balancers, and serves other calls meanwhile', async () => {
  const leaving = await openTestShop();
  assert.equal((await leaving.send('GET', '/api/health/ready')).status, 200);
  leaving.app.leave();
  for (const check of ['live', 'ready']) {
    const { status, headers } = await leaving.send('GET', `/api/health/${check}`);
    assert.equal(status, 503, check);
    assert.equal(headers.get('connection'), 'close');
  }
  await leaving.customer();
  await leaving.close();
});
