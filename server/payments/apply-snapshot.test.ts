import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { testDatabaseUrl } from '#server/database/open-test-database.ts';
import { openTestShop, type TestShop } from '#server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

/** Resolves once that many connections wait for a lock. */
async function waitingForLocks(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.database.db);
    if (rows[0]!.n >= count) return;
    await new Promise(setImmediate);
  }
}

test(
  'two parts that arrive in the same moment pay the order together',
  { skip: !testDatabaseUrl && 'needs TEST_DATABASE_URL' },
  async () => {
    const { auth } = await shop.customer();
    const { token } = await shop.placeOrder(auth);
    const first = await shop.startPayment(token);
    await shop.act(first, 'cancel');
    await shop.sync(token);
    const second = await shop.startPayment(token);
    await shop.app.jobs.drain();
    const applied = await shop.database.db.transaction().execute(async (tx) => {
      await sql`select 1 from payment_link where token = ${token} for update`.execute(tx);
      await shop.act(first, 'pay-short');
      await shop.act(second, 'pay-short');
      const draining = shop.app.jobs.drain();
      // both have read what they could and now wait for the link
      await waitingForLocks(2);
      return { draining };
    });
    await applied.draining;
    assert.equal((await shop.payment(token)).status, 'paid');
  },
);
