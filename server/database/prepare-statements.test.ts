import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import type pg from 'pg';
import { openTestDatabase } from '#test/server/open-test-database.ts';
import { planEachTime } from './prepare-statements.ts';

async function countPrepared(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_prepared_statements where name like 'redline_%'`,
  );
  return rows[0]!.count;
}

test('prepares a statement once per connection, also when a column is added later', async () => {
  await using database = await openTestDatabase();
  const client = await database.pool.connect();
  try {
    const before = await countPrepared(client);
    await client.query('create table shelf (id int, what text)');
    for (const id of [1, 2, 3]) await client.query('insert into shelf values ($1, $2)', [id, `thing ${id}`]);
    const what = async (id: number) =>
      (await client.query<{ what: string }>('select what from shelf where id = $1', [id])).rows.map(
        (row) => row.what,
      );
    assert.deepEqual([await what(1), await what(3), await what(4)], [['thing 1'], ['thing 3'], []]);
    assert.equal(await countPrepared(client), before + 2);
    await client.query('alter table shelf add column price int not null default 1');
    assert.deepEqual(await what(2), ['thing 2']);
  } finally {
    client.release();
  }
});

test('reports a statement’s own error, and runs the statement again after a failure', async () => {
  await using database = await openTestDatabase();
  const client = await database.pool.connect();
  try {
    const divide = async (by: number) =>
      (await client.query<{ result: number }>('select 12 / $1::int as result', [by])).rows[0]?.result;
    assert.equal(await divide(4), 3);
    await assert.rejects(divide(0), { code: '22012' });
    assert.equal(await divide(6), 2);
    const nowhere = () => client.query('select $1::int from nowhere', [1]);
    await assert.rejects(nowhere, { code: '42P01' });
    await assert.rejects(nowhere, { code: '42P01' });
    await client.query('create table nowhere ()');
    assert.equal((await nowhere()).rows.length, 0);
  } finally {
    client.release();
  }
});

test('answers any number of different statements, and keeps at most 300 of them prepared', async () => {
  await using database = await openTestDatabase();
  const client = await database.pool.connect();
  try {
    for (let n = 0; n < 400; n += 1) {
      const { rows } = await client.query<{ sum: number }>(`select $1::int + ${n} as sum`, [n]);
      assert.equal(rows[0]?.sum, 2 * n);
    }
    assert.ok((await countPrepared(client)) <= 300);
  } finally {
    client.release();
  }
});

test('doesn’t prepare a statement that must be planned at each call', async () => {
  await using database = await openTestDatabase();
  const client = await database.pool.connect();
  try {
    const before = await countPrepared(client);
    const { sql: text } = sql`select 1::int as one ${planEachTime}`.compile(database.db);
    assert.deepEqual((await client.query(text.replace('1::', '$1::'), [1])).rows, [{ one: 1 }]);
    assert.equal(await countPrepared(client), before);
  } finally {
    client.release();
  }
});
