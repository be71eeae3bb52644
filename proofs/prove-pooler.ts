/**
 * npm run prove -- pooler: a shop behind PgBouncer in transaction mode, configured as in docs/operate.md, takes orders and
 * payments. Without that configuration it must refuse to start and name the reason. PGBOUNCER_PATH: another PgBouncer than the
 * one in the PATH.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import pg from 'pg';
import { openTestDatabase, type TestDatabase } from '#test/server/open-test-database.ts';
import { root } from '#tools/root.ts';
import { apiCustomer } from '#test/stories/api-customer.ts';
import { asPostgres } from '#test/stories/open-postgres-pair.ts';
import { findFreePort, startShop, waitFor } from '#test/stories/shop.ts';

const program = process.env['PGBOUNCER_PATH'] ?? 'pgbouncer';
const [, version = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(
  execFileSync(program, ['--version'], { encoding: 'utf8' }),
)!;
const keepsStatements = Number(version) > 1 || Number(minor) >= 21;
const role = `redline_pooled_${crypto.randomUUID().slice(0, 8)}`;

/** Reads the configuration from docs/operate.md, so that the proof tests the documented one. */
const section = readFileSync(join(root, 'docs/operate.md'), 'utf8').split('\n## Behind PgBouncer\n')[1]!;
const [, documented = ''] = /```ini\n([^]*?)```/.exec(section)!;
/** The configuration without the second line, which older versions of PgBouncer don't know. */
const lines = keepsStatements ? documented : documented.replace(/^max_prepared_statements.*\n/m, '');
const [, roleSettings = ''] = /```sql\n([^]*?)```/.exec(section)!;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
  await database.pool.query(`create role ${role} login superuser`);
});
after(async () => {
  await database.drop();
  const server = new pg.Client(process.env['TEST_DATABASE_URL']);
  await server.connect();
  await server.query(`drop role ${role}`);
  await server.end();
});

/** Starts PgBouncer with these lines. Returns the address of the database through it. */
async function openPooler(lines: string): Promise<{ url: string; close: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'redline-pooler-'));
  chmodSync(folder, 0o755);
  const { hostname, port, pathname } = new URL(database.address.databaseUrl!);
  const listen = await findFreePort();
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\nshop = host=${hostname} port=${port || 5432} dbname=${pathname.slice(1)} user=${role}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${listen}\nunix_socket_dir =\nauth_type = any\n${lines}`,
  );
  const words = [...asPostgres, program, '-q', join(folder, 'pgbouncer.ini')];
  const child = spawn(words[0]!, words.slice(1), { stdio: 'ignore' });
  const url = `postgres://${role}@127.0.0.1:${listen}/shop`;
  await waitFor('the pooler', async () => {
    const client = new pg.Client(url);
    return client.connect().then(
      () => client.end().then(() => true),
      () => undefined,
    );
  });
  return {
    url,
    close() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const refusalOf = (DATABASE_URL: string) =>
  startShop({ DATABASE_URL, LOG_LEVEL: 'silent' }).then(async (shop) => {
    await shop.discard();
    return 'it started';
  }, String);

test('refuses to start behind a pooler that rejects or drops its settings, and says why', async () => {
  const plain = await openPooler('pool_mode = transaction\n');
  assert.match(
    await refusalOf(plain.url),
    /The connection pooler rejects the shop’s connections .*operate\.md/s,
  );
  plain.close();
  const dropping = await openPooler(lines);
  assert.match(
    await refusalOf(dropping.url),
    /drops some connection settings \(statement_timeout.*operate\.md/s,
  );
  dropping.close();
});

test('takes orders and payments behind the documented pooler', async (t) => {
  for (const statement of roleSettings.replaceAll('role shop ', `role ${role} `).split(';\n'))
    if (statement.trim()) await database.pool.query(statement);
  const pooler = await openPooler(lines);
  try {
    if (!keepsStatements) {
      assert.match(await refusalOf(pooler.url), /support prepared statements\. Use PgBouncer 1\.21/);
      t.diagnostic(`PgBouncer ${version}.${minor} is refused, as it loses prepared statements`);
      return;
    }
    const shop = await startShop({
      DATABASE_URL: pooler.url,
      RATE_LIMIT_FACTOR: '10000',
      LOG_LEVEL: 'silent',
    });
    try {
      const customers = Array.from({ length: 20 }, () => apiCustomer(() => shop.url));
      await Promise.all(
        customers.map(async (customer) => {
          await customer.register();
          await customer.logIn();
          for (let n = 0; n < 5; n += 1) {
            const { status, body } = await customer.askForOrder();
            assert.equal(status, 200, JSON.stringify(body));
            assert.equal(await customer.pay(body), 'paid');
          }
          assert.equal((await customer.orders()).length, 5);
        }),
      );
      assert.equal((await fetch(`${shop.url}/api/health/ready`)).status, 200);
      t.diagnostic(
        `PgBouncer ${version}.${minor} in transaction mode: 100 orders of 20 customers placed and paid`,
      );
    } finally {
      await shop.discard();
    }
  } finally {
    pooler.close();
  }
});
