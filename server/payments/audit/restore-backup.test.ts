/**
 * Takes a backup of a shop with work in progress. The shop continues, then its database is lost. A new shop starts on the
 * restored backup.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { day } from '#contract/durations.ts';
import { exportDatabase } from '#server/database/export-database.ts';
import { importDatabase } from '#server/database/import-database.ts';
import { migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { openTestDatabase, testDatabaseUrl, type TestDatabase } from '#test/server/open-test-database.ts';
import { openFakes } from '#test/server/open-provider-shops.ts';
import type { TestShop } from '#test/server/open-test-shop.ts';

const run = promisify(execFile);

/** Takes a backup now, and returns a function that restores it into a new database. */
type Backup = (database: TestDatabase, file: string) => Promise<() => Promise<Database>>;

const byExport: Backup = async (database, file) => {
  await exportDatabase(database, file);
  return async () => {
    const fresh = await openTestDatabase();
    await importDatabase(fresh, file);
    return fresh;
  };
};

/** PostgreSQL's own program, in Debian's versioned folder. */
const program = (name: string) => globSync(`/usr/lib/postgresql/*/bin/${name}`).at(-1) ?? name;

const byDump: Backup = async ({ address: { databaseUrl = '' } }, file) => {
  await run(program('pg_dump'), ['--format=custom', `--file=${file}`, databaseUrl]);
  return async () => {
    const name = `redline_restored_${crypto.randomUUID().replaceAll('-', '')}`;
    const server = new pg.Client(testDatabaseUrl);
    await server.connect();
    await server.query(`create database ${name}`);
    const url = new URL(databaseUrl);
    url.pathname = `/${name}`;
    const into = ['--no-owner', '--exit-on-error', `--dbname=${url.href}`];
    await run(program('pg_restore'), [...into, file]);
    const database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
    await migrate(database.db);
    const close = async () => {
      await database.close();
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    };
    return { ...database, close };
  };
};

const emailsAbout = async (shop: TestShop, address: string, about: string) =>
  (await shop.emailsTo(address)).filter(({ subject = '' }) => subject.includes(about));

async function loseAndRestore(t: TestContext, backUp: Backup): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'redline-backup-'));
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
  t.after(async () => {
    for (const close of closing.toReversed()) await close();
  });
  const database = await openTestDatabase();
  closing.push(() => database.drop());
  const fakes = await openFakes();
  closing.push(() => fakes.close());
  const { stripe } = fakes;

  const first = await fakes.openShop('stripe', database);
  closing.push(() => first.close());
  const { auth, email } = await first.customer();
  const [done, open, sent] = [
    await first.placeOrder(auth),
    await first.placeOrder(auth),
    await first.placeOrder(auth),
  ];
  const payIn = async (shop: TestShop, { token }: { token: string }) => {
    await stripe.act(await shop.startPayment(token), 'pay', 'lost');
    assert.equal((await shop.sync(token)).status, 'paid');
  };
  await payIn(first, done);
  const openRef = await first.startPayment(open.token);
  assert.ok((await emailsAbout(first, email, done.orderNumber)).length > 0);
  // from here on an email and a refund stay queued
  await first.app.jobs.stop();
  await payIn(first, sent);
  const sentRef = await first.refOf(sent.orderNumber);
  await first.operate('refund', sent.orderNumber, '10', 'card', 'kindness');
  const restore = await backUp(database, join(folder, 'backup'));
  await first.close();

  const second = await fakes.openShop('stripe', database);
  closing.push(() => second.close());
  const later = await second.placeOrder(auth);
  await second.app.jobs.drain();
  const ids = async (from: TestShop) =>
    new Set((await emailsAbout(from, email, sent.orderNumber)).map(({ messageId }) => messageId));
  const letters = await ids(second);
  assert.ok(letters.size > 0);
  const laterRef = await second.startPayment(later.token);
  await second.close();
  await stripe.act(openRef, 'pay', 'lost');

  const restored = await restore();
  closing.push(() => restored.close());
  const shop = await fakes.openShop('stripe', restored);
  closing.push(() => shop.close());
  shop.pass(day / 2);
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(done.token)).status, 'paid');
  assert.equal((await shop.payment(open.token)).status, 'paid', 'paid after the backup, found by asking');
  assert.deepEqual(
    await emailsAbout(shop, email, done.orderNumber),
    [],
    'no letter of before goes out again',
  );
  assert.deepEqual(await ids(shop), letters, 'those of after do, as the same letters');
  await stripe.act(sentRef, 'refund-settle');
  await shop.app.jobs.drain();
  assert.equal(stripe.payment(sentRef).refunds.length, 1, 'a refund made on both sides is made once');
  assert.deepEqual(await shop.audit(), []);

  // the restored shop does not know orders placed after the backup: a payment for one alerts the operator
  await stripe.act(laterRef, 'pay');
  await shop.app.jobs.drain();
  shop.pass(day);
  assert.equal((await emailsAbout(shop, 'operator@shop.test', 'Unknown payment reported')).length, 1);
}

test('pays, refunds and books nothing twice when a db:export backup is restored', async (t) =>
  loseAndRestore(t, byExport));

test(
  'pays, refunds and books nothing twice when a pg_dump backup is restored',
  { skip: testDatabaseUrl === undefined && 'no PostgreSQL given: set TEST_DATABASE_URL' },
  async (t) => loseAndRestore(t, byDump),
);
