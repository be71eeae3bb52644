/**
 * Backups of a shop on the embedded database and on a PostgreSQL server with the roles of docs/operate.md, and restores of them.
 */
import assert from 'node:assert/strict';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, type TestContext } from 'node:test';
import { digestTable, fixTextFormats, listTables } from '#server/database/list-tables.ts';
import { exportDatabase } from '#server/database/export-database.ts';
import { grantToRole } from '#server/database/grant-to-role.ts';
import { importDatabase } from '#server/database/import-database.ts';
import { migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { storeAt } from '#server/files/open-file-store.ts';
import { StartError } from '#server/process/start-error.ts';
import { hasPostgres, openBackupServer } from '#test/server/open-backup-server.ts';
import { copyTemplate } from '#test/server/open-test-database.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { customerPost, uploadFile } from '#test/server/upload-file.ts';
import { isFullSize } from '#test/test-size.ts';
import { newKey } from './age-file.ts';
import { type BackupDeps, backUp } from './back-up.ts';
import { restoreFiles } from './copy-files.ts';
import { restore } from './restore.ts';

let server: Awaited<ReturnType<typeof openBackupServer>> | undefined;
before(async () => {
  if (hasPostgres) server = await openBackupServer();
});
after(() => server?.close());

const by = { kind: 'operator', id: 'ann' } as const;
const engines = ['embedded', 'postgres'] as const;
type Engine = (typeof engines)[number];
/** The engines of tests whose code differs little between them. */
const fewerEngines: readonly Engine[] = isFullSize || !hasPostgres ? engines : ['postgres'];
const needsServer = (engine: Engine) => ({
  skip: engine === 'postgres' && !hasPostgres && 'PostgreSQL’s programs aren’t installed',
});
const sentence = (pattern: RegExp) => (error: unknown) =>
  error instanceof StartError && pattern.test(error.message) && !error.message.includes('\n');

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'redline-backups-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty data folder and, on the server, an empty database. Returns the address that the database's owner uses. */
async function emptyPlace(t: TestContext, engine: Engine) {
  const dataDir = join(emptyFolder(t), 'data');
  mkdirSync(dataDir);
  const urls = engine === 'postgres' ? await server!.database() : undefined;
  return { dataDir, databaseUrl: urls?.owner, shopUrl: urls?.shop };
}

async function openAt(
  t: TestContext,
  place: { databaseUrl?: string | undefined; dataDir: string },
): Promise<Database> {
  const database = await openDatabase(place);
  t.after(() => database.close());
  return database;
}

async function openPlace(t: TestContext, engine: Engine) {
  const place = await emptyPlace(t, engine);
  if (engine === 'embedded') await copyTemplate(place.dataDir);
  const database = await openAt(t, place);
  await migrate(database.db);
  if (engine === 'postgres') await grantToRole(database.db, 'shop');
  const shop = await openTestShop({ database, dataDir: place.dataDir });
  t.after(() => shop.close());
  const deps: BackupDeps = {
    dataDir: place.dataDir,
    databaseUrl: place.databaseUrl,
    files: { kind: 'disk', folder: join(place.dataDir, 'files') },
    backup: { folder: join(emptyFolder(t), 'backups'), key: await newKey() },
    clock: () => new Date(),
    // the running shop exports its embedded database, because no other process can open it
    exportByShop: async (file) => (await shop.operate('export', file)).includes('exported'),
  };
  return { shop, database, deps };
}

async function paidOrder(shop: TestShop) {
  const customer = await shop.customer();
  await shop.addFunds(customer.auth, 50_000);
  const { token } = await shop.placeOrder(customer.auth);
  assert.equal((await shop.pay(token, 'balance', customer.auth)).status, 200);
  return customer;
}

async function digests({ pool }: Database): Promise<Record<string, string>> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await fixTextFormats(client);
    const found: Record<string, string> = {};
    for (const table of await listTables(client)) found[table.name] = (await digestTable(client, table)).md5;
    return found;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const newestOf = ({ backup: { folder } }: BackupDeps) =>
  globSync(join(folder, 'shop-*.age')).toSorted().at(-1)!;

for (const engine of engines)
  test(
    `restores the same rows, files and secret from an encrypted, private backup (${engine})`,
    needsServer(engine),
    async (t) => {
      const { shop, database, deps } = await openPlace(t, engine);
      const { email } = await paidOrder(shop);
      const { auth } = await shop.confirmedCustomer();
      const file = await uploadFile(customerPost(shop, auth), 'brief.txt', 'A brief of Zanzibar');
      await shop.app.jobs.stop();

      const said = await backUp(deps);
      assert.match(said, /was restored for a trial, and its books balance\. 1 file was copied\. 0 old/);
      const { folder } = deps.backup;
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      const written = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
        one.isFile(),
      );
      assert.ok(written.length >= 4);
      for (const { parentPath, name } of written) {
        assert.equal(statSync(join(parentPath, name)).mode & 0o777, 0o600, name);
        const bytes = readFileSync(join(parentPath, name));
        assert.ok(!bytes.includes('Zanzibar') && !bytes.includes(email), name);
        if (name.endsWith('.age')) assert.match(bytes.toString('latin1'), /^age-encryption\.org\/v1\n/);
      }
      assert.match(
        readFileSync(join(folder, 'figures'), 'utf8'),
        /^shop_backup_failed 0\n[^]*size_bytes \d+\n$/,
      );
      assert.deepEqual(
        readdirSync(deps.dataDir).filter((name) => name.startsWith('backup-')),
        [],
      );

      const empty = await emptyPlace(t, engine);
      const settings = { ...deps, ...empty };
      assert.match(
        await restore(settings, newestOf(deps), by),
        /^The backup has been restored\. 0 .*The books balance\.$/,
      );
      const restored = await openDatabase(empty);
      assert.deepEqual(await digests(restored), await digests(database));
      await restored.close();
      const store = await storeAt({ kind: 'disk', folder: join(empty.dataDir, 'files') });
      assert.equal(await restoreFiles(deps.backup, store), 1);
      assert.equal(String(await store.readWhole(`${file.id.slice(0, 2)}/${file.id}`)), 'A brief of Zanzibar');
      await assert.rejects(
        restore(settings, newestOf(deps), by),
        sentence(/isn’t empty, and a restore never replaces/),
      );
    },
  );

for (const engine of fewerEngines)
  test(
    `refuses a damaged backup or another key, and leaves no database that a shop can open (${engine})`,
    needsServer(engine),
    async (t) => {
      const { shop, deps } = await openPlace(t, engine);
      await paidOrder(shop);
      await backUp(deps);
      const whole = newestOf(deps);
      const bytes = readFileSync(whole);
      const ending = whole.slice(whole.indexOf('.', whole.lastIndexOf('/')));
      const torn = join(emptyFolder(t), `torn${ending}`);
      const empty = await emptyPlace(t, engine);
      const settings = { ...deps, ...empty };
      const flipped = Buffer.from(bytes);
      flipped[bytes.length >> 1]! ^= 1;
      for (const bad of [
        bytes.subarray(0, -1),
        bytes.subarray(0, bytes.length / 2),
        flipped,
        Buffer.from('x'),
      ]) {
        writeFileSync(torn, bad);
        await assert.rejects(restore(settings, torn, by), sentence(/^torn\.\w+\.age is damaged/));
      }
      const other = { ...settings, backup: { ...deps.backup, key: await newKey() } };
      await assert.rejects(restore(other, whole, by), sentence(/was encrypted with another key/));
      await assert.rejects(restore(settings, `${whole}.none`, by), sentence(/There is no file/));
      if (engine === 'embedded') assert.deepEqual(readdirSync(empty.dataDir), []);
      assert.match(await restore(settings, whole, by), /^The backup has been restored\./);
    },
  );

for (const engine of fewerEngines)
  test(
    `erases customers again whom a restored backup contains (${engine})`,
    needsServer(engine),
    async (t) => {
      const { shop, deps } = await openPlace(t, engine);
      const [kept, erased, busy] = [await shop.customer(), await shop.customer(), await shop.customer()];
      await shop.addFunds(busy.auth, 5_000);
      await backUp(deps);
      const before = newestOf(deps);
      await shop.operate('account', 'erase', erased.email, erased.email);
      await shop.operate('debit', busy.email, '50', 'Paid out by hand');
      await shop.operate('account', 'erase', busy.email, busy.email);
      // the data folder may be lost with the database; a backup taken since the erasure has the list of erased customers
      deps.clock = () => new Date(Date.now() + 5_000);
      await backUp(deps);

      const empty = await emptyPlace(t, engine);
      const said = await restore({ ...deps, ...empty }, before, by);
      assert.match(said, /1 customer was erased again\./);
      assert.ok(said.includes(`- ${busy.email}: This account’s balance isn’t zero.`), said);
      const { pool } = await openAt(t, empty);
      const { rows } = await pool.query<{ email: string; locked: boolean }>(
        "select email, locked_at is not null as locked from customer where email not like 'erased-%' order by locked",
      );
      assert.deepEqual(rows, [
        { email: kept.email, locked: false },
        { email: busy.email, locked: true },
      ]);
    },
  );

test(
  'reports a failed backup in the metrics, and keeps the older backups',
  needsServer('postgres'),
  async (t) => {
    const { deps } = await openPlace(t, 'postgres');
    await backUp(deps);
    const empty = await server!.database();
    await assert.rejects(
      backUp({ ...deps, databaseUrl: empty.owner }),
      sentence(/^There’s nothing to back up/),
    );
    const figures = readFileSync(join(deps.backup.folder, 'figures'), 'utf8');
    assert.match(figures, /^shop_backup_failed 1\n[^]*^shop_backup_last_success_seconds \d+\n/m);
    assert.equal(globSync(join(deps.backup.folder, 'shop-*')).length, 1);
  },
);

test(
  'moves an embedded database to a PostgreSQL server as the tables’ owner, and rejects another role',
  needsServer('postgres'),
  async (t) => {
    const { shop, database } = await openPlace(t, 'embedded');
    await paidOrder(shop);
    await shop.app.jobs.stop();
    const file = join(emptyFolder(t), 'export');
    await exportDatabase(database, file);
    const target = await emptyPlace(t, 'postgres');
    const owner = await openAt(t, target);
    // the state after the guide's first start
    await migrate(owner.db);
    await grantToRole(owner.db, 'shop');
    const asShop = await openAt(t, { ...target, databaseUrl: target.shopUrl });
    await assert.rejects(
      importDatabase(asShop, file),
      sentence(
        /^The user shop doesn’t own the tables .* so nothing was imported\. Run the command as shop_owner/,
      ),
    );
    await importDatabase(owner, file);
    await migrate(asShop.db);
    assert.deepEqual(await digests(asShop), await digests(database));
  },
);

for (const engine of engines)
  test(`starts no shop on a database whose import failed (${engine})`, needsServer(engine), async (t) => {
    const { shop, database } = await openPlace(t, 'embedded');
    await paidOrder(shop);
    await shop.app.jobs.stop();
    const file = join(emptyFolder(t), 'export');
    await exportDatabase(database, file);
    const whole = readFileSync(file, 'utf8');
    const place = await emptyPlace(t, engine);
    const target = await openAt(t, place);
    writeFileSync(file, whole.slice(0, whole.length / 2));
    await assert.rejects(importDatabase(target, file), sentence(/is incomplete/));
    await assert.rejects(migrate(target.db), sentence(/didn’t finish, so the shop would open empty/));
    writeFileSync(file, whole);
    await importDatabase(target, file);
    await migrate(target.db);
    assert.deepEqual(await digests(target), await digests(database));
  });
