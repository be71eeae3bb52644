/**
 * A fresh, migrated database for a test: on the PostgreSQL server of TEST_DATABASE_URL if that is set, otherwise embedded. It is
 * a copy of a template, which is migrated once. Only tests use this file. It and server/process/config.ts are the only files that
 * read the environment.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { root } from '#tools/root.ts';
import { migrate, migrationsFolder } from '#server/database/migrate.ts';
import { embeddedMajor } from '#server/database/open-cluster.ts';
import { type Database, openDatabase, type OpenDatabaseOptions } from '#server/database/open-database.ts';
import { recordStatements } from './record-statements.ts';

export interface TestDatabase extends Database, AsyncDisposable {
  /** Options for `openDatabase`, to open the database a second time as another process would (PostgreSQL only). */
  address: Pick<OpenDatabaseOptions, 'databaseUrl' | 'dataDir'>;
  /** Closes and removes the database, as `close` and `await using` do. */
  drop(): Promise<void>;
}

type Options = Omit<OpenDatabaseOptions, 'databaseUrl' | 'dataDir'>;

const CACHE_FOLDER = join(root, '.cache/test-database');

/** The address of the PostgreSQL server for tests; undefined without one. */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'];

/** Opens a fresh, migrated database, which is removed when it is closed. */
export async function openTestDatabase(options: Options = {}): Promise<TestDatabase> {
  return testDatabaseUrl ? openOnServer(testDatabaseUrl, options) : openEmbedded(options);
}

async function openEmbedded(options: Options): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'redline-test-'));
  await copyTemplate(dataDir);
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  return droppable({ dataDir }, options, async () => remove());
}

/** Copies a migrated embedded database into a data folder: much faster than migrating. */
export async function copyTemplate(dataDir: string): Promise<void> {
  cpSync(await embeddedTemplate(), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** The folder of a migrated database that no process has open. */
async function embeddedTemplate(): Promise<string> {
  const template = join(CACHE_FOLDER, fingerprint());
  if (existsSync(template)) return template;
  mkdirSync(CACHE_FOLDER, { recursive: true });
  // One of the test files that start together creates the template while the others wait here.
  using turn = new DatabaseSync(join(CACHE_FOLDER, 'lock.sqlite'), { timeout: 120_000 });
  turn.exec('begin exclusive');
  if (existsSync(template)) return template;
  const dataDir = mkdtempSync(join(CACHE_FOLDER, 'new-'));
  await makeTemplate({ dataDir });
  rmSync(join(dataDir, 'database/lock.sqlite'));
  renameSync(dataDir, template);
  return template;
}

/** The name of a migrated database without connections. */
async function templateOnServer(server: pg.Client, serverUrl: string): Promise<string> {
  const template = `redline_template_${fingerprint()}`;
  // One of the test files that start together creates the template while the others wait here.
  await server.query('select pg_advisory_lock(hashtext($1))', [template]);
  const { rowCount } = await server.query('select from pg_database where datname = $1', [template]);
  if (!rowCount) {
    const unfinished = `${template}_new`;
    await server.query(`drop database if exists ${unfinished} with (force)`);
    await server.query(`create database ${unfinished}`);
    await makeTemplate({ databaseUrl: databaseOf(serverUrl, unfinished), dataDir: '' });
    await server.query(`alter database ${unfinished} rename to ${template}`);
  }
  await server.query('select pg_advisory_unlock(hashtext($1))', [template]);
  return template;
}

async function openOnServer(serverUrl: string, options: Options): Promise<TestDatabase> {
  const name = `redline_test_${randomUUID().replaceAll('-', '')}`;
  const server = new pg.Client(serverUrl);
  await server.connect();
  // closes the admin connection even if the server version is refused
  try {
    await server.query(`create database ${name} template ${await templateOnServer(server, serverUrl)}`);
  } finally {
    await server.end();
  }
  return droppable({ databaseUrl: databaseOf(serverUrl, name), dataDir: '' }, options, async () => {
    const again = new pg.Client(serverUrl);
    await again.connect();
    await again.query(`drop database ${name} with (force)`);
    await again.end();
  });
}

function databaseOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function makeTemplate(address: TestDatabase['address']): Promise<void> {
  const database = await openDatabase(address);
  await migrate(database.db);
  await database.close();
}

async function droppable(
  address: TestDatabase['address'],
  options: Options,
  remove: () => Promise<void>,
): Promise<TestDatabase> {
  const database = await openDatabase({
    poolSize: 10,
    // a busy test machine connects slowly
    connectionLimitMs: 60_000,
    ...options,
    ...address,
  });
  recordStatements(database.pool);
  let dropping: Promise<void> | undefined;
  const drop = () => (dropping ??= database.close().then(remove));
  return { ...database, address, close: drop, drop, [Symbol.asyncDispose]: drop };
}

/** The template's name depends on the migrations and the code that runs them. */
function fingerprint(): string {
  const hash = createHash('sha256').update(embeddedMajor);
  for (const name of readdirSync(migrationsFolder).toSorted())
    hash.update(name).update(readFileSync(join(migrationsFolder, name)));
  return hash.digest('hex').slice(0, 16);
}
