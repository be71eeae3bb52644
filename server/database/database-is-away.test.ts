import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import Fastify from 'fastify';
import pg from 'pg';
import { answerProblems } from '#server/http/problem-replies.ts';
import { root } from '#tools/root.ts';
import { databaseIsAway } from './database-is-away.ts';

const failureOf = async (act: () => Promise<unknown>): Promise<unknown> =>
  act().then(
    () => undefined,
    (error: unknown) => error,
  );

/** The error of a query to this address. */
const failedQuery = (connectionString: string) =>
  failureOf(async () => {
    const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 2_000 });
    try {
      await pool.query('select 1');
    } finally {
      await pool.end();
    }
  });

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => void probe.once('listening', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => void probe.close(resolve));
  return port;
}

test('answers 503 with Retry-After while the database is unreachable, over its socket and over TCP', async () => {
  const port = await freePort();
  const app = Fastify();
  answerProblems(app);
  app.get('/', async ({ query }) => {
    throw await failedQuery((query as { at: string }).at);
  });
  for (const at of [
    'postgres:///shop?host=/nowhere/postgresql&user=shop',
    `postgres:///shop?host=${encodeURIComponent(join(root, 'package.json'))}&user=shop`,
    `postgres://shop@127.0.0.1:${port}/shop`,
    `postgres://shop@localhost:${port}/shop`,
    `postgres://shop@nowhere.invalid:${port}/shop`,
  ]) {
    const answer = await app.inject({ url: '/', query: { at } });
    assert.equal(answer.statusCode, 503, at);
    assert.equal(answer.headers['retry-after'], '5');
    assert.match(answer.body, /temporarily unavailable/);
  }
  await app.close();
});

test('distinguishes a missing file and a defect from an unreachable database', async () => {
  assert.equal(databaseIsAway(await failureOf(() => readFile('/nowhere/file'))), false);
  for (const error of [
    new TypeError('x is not a function'),
    Object.assign(new Error('no'), { code: '42601' }),
    'text',
    undefined,
  ])
    assert.equal(databaseIsAway(error), false);
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });
  assert.equal(databaseIsAway(new AggregateError([refused, refused])), true);
});

test('reports an unreachable database in one sentence on the command line', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'redline-away-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  for (const url of [
    'postgres:///shop?host=/nowhere&user=shop',
    `postgres://shop:secret-word@127.0.0.1:${port}/shop`,
  ])
    for (const [file, ...words] of [
      ['server/operator/operate.ts', 'work'],
      ['server/database/migrate-command.ts', 'shop'],
      ['server/operator/operate.ts', 'export', join(folder, 'file')],
    ] as const) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, file), ...words], {
        cwd: folder,
        env: { DATABASE_URL: url, DATA_DIR: folder },
        encoding: 'utf8',
      });
      assert.equal(status, 1, file);
      assert.equal(stdout, '');
      assert.match(stderr, /^The database [^\n]*\.\n$/, file);
      assert.doesNotMatch(stderr, /secret-word|\n {4}at /);
    }
});
