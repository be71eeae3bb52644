import { open } from 'node:fs/promises';
import type pg from 'pg';
import type { ExportedTable, ExportEnd, ExportHeader } from './export-database.ts';
import { digestTable, fixTextFormats, listTables } from './list-tables.ts';
import { appliedMigrations, listMigrations, migrate } from './migrate.ts';
import type { Database } from './open-database.ts';
import { errorMessage } from './error-message.ts';
import { StartError } from '#server/process/start-error.ts';
import { beginImport, endImport } from './unfinished-import.ts';

const BATCH = 500;

/**
 * Fills an empty database from a file of `exportDatabase`, all or nothing, and checks every table against the file's digest.
 * Migrates an older export afterwards.
 *
 * @returns the number of rows per table
 * @throws StartError when the database isn't empty, or the file is incomplete or of a newer version
 */
export async function importDatabase(database: Database, file: string): Promise<Record<string, number>> {
  const handle = await open(file).catch((error: unknown) => {
    throw new StartError(`${file} can’t be read: ${errorMessage(error)}.`);
  });
  await using _ = handle;
  const lines = handle.readLines()[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    try {
      return JSON.parse(done ? '' : value);
    } catch (error) {
      throw new StartError(`${file} is incomplete. Export the data again.`, { cause: error });
    }
  };

  const header = (await next()) as ExportHeader;
  if (header.format !== 'redline-export-1')
    throw new StartError(`${file} isn’t an export created by db:export.`);
  await beginImport(database.pool);
  await bringToVersion(database, header.migrations);
  const counts: Record<string, number> = {};
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await fixTextFormats(client);
    const tables = await listTables(client);
    for (const { name } of tables) {
      const { rowCount } = await client.query(`select from ${name} limit 1`);
      if (rowCount)
        throw new StartError(`The table ${name} already has rows. Import into an empty database.`);
    }
    const restore = await suspendRules(client);
    for (const table of tables) {
      const described = (await next()) as ExportedTable;
      if (described.table !== table.name || String(described.columns) !== String(table.columns)) {
        throw new StartError(
          described.table === table.name
            ? `The columns of the table ${table.name} don’t match. The file has ${described.columns.join(', ')}, but the database has ${table.columns.join(', ')}.`
            : `The tables don’t match. The file has ${described.table}, but the database has ${table.name}.`,
        );
      }
      const columns = table.columns.join(', ');
      for (let left = described.rows; left > 0; left -= BATCH) {
        const rows: unknown[] = [];
        while (rows.length < Math.min(left, BATCH)) rows.push(await next());
        await client.query(
          `insert into ${table.name} (${columns}) overriding system value select ${columns} from unnest($1::${table.name}[])`,
          [rows],
        );
      }
      const { md5 } = await digestTable(client, table);
      if (md5 !== described.md5)
        throw new StartError(
          `${file} is damaged. The rows of the table ${table.name} don’t match their checksum.`,
        );
      counts[table.name] = described.rows;
    }
    const { sequences } = (await next()) as ExportEnd;
    for (const [name, value] of Object.entries(sequences))
      await client.query('select setval($1, $2)', [name, value]);
    await restore();
    await endImport(client);
    await client.query('commit');
  } finally {
    // Closes the connection instead of returning it to the pool, because its failed transaction may remain.
    client.release(true);
  }
  await migrate(database.db);
  return counts;
}

async function bringToVersion(database: Database, wanted: string[]): Promise<void> {
  const known = listMigrations();
  const last = wanted.at(-1);
  if (last === undefined || String(known.slice(0, wanted.length)) !== String(wanted)) {
    throw new StartError(
      `The export includes migration ${last}, but this version of the shop ends with ${known.at(-1)}. Import the file with the version that created it or a newer one.`,
    );
  }
  if ((await appliedMigrations(database.db)).length > wanted.length) {
    throw new StartError(
      `The export ends with migration ${last}, but the database is already newer. Import the file into a new database.`,
    );
  }
  await migrate(database.db, { upTo: last });
}

/**
 * Disables triggers and foreign keys until the returned function is called. The rows are already consistent: triggers would
 * change balances a second time, and a row may precede the row to which it refers. Foreign keys are dropped and added again,
 * which checks them; only a superuser may suspend them.
 */
async function suspendRules(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const tables = await listTables(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  return async () => {
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
  };
}
