import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { appliedMigrations, listMigrations, migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { openTestDatabase, testDatabaseUrl } from '#test/server/open-test-database.ts';
import { StartError } from '#server/process/start-error.ts';

const initial = listMigrations();

/** Makes a folder with the shop's migrations and `more`. */
function folderWith(t: TestContext, more: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'redline-migrations-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of initial) writeFileSync(join(folder, `${name}.sql`), 'select 1');
  for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, `${name}.sql`), text);
  return folder;
}

test('changes nothing in an up-to-date database', async () => {
  const statements: string[] = [];
  await using database = await openTestDatabase({ onQuery: ({ query }) => statements.push(query.sql) });
  await migrate(database.db);
  assert.equal(statements.length, 2);
  assert.deepEqual(await appliedMigrations(database.db), initial);
});

test('runs new migrations in the order of their names, up to the given one', async (t) => {
  await using database = await openTestDatabase();
  const folder = folderWith(t, {
    '9001-a': 'create table a (id bigint); insert into a values (1)',
    '9002-b': 'insert into a values (2); alter table a rename to b',
    '9003-c': 'drop table b',
  });
  await migrate(database.db, { folder, upTo: '9002-b' });
  assert.deepEqual(await appliedMigrations(database.db), [...initial, '9001-a', '9002-b']);
  const { rows } = await database.pool.query('select id from b');
  assert.deepEqual(rows, [{ id: 1n }, { id: 2n }]);
});

test('names a failed migration and rolls it back', async (t) => {
  await using database = await openTestDatabase();
  const folder = folderWith(t, {
    '9001-good': 'create table good ()',
    '9002-bad': 'create table bad (); select 1/0',
  });
  const { rows: before } = await database.pool.query('show lock_timeout');
  await assert.rejects(migrate(database.db, { folder }), /9002-bad/);
  assert.deepEqual(await appliedMigrations(database.db), initial);
  const { rows } = await database.pool.query("select to_regclass('good') good, to_regclass('bad') bad");
  assert.deepEqual(rows, [{ good: null, bad: null }]);
  assert.deepEqual((await database.pool.query('show lock_timeout')).rows, before);
});

test('refuses a database that a newer version has migrated', async (t) => {
  await using database = await openTestDatabase();
  const folder = folderWith(t, { '9001-future': 'select 1' });
  await migrate(database.db, { folder });
  await assert.rejects(
    migrate(database.db),
    (error) => error instanceof StartError && /9001-future/.test(error.message),
  );
});

test(
  'migrates an empty database once when three servers start at once',
  { skip: !testDatabaseUrl && 'needs TEST_DATABASE_URL' },
  async () => {
    await using database = await openTestDatabase();
    await database.pool.query('drop schema public cascade; create schema public');
    const servers = await Promise.all([1, 2, 3].map(() => openDatabase(database.address)));
    await Promise.all(servers.map(({ db }) => migrate(db)));
    for (const server of servers) await server.close();
    assert.deepEqual(await appliedMigrations(database.db), initial);
  },
);
