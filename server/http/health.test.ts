import assert from 'node:assert/strict';
import test from 'node:test';
import { testDatabaseUrl } from '#test/server/open-test-database.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { waitFor } from '#test/wait-for.ts';

const skip = testDatabaseUrl === undefined && 'needs TEST_DATABASE_URL';

test(
  'answers calls with 503, and reports the shop as not ready, when the database accepts no writes',
  { skip },
  async (t) => {
    const shop = await openTestShop();
    t.after(() => shop.close());
    const { auth } = await shop.customer();
    const { pool } = shop.database;
    await pool.query(
      `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
    );
    // ends the old connections, because only new ones are read-only
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});

    const order = await shop.send('POST', '/api/orders', { body: slogansOrder, headers: auth });
    assert.deepEqual(
      [order.status, order.body.errors?.['']],
      [503, ['The shop is temporarily unavailable. Try again in a moment.']],
    );
    // until the pool has noticed the end of its connections, it reports that the database isn't responding
    await waitFor('the shop to report that the database accepts no writes', async () => {
      const { status, body } = await shop.send('GET', '/api/health/ready');
      return status === 503 && body.errors?.['database']?.[0] === 'The database doesn’t accept writes.';
    });
    assert.equal((await shop.send('GET', '/api/health/live')).status, 200);
  },
);
