import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { silentLog } from './database-log.ts';
import { openPostgresPool } from './open-postgres-pool.ts';
import { openTestDatabase, testDatabaseUrl } from '#test/server/open-test-database.ts';
import { StartError } from '#server/process/start-error.ts';

const open = (databaseUrl: string) =>
  openPostgresPool({
    databaseUrl,
    poolSize: 2,
    statementLimitMs: 1_000,
    connectionLimitMs: 2_000,
    log: silentLog,
  });
const sentence = (pattern: RegExp) => (error: unknown) =>
  error instanceof StartError && pattern.test(error.message);

/** Resolves at the first event, unlike `once`, which would reject at an earlier 'error' event. */
const happens = (emitter: EventEmitter, event: string) =>
  new Promise((resolve) => void emitter.once(event, resolve));

test('names an unreachable server in the error, without its password', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  await assert.rejects(open(`postgres://shop:secret@127.0.0.1:${port}/shop`), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(
      error.message,
      /^The database at 127\.0\.0\.1:\d+\/shop can’t be used \(.*ECONNREFUSED.*DATABASE_URL/,
    );
    assert.doesNotMatch(error.message, /secret/);
    return true;
  });
});

test('rejects a database address with another protocol', async () => {
  for (const address of ['mysql://127.0.0.1/shop', 'localhost', '/var/run']) {
    await assert.rejects(open(address), sentence(/postgres:\/\/user:password@host/));
  }
});

test(
  'connects to a PostgreSQL server',
  { skip: !testDatabaseUrl && 'needs TEST_DATABASE_URL' },
  async (t) => {
    await using database = await openTestDatabase();
    const databaseUrl = database.address.databaseUrl!;

    await t.test('refuses settings that can lose acknowledged rows', async () => {
      const careless = new URL(databaseUrl);
      careless.searchParams.set('options', '-c synchronous_commit=off');
      await assert.rejects(open(careless.href), sentence(/synchronous_commit = off/));
    });

    await t.test('runs statements in UTC and without JIT compilation', async () => {
      const { pool, close } = await open(databaseUrl);
      const { rows } = await pool.query<{ zone: string; jit: string }>(
        "select current_setting('timezone') as zone, current_setting('jit') as jit",
      );
      assert.deepEqual(rows, [{ zone: 'UTC', jit: 'off' }]);
      await close();
    });

    await t.test('survives the loss of a connection, and answers on a new one', async () => {
      const { pool, close } = await open(databaseUrl);
      const end = (pid: number) => database.pool.query('select pg_terminate_backend($1)', [pid]);
      const pidOf = 'select pg_backend_pid() as pid';

      const { rows } = await pool.query<{ pid: number }>(pidOf);
      const idleLost = happens(pool, 'remove');
      await end(rows[0]!.pid);
      await idleLost;
      await pool.query('select 1');

      const client = await pool.connect();
      await client.query('begin');
      const { rows: lent } = await client.query<{ pid: number }>(pidOf);
      const lentLost = happens(client, 'end');
      await end(lent[0]!.pid);
      await lentLost;
      await assert.rejects(client.query('commit'));
      client.release();
      await pool.query('select 1');
      await close();
    });

    await t.test('keeps the connection of a long statement that the server still runs', async () => {
      const heard: string[] = [];
      const note = (_fields: unknown, message: string) => void heard.push(message);
      const log = { info: note, warn: note, error: note };
      const { pool, close } = await openPostgresPool({
        databaseUrl,
        poolSize: 2,
        statementLimitMs: 30_000,
        connectionLimitMs: 2_000,
        log,
      });
      // the statement is long enough for two probes
      await pool.query('select pg_sleep(5)');
      assert.deepEqual(heard, []);
      await close();
    });

    await t.test(
      'chooses the host that accepts writes when others are unreachable or read-only',
      async () => {
        const name = `redline_replica_${randomUUID().replaceAll('-', '')}`;
        await database.pool.query(`create database ${name}`);
        await database.pool.query(`alter database ${name} set default_transaction_read_only = on`);
        const { host, username, pathname } = new URL(databaseUrl);
        const gone = '127.0.0.1:1';
        const two = (database: string) => `postgres://${username}@${gone},${host}${database}`;
        try {
          const { pool, close } = await open(two(pathname));
          await pool.query('create temporary table written ()');
          await close();
          await assert.rejects(
            open(two(`/${name}`)),
            sentence(
              /no host accepts writes: 127\.0\.0\.1:1 \(.*ECONNREFUSED.*\), .* \(the server is read-only\)/,
            ),
          );
          await assert.rejects(
            open(`postgres://${username}@${host}/${name}`),
            sentence(/doesn’t accept writes/),
          );
        } finally {
          await database.pool.query(`drop database ${name}`);
        }
      },
    );

    await t.test('cancels a statement that exceeds the time limit', async () => {
      const { pool, close } = await open(databaseUrl);
      await assert.rejects(pool.query('select pg_sleep(60)'), { code: '57014' });
      await close();
    });
  },
);
