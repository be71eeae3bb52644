import { day } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Tokens } from '#contract/storefront/accounts.ts';
import { sql } from 'kysely';
import { openTestShop, testPassword } from '#test/server/open-test-shop.ts';

test('deletes expired rows daily and keeps valid ones', async () => {
  const shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
  try {
    const { db } = shop.database;
    const counts = async () => {
      const tables = ['session', 'refresh_token', 'email_code', 'idempotency_key'];
      const found: Record<string, number> = {};
      for (const table of tables) {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
          db,
        );
        found[table] = rows[0]!.n;
      }
      return found;
    };
    const refresh = async (refreshToken: string) =>
      (await shop.send<Tokens>('POST', '/api/accounts/refresh', { body: { refreshToken } })).body
        .refreshToken;

    const { email, auth } = await shop.customer();
    await shop.placeOrder({ ...auth, 'idempotency-key': 'old' });
    const login = { email, password: testPassword, rememberMe: true };
    let { refreshToken } = (await shop.send<Tokens>('POST', '/api/accounts/login', { body: login })).body;
    await shop.app.jobs.drain();
    assert.deepEqual(await counts(), { session: 2, refresh_token: 2, email_code: 1, idempotency_key: 1 });

    shop.pass(20 * day);
    refreshToken = await refresh(refreshToken);
    await shop.app.jobs.drain();
    // the first session's token and the confirmation code have expired
    assert.deepEqual(await counts(), { session: 2, refresh_token: 2, email_code: 0, idempotency_key: 1 });

    await sql`insert into rate_limit values ('old', 1, ${Date.now() - 1000}), ('new', 1, ${Date.now() + day})`.execute(
      db,
    );
    shop.pass(11 * day + 60_000);
    await shop.placeOrder({
      ...shop.bearer((await shop.logIn(email)).accessToken),
      'idempotency-key': 'new',
    });
    await shop.app.jobs.drain();
    // the first session is deleted; the remembered one continues without its first token
    assert.deepEqual(await counts(), { session: 2, refresh_token: 2, email_code: 0, idempotency_key: 1 });
    const { rows } = await sql<{
      key: string;
    }>`select key from rate_limit where key in ('old', 'new')`.execute(db);
    assert.deepEqual(rows, [{ key: 'new' }]);
    assert.ok(await refresh(refreshToken));
  } finally {
    await shop.close();
  }
});
