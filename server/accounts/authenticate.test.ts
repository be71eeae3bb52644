import { day } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test from 'node:test';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { decodeJwt } from 'jose';
import { authenticate } from './authenticate.ts';

test('identifies the customer of an access token until its session ends', async (t) => {
  const shop = await openTestShop();
  t.after(() => shop.close());
  const { tokens, auth } = await shop.customer();
  const { sub, sid } = decodeJwt<{ sid: string }>(tokens.accessToken);
  const claims = { customerId: BigInt(sub!), sessionId: sid };
  const start = shop.now().getTime();
  const whoIs = (said: typeof claims | undefined, ms = 0) =>
    authenticate({
      db: shop.database.db,
      clock: () => new Date(start + ms),
      tokens: { sign: async () => '', verify: async () => said },
    })('token');
  assert.deepEqual(await whoIs(claims), claims);
  assert.equal(await whoIs(undefined), undefined);
  assert.equal(await whoIs({ ...claims, customerId: claims.customerId + 1n }), undefined);
  for (const sessionId of [
    '',
    'undefined',
    `x${sid}`,
    `${sid}x`,
    sid.replaceAll('-', ''),
    `${sid.slice(0, -1)}g`,
    crypto.randomUUID(),
  ])
    assert.equal(await whoIs({ ...claims, sessionId }), undefined, sessionId);
  assert.deepEqual(await whoIs(claims, day - 1), claims);
  assert.equal(await whoIs(claims, day), undefined);
  await shop.send('POST', '/api/Accounts/logout', {
    body: { refreshToken: tokens.refreshToken },
    headers: auth,
  });
  assert.equal(await whoIs(claims), undefined);
});
