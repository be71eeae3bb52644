import assert from 'node:assert/strict';
import test from 'node:test';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { decodeJwt } from 'jose';
import type { AccountDeps } from './account-deps.ts';
import { refreshSession } from './refresh-session.ts';

test('logs and emails the customer about a reused refresh token, and does neither at a usual refresh', async (t) => {
  const shop = await openTestShop();
  t.after(() => shop.close());
  const { tokens: first } = await shop.customer();
  const { sid } = decodeJwt<{ sid: string }>(first.accessToken);
  const told: unknown[] = [];
  const deps = {
    db: shop.database.db,
    clock: shop.now,
    log: { warn: (facts: unknown, what: string) => void told.push(facts, what) },
    limits: { refreshPerFamily: { consume: async () => {} } },
    tokens: { sign: async () => 'access' },
    jobs: { wake: () => void told.push('woken') },
  } as unknown as AccountDeps;
  const second = await refreshSession(deps, first.refreshToken);
  await refreshSession(deps, second.refreshToken);
  assert.deepEqual(told, []);
  shop.pass(11_000);
  await assert.rejects(refreshSession(deps, first.refreshToken), { status: 401 });
  assert.deepEqual(told, [{ session: sid }, 'refresh token reused: family ended', 'woken']);
});
