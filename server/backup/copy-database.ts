import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { auditBooks } from '#server/payments/audit/audit-money.ts';
import { importDatabase } from '#server/database/import-database.ts';
import { digestTable, fixTextFormats, listTables } from '#server/database/list-tables.ts';
import { appliedMigrations } from '#server/database/migrate.ts';
import type { Database } from '#server/database/open-database.ts';
import { StartError } from '#server/process/start-error.ts';
import { decryptFrom, encryptInto } from './age-file.ts';
import { addressFor, startProgram } from './postgres-programs.ts';
import { startScratchServer, withDatabase } from './scratch-database.ts';

/** The number of rows and the digest of each table. */
export type Digests = Record<string, { rows: number; md5: string }>;

async function digestAll(client: pg.ClientBase): Promise<Digests> {
  await fixTextFormats(client);
  const digests: Digests = {};
  for (const table of await listTables(client)) digests[table.name] = await digestTable(client, table);
  return digests;
}

/**
 * Dumps a database on a PostgreSQL server with pg_dump into an encrypted file, while the shop is running. Returns the digests of
 * the dumped rows.
 */
export async function dumpInto(
  file: string,
  key: string,
  { pool, db }: Database,
  databaseUrl: string,
): Promise<Digests> {
  if ((await appliedMigrations(db)).length === 0)
    throw new StartError('There’s nothing to back up: DATABASE_URL names a database without tables.');
  const client = await pool.connect();
  try {
    await client.query('start transaction isolation level repeatable read, read only');
    // no time limit, because this transaction keeps the snapshot open while pg_dump reads it
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
    const { url, env } = addressFor(databaseUrl);
    const dump = startProgram('pg_dump', ['--format=custom', `--snapshot=${rows[0]!.id}`, url], { env });
    // waits for pg_dump's exit, because the output of a failed dump ends like a complete one
    const source = async function* () {
      yield* dump.output;
      await dump.ended;
    };
    await encryptInto(file, key, Readable.from(source(), { objectMode: false }));
    return await digestAll(client);
  } finally {
    // closes the connection with its transaction
    client.release(true);
  }
}

/** Restores an encrypted dump into an empty database, all or nothing. */
export async function restoreDump(file: string, key: string, databaseUrl: string): Promise<void> {
  const { url, env } = addressFor(databaseUrl);
  const into = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error'];
  const restore = startProgram('pg_restore', [...into, `--dbname=${url}`], { env });
  restore.output.resume();
  const [decrypted] = await Promise.allSettled([decryptFrom(file, key, restore.input), restore.ended]);
  // reports pg_restore's error before the stream's, because a failed pg_restore closes its input, which only causes the latter
  await restore.ended;
  if (decrypted.status === 'rejected') throw decrypted.reason;
}

/**
 * Restores a backup into a temporary database in `folder`, compares it with the digests, and audits its books.
 * @returns the audit's findings, and the result of `use`
 * @throws StartError when the backup can't be restored, or differs from the digests
 */
export async function tryBackup<Result>(
  file: string,
  key: string,
  folder: string,
  use: (database: Database) => Promise<Result>,
  digests?: Digests,
): Promise<{ findings: string[]; result: Result }> {
  const audit = async (database: Database) => ({
    findings: await auditBooks({ db: database.db, clock: () => new Date() }),
    result: await use(database),
  });
  const scratch = join(folder, 'scratch');
  if (!isDump(file))
    return withDatabase({ dataDir: scratch }, async (database) => {
      await importBackup(database, file, key, folder);
      return audit(database);
    });
  const server = await startScratchServer(scratch);
  try {
    await restoreDump(file, key, server.databaseUrl);
    return await withDatabase({ ...server, dataDir: '' }, async (database) => {
      if (digests && !isDeepStrictEqual(await digestsOf(database), digests))
        throw new StartError('The restored backup differs from the database. Take another backup.');
      return audit(database);
    });
  } finally {
    await server.stop();
  }
}

async function digestsOf({ pool }: Database): Promise<Digests> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    return await digestAll(client);
  } finally {
    client.release(true);
  }
}

/** Imports an encrypted export into an empty database. */
export async function importBackup(
  database: Database,
  file: string,
  key: string,
  folder: string,
): Promise<void> {
  const plain = join(folder, 'export');
  try {
    await decryptFrom(file, key, createWriteStream(plain, { mode: 0o600 }));
    await importDatabase(database, plain);
  } finally {
    await rm(plain, { force: true });
  }
}

/** Whether the file is a dump of a PostgreSQL server. Otherwise it is an export of the embedded database. */
export const isDump = (file: string): boolean => file.endsWith('.dump.age');
