import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { inTransaction } from './in-transaction.ts';
import { openTestDatabase, testDatabaseUrl } from '#test/server/open-test-database.ts';

const statements: string[] = [];
const database = await openTestDatabase({ onQuery: ({ query }) => void statements.push(query.sql) });
after(() => database.close());
beforeEach(() => database.pool.query('truncate rate_limit'));

const raise = (code: string) => sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`);

for (const code of ['40001', '40P01']) {
  test(`rolls a transaction back and retries it when it fails with ${code}`, async () => {
    let tries = 0;
    const answer = await inTransaction(database.db, async (tx) => {
      await tx
        .insertInto('rate_limit')
        .values({ key: `try ${++tries}` })
        .execute();
      if (tries < 3) await raise(code).execute(tx);
      return 'done';
    });
    assert.equal(answer, 'done');
    assert.deepEqual(await database.db.selectFrom('rate_limit').select('key').execute(), [{ key: 'try 3' }]);
  });
}

test('throws the error after five failed tries', async () => {
  let tries = 0;
  const endless = inTransaction(database.db, async (tx) => {
    tries++;
    await raise('40001').execute(tx);
  });
  await assert.rejects(endless, { code: '40001' });
  assert.equal(tries, 5);
});

test("doesn't retry after any other error", async () => {
  let tries = 0;
  const failing = inTransaction(database.db, async (tx) => {
    tries++;
    await raise('23505').execute(tx);
  });
  await assert.rejects(failing, { code: '23505' });
  assert.equal(tries, 1);
});

test("sends one begin, the work's statements and one commit", async () => {
  statements.length = 0;
  await inTransaction(database.db, (tx) => tx.selectFrom('customer').select('id').execute());
  assert.equal(statements.length, 3);
  assert.match(statements[0]!, /read committed/);
});

test(
  'completes both of two transactions that deadlock',
  { skip: !testDatabaseUrl && 'needs TEST_DATABASE_URL' },
  async () => {
    await database.db
      .insertInto('rate_limit')
      .values([{ key: 'a' }, { key: 'b' }])
      .execute();
    const firstLocks = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() };
    const add = (first: 'a' | 'b', second: 'a' | 'b') =>
      inTransaction(database.db, async (tx) => {
        const point = (key: string) =>
          tx
            .updateTable('rate_limit')
            .set((eb) => ({ points: eb('points', '+', 1) }))
            .where('key', '=', key)
            .execute();
        await point(first);
        firstLocks[first].resolve();
        await firstLocks[second].promise;
        await point(second);
      });
    await Promise.all([add('a', 'b'), add('b', 'a')]);
    const rows = await database.db.selectFrom('rate_limit').select('points').execute();
    assert.deepEqual(rows, [{ points: 2 }, { points: 2 }]);
  },
);
