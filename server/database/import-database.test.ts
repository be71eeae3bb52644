import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findBreaks, findNewestSeal } from '#server/audit/find-breaks.ts';
import { exportDatabase } from './export-database.ts';
import { importDatabase } from './import-database.ts';
import { listMigrations, migrate } from './migrate.ts';
import { type Database, openDatabase } from './open-database.ts';
import { openTestDatabase, testDatabaseUrl } from '#test/server/open-test-database.ts';
import { StartError } from '#server/process/start-error.ts';

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'redline-move-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

const sentence = (pattern: RegExp) => (error: unknown) =>
  error instanceof StartError && pattern.test(error.message);

/** Inserts rows that are difficult to export: every type, SQL NULL beside a JSON null, and references to later rows. */
async function fill({ pool }: Database): Promise<void> {
  await pool.query(`
    insert into customer (email, email_canonical, first_name, last_name, password_hash, agreed_to_privacy_at, created_at)
      select n || '@example.com', n || '@example.com', E'a"\\\\,)(\\t\\n' || n, 'é😀', '', 'epoch', '2026-01-02 03:04:05.678901'
      from generate_series(1, 1203) n;
    delete from customer where id > 1200;
    insert into session values ('7f1b3f9e-0000-4000-8000-000000000000', 1, true, '', now(), now(), 'infinity');
    insert into refresh_token
      select sha256(n::text::bytea), '7f1b3f9e-0000-4000-8000-000000000000', case when n < 900 then sha256((n + 1)::text::bytea) end, now(), now()
      from generate_series(1, 900) n;
    insert into job (kind, payload, run_at) values
      ('a', 'null', now()), ('b', '{"deep": [1.10, 12345678901234567890, "\\\\ \\"", null]}', now());
    insert into sandbox_session (ref, idempotency_key, request, amount, currency, status, created_at, expires_at)
      values ('x', 'x', '[]', 9223372036854775807, 'eur', 'open', '-infinity', now());
    select ledger_post(jsonb_build_array(jsonb_build_object('kind', 'capture', 'sourceType', 'test', 'sourceId', '1',
      'customerId', 1, 'currency', 'eur', 'livemode', false, 'actor', 'test', 'memo', null, 'postedAt', now(),
      'transfers', jsonb_build_array(jsonb_build_object('from', 'clearing:sandbox', 'to', 'cash', 'amount', 500)))));
    insert into audit_entry (at, actor, action, subject, detail)
      select '2026-01-02 03:04:05.678901', 'operator:ann', 'refund', 'order ' || n, '{"é": 1.10, "amount": "1290"}' from generate_series(1, 5) n;
  `);
}

test('exports all rows to a file that only its owner can read, and overwrites no file', async (t) => {
  await using database = await openTestDatabase();
  await fill(database);
  const file = join(emptyFolder(t), 'export');
  const counts = await exportDatabase(database, file);
  assert.equal(counts['customer'], 1200);
  assert.equal(counts['refresh_token'], 900);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  await assert.rejects(exportDatabase(database, file), sentence(/already exists/));
});

test('imports identical data, and continues the sequences', async (t) => {
  await using source = await openTestDatabase();
  await fill(source);
  const folder = emptyFolder(t);
  const counts = await exportDatabase(source, join(folder, 'first'));

  await using target = await openTestDatabase();
  assert.deepEqual(await importDatabase(target, join(folder, 'first')), counts);
  await exportDatabase(target, join(folder, 'second'));
  assert.equal(withoutRows(join(folder, 'second')), withoutRows(join(folder, 'first')));

  const { rows } = await target.pool.query<{ payload: unknown; missing: boolean }>(
    'select payload, payload is null as missing from job order by id',
  );
  assert.deepEqual(rows[0], { payload: null, missing: false });
  const { rows: audit } = await target.pool.query('select from ledger_audit where cached <> summed');
  assert.equal(audit.length, 0);
  assert.deepEqual(await findBreaks(target.db), [], 'the seals of the audit log');
  assert.equal((await findNewestSeal(target.db))!.place, 5n);
  await target.pool.query(
    "insert into audit_entry (at, actor, action, subject) values (now(), 'operator:ann', 'start', 'line 1')",
  );
  assert.deepEqual(await findBreaks(target.db), []);
  assert.equal((await findNewestSeal(target.db))!.place, 6n);
  const { rows: next } = await target.pool.query<{ id: bigint }>(
    "insert into customer (email, email_canonical, first_name, last_name, password_hash, agreed_to_privacy_at, created_at) values ('', '', '', '', '', now(), now()) returning id",
  );
  assert.deepEqual(next, [{ id: 1204n }]);
});

test('enforces every constraint after an import', async (t) => {
  const rules = `select conname::text as rule, pg_get_constraintdef(oid) as says from pg_constraint where contype in ('f', 'c', 'p', 'u')
    union all select tgname::text, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`;
  await using source = await openTestDatabase();
  const file = join(emptyFolder(t), 'export');
  await exportDatabase(source, file);
  await using target = await openTestDatabase();
  const { rows: before } = await target.pool.query(rules);
  await importDatabase(target, file);
  assert.deepEqual((await target.pool.query(rules)).rows, before);
  assert.ok(before.length > 20);
});

test('refuses a database with rows, and leaves it unchanged', async (t) => {
  await using database = await openTestDatabase();
  await database.pool.query("insert into rate_limit (key) values ('a')");
  const file = join(emptyFolder(t), 'export');
  await exportDatabase(database, file);
  await assert.rejects(importDatabase(database, file), sentence(/rate_limit already has rows/));
});

test('rejects a truncated, altered or foreign file, and imports nothing', async (t) => {
  const folder = emptyFolder(t);
  const whole = join(folder, 'whole');
  await using source = await openTestDatabase();
  await fill(source);
  await exportDatabase(source, whole);
  const text = readFileSync(whole, 'utf8');
  await using target = await openTestDatabase();
  const refuses = async (content: string, reason: RegExp) => {
    const file = join(folder, 'bad');
    writeFileSync(file, content);
    await assert.rejects(importDatabase(target, file), sentence(reason));
    assert.equal((await target.pool.query('select from customer')).rowCount, 0);
  };
  await refuses(text.slice(0, text.lastIndexOf('{"sequences"')), /is incomplete/);
  await refuses(text.slice(0, text.length / 2), /is incomplete/);
  await refuses(
    text.replace('1199@example.com', '9911@example.com'),
    /rows of the table customer don’t match their checksum/,
  );
  await refuses('{"some":"json"}\n', /isn’t an export created by db:export/);
  await refuses('', /is incomplete/);
  await refuses(text.replace(/"(\d+-[a-z-]+)"\]/, '"$1","9999-future"]'), /9999-future/);
  await assert.rejects(importDatabase(target, join(folder, 'none')), sentence(/can’t be read/));
});

test('imports and migrates an export of an older version', async (t) => {
  const [first, ...later] = listMigrations();
  const folder = emptyFolder(t);
  await using source = await openTestDatabase();
  await source.pool.query('drop schema public cascade; create schema public');
  await migrate(source.db, { upTo: first! });
  await source.pool.query("insert into rate_limit (key) values ('a')");
  await exportDatabase(source, join(folder, 'old'));

  await using current = await openTestDatabase();
  await assert.rejects(
    importDatabase(current, join(folder, 'old')),
    sentence(/Import the file into a new database/),
  );
  await using empty = await openTestDatabase();
  await empty.pool.query('drop schema public cascade; create schema public');
  await assert.rejects(exportDatabase(empty, join(folder, 'nothing')), sentence(/no data to export/));
  await importDatabase(empty, join(folder, 'old'));
  const counts = await exportDatabase(empty, join(folder, 'new'));
  assert.equal(counts['rate_limit'], 1);
  assert.ok(readFileSync(join(folder, 'new'), 'utf8').includes(later.at(-1)!));
});

test(
  'moves data from the embedded database to a PostgreSQL server and back',
  { skip: !testDatabaseUrl && 'needs TEST_DATABASE_URL' },
  async (t) => {
    const folder = emptyFolder(t);
    const embedded = await openDatabase({ dataDir: join(folder, 'one') });
    t.after(() => embedded.close());
    await migrate(embedded.db);
    await fill(embedded);
    await exportDatabase(embedded, join(folder, 'first'));

    await using server = await openTestDatabase();
    await importDatabase(server, join(folder, 'first'));
    await exportDatabase(server, join(folder, 'second'));
    assert.equal(withoutRows(join(folder, 'second')), withoutRows(join(folder, 'first')));

    const back = await openDatabase({ dataDir: join(folder, 'two') });
    t.after(() => back.close());
    await importDatabase(back, join(folder, 'second'));
    await exportDatabase(back, join(folder, 'third'));
    assert.equal(withoutRows(join(folder, 'third')), withoutRows(join(folder, 'first')));
  },
);

/** The file without its rows: tables with their numbers of rows and digests, and the sequences. Rows may be in any order. */
const withoutRows = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n');
