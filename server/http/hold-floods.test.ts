import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { TRUST_PROXY: 'loopback' } });
});
after(() => shop.close());

const ask = (path: string, network: string) =>
  shop.send('GET', path, { headers: { 'x-forwarded-for': network } });

/**
 * Sends 150 calls at once, and a call of another network when the first one is answered. Returns how many of the 150 were still
 * open when the other network's call was answered.
 */
async function askThenOther(path: string, other: string) {
  const started = performance.now();
  let open = 150;
  const answers = Array.from({ length: open }, async () => {
    const { status } = await ask(path, '192.0.2.1');
    open -= 1;
    return status;
  });
  await Promise.race(answers);
  assert.equal((await ask(other, '192.0.2.2')).status, 200);
  const openThen = open;
  const statuses = new Set(await Promise.all(answers));
  return { openThen, statuses, ms: performance.now() - started };
}

test('delays the answers only to the network that floods the shop with cheap calls', async () => {
  const live = '/api/health/live';
  const { openThen, statuses, ms } = await askThenOther(live, live);
  assert.ok(openThen > 0, 'the other was answered first');
  assert.ok(ms > 990, 'some waited for a second');
  assert.deepEqual(statuses, new Set([200]));
});

test('delays the answers to a flood of rejected calls, and answers another network at once', async () => {
  const path = '/api/payments/x';
  for (let n = 0; (await ask(path, '192.0.2.1')).status !== 429; n += 1) assert.ok(n < 1_000);
  const { openThen, statuses, ms } = await askThenOther(path, '/api/support/challenge');
  assert.ok(openThen > 0, 'the other was answered first');
  assert.ok(ms > 990, 'some waited for a second');
  assert.deepEqual(statuses, new Set([429]));
});
