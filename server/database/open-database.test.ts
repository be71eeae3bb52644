import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '#test/server/open-test-database.ts';

const statements: string[] = [];
const database = await openTestDatabase({ onQuery: ({ query }) => void statements.push(query.sql) });
after(() => database.close());

test('reads each PostgreSQL type as its JavaScript value', async () => {
  const { rows } = await database.pool.query(
    `select 9007199254740993 as int8, 1::int4, '2026-02-28'::date, '2026-02-28 12:00:00.5+02'::timestamptz,
      1.10 as numeric, '{"a": [1, null]}'::jsonb, '\\x0001ff'::bytea, null::bigint as none`,
  );
  assert.deepEqual(rows, [
    {
      int8: 9007199254740993n,
      int4: 1,
      date: '2026-02-28',
      timestamptz: new Date('2026-02-28T10:00:00.500Z'),
      numeric: '1.10',
      jsonb: { a: [1, null] },
      bytea: Buffer.from([0, 1, 255]),
      none: null,
    },
  ]);
});

test('writes each JavaScript value as its PostgreSQL type', async () => {
  const at = new Date('2026-02-28T10:00:00.123Z');
  const { rows } =
    await sql`select ${9007199254740993n}::bigint as a, ${at}::timestamptz as b, ${Buffer.from([0, 255])}::bytea as c,
    ${'2026-02-28'}::date as d, ${JSON.stringify([1])}::jsonb as e`.execute(database.db);
  assert.deepEqual(rows, [
    { a: 9007199254740993n, b: at, c: Buffer.from([0, 255]), d: '2026-02-28', e: [1] },
  ]);
});

test('leaves the bigint parser of pg unchanged for other code in the process', async () => {
  const { rows } = await database.pool.query({
    text: 'select 1::bigint as a',
    types: { getTypeParser: () => String },
  });
  assert.deepEqual(rows, [{ a: '1' }]);
});

test('passes every statement to onQuery, including begin and commit', async () => {
  statements.length = 0;
  await sql`select 1`.execute(database.db);
  await database.db.transaction().execute((tx) => sql`select 2`.execute(tx));
  assert.deepEqual(statements, ['select 1', 'begin', 'select 2', 'commit']);
});

test('answers statements on a connection after one has failed', async () => {
  await assert.rejects(database.pool.query('select 1/0'), { code: '22012' });
  await assert.rejects(database.pool.query('select $1::int', ['x']), { code: '22P02' });
  await assert.rejects(
    database.db.transaction().execute((tx) => sql`select 1/0`.execute(tx)),
    { code: '22012' },
  );
  assert.deepEqual((await database.pool.query('select 1 as a')).rows, [{ a: 1 }]);
});

test('answers each of many simultaneous and large queries correctly', async () => {
  const numbers = Array.from({ length: 500 }, (_, number) => number);
  const answers = await Promise.all(
    numbers.map((number) => database.pool.query<{ number: number }>('select $1::int as number', [number])),
  );
  assert.deepEqual(
    answers.map(({ rows }) => rows[0]?.number),
    numbers,
  );
  const large = 'é'.repeat(3_000_000);
  const { rows } = await database.pool.query('select $1::text as large', [large]);
  assert.ok(rows[0].large === large);
});

test('waits for every running query when the database is closed, and allows closing it twice', async () => {
  const answers = Array.from({ length: 30 }, () =>
    database.pool.query('select count(*) as n from generate_series(1, 1000)'),
  );
  await Promise.all([database.close(), database.close()]);
  for (const { rows } of await Promise.all(answers)) assert.deepEqual(rows, [{ n: 1000n }]);
  await assert.rejects(database.pool.query('select 1'));
});
