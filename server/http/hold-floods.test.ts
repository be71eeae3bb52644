import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openTestShop, type TestShop } from '#server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { TRUST_PROXY: 'loopback' } });
});
after(() => shop.close());

const ask = (path: string, network: string) =>
  shop.send('GET', path, { headers: { 'x-forwarded-for': network } });

/** Sends 300 calls at once, and another when the first is answered: how many were open when that one was, and all statuses. */
async function askThenOther(path: string, then: { path: string; network: string }) {
  let open = 300;
  const answers = Array.from({ length: open }, async () => {
    const { status } = await ask(path, '192.0.2.1');
    open -= 1;
    return status;
  });
  await Promise.race(answers);
  assert.equal((await ask(then.path, then.network)).status, 200);
  const openThen = open;
  return { openThen, statuses: await Promise.all(answers) };
}

test('holds the answers of a network that floods with cheap calls, and of no other', async () => {
  const live = '/api/health/live';
  const { openThen, statuses } = await askThenOther(live, { path: live, network: '192.0.2.2' });
  assert.ok(openThen > 0, 'the other was answered first');
  assert.deepEqual(new Set(statuses), new Set([200]));
});

test('holds the refused calls of a flood, and serves another network', async () => {
  const { openThen, statuses } = await askThenOther('/api/payments/x', {
    path: '/api/support/challenge',
    network: '192.0.2.2',
  });
  assert.ok(openThen > 0);
  const allowedInAMinute = 120;
  assert.ok(statuses.filter((status) => status === 429).length >= statuses.length - allowedInAMinute);
});
