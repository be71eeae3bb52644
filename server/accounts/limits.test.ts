import assert from 'node:assert/strict';
import test from 'node:test';
import type { Tokens } from '#contract/accounts.ts';
import { openTestShop, testPassword, type TestShop } from '#server/open-test-shop.ts';

/** Sends until it is refused for its number, taking turns between two processes on one database. */
async function countUntilRefused(
  send: (shop: TestShop, n: number) => Promise<{ status: number; headers: Headers }>,
) {
  const first = await openTestShop();
  const second = await openTestShop({ database: first.database });
  try {
    for (let n = 0; n < 200; n += 1) {
      const { status, headers } = await send(n % 2 === 0 ? first : second, n);
      if (status !== 429) continue;
      const wait = Number(headers.get('retry-after'));
      assert.equal(
        (await send(n % 2 === 0 ? second : first, n)).status,
        429,
        'the other process refuses too',
      );
      return { allowed: n, wait };
    }
    throw new Error('never refused');
  } finally {
    await second.close();
    await first.close();
  }
}
const post = (shop: TestShop, path: string, body: object) =>
  shop.send('POST', `/api/accounts/${path}`, { body });

test('ten registrations an hour come from one network', async () => {
  const { allowed, wait } = await countUntilRefused((shop, n) =>
    post(shop, 'register', {
      firstName: 'Ann',
      lastName: 'Lee',
      email: `ann${n}@example.com`,
      password: testPassword,
      repeatedPassword: testPassword,
      agreedToPrivacyPolicy: true,
    }),
  );
  assert.equal(allowed, 10);
  assert.ok(wait > 3500 && wait <= 3600);
});

test('a hundred logins an hour come from one network, whatever the addresses', async () => {
  const { allowed } = await countUntilRefused((shop, n) =>
    post(shop, 'login', { email: `ann${n}@example.com`, password: 'wrong' }),
  );
  assert.equal(allowed, 100);
});

test('thirty forgotten passwords an hour come from one network, whatever the addresses', async () => {
  const { allowed } = await countUntilRefused((shop, n) =>
    post(shop, 'forgot-password', { email: `ann${n}@example.com` }),
  );
  assert.equal(allowed, 30);
});

test('a session is renewed thirty times a minute', async () => {
  let refreshToken: string | undefined;
  const { allowed, wait } = await countUntilRefused(async (shop) => {
    refreshToken ??= (await shop.customer()).tokens.refreshToken;
    const answer = await shop.send<Tokens>('POST', '/api/accounts/refresh', { body: { refreshToken } });
    if (answer.status === 200) ({ refreshToken } = answer.body);
    return answer;
  });
  assert.equal(allowed, 30);
  assert.ok(wait <= 60);
});
