import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';

export type Engine = 'embedded' | 'PostgreSQL';

/** The store of a stopped shop: a data folder and, on PostgreSQL, a database. */
export type Store = { engine: Engine; dataDir: string; databaseUrl?: string };

const serverUrl = process.env['DATABASE_URL'] || process.env['TEST_DATABASE_URL'] || undefined;
const folders = new Set<string>();
const databases = new Set<string>();
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/**
 * The database engines to measure. PostgreSQL only if its address is given; on that server, only databases created here are
 * changed.
 */
export function engines(): Engine[] {
  if (serverUrl) return ['embedded', 'PostgreSQL'];
  console.log('\nPostgreSQL is left out: set DATABASE_URL to a server where databases may be created.');
  return ['embedded'];
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'redline-bench-'));
  folders.add(folder);
  return folder;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** An empty store, in which no migration has run. `template`: the name of a database to copy. */
export async function makeStore(engine: Engine, template?: string): Promise<Store> {
  const dataDir = makeFolder();
  if (engine === 'embedded') return { engine, dataDir };
  const name = `redline_bench_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}${template ? ` template ${template}` : ''}`);
  databases.add(name);
  const url = new URL(serverUrl!);
  url.pathname = `/${name}`;
  return { engine, dataDir, databaseUrl: url.href };
}

const databaseName = ({ databaseUrl }: Store) => new URL(databaseUrl!).pathname.slice(1);

/** A copy of a store, so that two servers start from the same rows. */
export async function copyStore(store: Store): Promise<Store> {
  const copy = await makeStore(store.engine, store.databaseUrl ? databaseName(store) : undefined);
  if (store.engine === 'embedded') cpSync(store.dataDir, copy.dataDir, { recursive: true });
  return copy;
}

/** Opens a migrated store for `work` and closes it afterwards. */
export async function withDatabase<Value>(
  store: Store,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = await openDatabase(store);
  try {
    await migrate(database.db);
    return await work(database);
  } finally {
    await database.close();
  }
}

export async function removeStore(store: Store): Promise<void> {
  rmSync(store.dataDir, { recursive: true, force: true, maxRetries: 5 });
  folders.delete(store.dataDir);
  if (store.databaseUrl) await dropDatabase(databaseName(store));
}

async function dropDatabase(name: string): Promise<void> {
  await onServer(`drop database if exists ${name} with (force)`);
  databases.delete(name);
}

/** Removes the databases created here from the server, when a run ends early. */
export async function dropDatabases(): Promise<void> {
  for (const name of databases) await dropDatabase(name);
}
