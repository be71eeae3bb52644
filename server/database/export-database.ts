import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { digestTable, fixTextFormats, listTables } from './list-tables.ts';
import { appliedMigrations } from './migrate.ts';
import type { Database } from './open-database.ts';
import { StartError } from '#server/process/start-error.ts';
import { syncPath } from './sync-to-disk.ts';

/** The first line of an exported file. */
export interface ExportHeader {
  format: 'redline-export-1';
  migrations: string[];
}

/** The line before the rows of a table. */
export interface ExportedTable {
  table: string;
  columns: string[];
  rows: number;
  md5: string;
}

/** The last line. A truncated export has none. */
export interface ExportEnd {
  /** The last value of each sequence, by name. */
  sequences: Record<string, string>;
}

const BATCH = 500;

/**
 * Writes every row, in one snapshot, to the new file `file`.
 *
 * The file has JSON lines: the header; for each table its description and a line per row; and the end. A row is in PostgreSQL's
 * text format, because JSON doesn't distinguish a JSON null from SQL NULL. Only the file's owner may read the file, because it
 * contains all data.
 *
 * @returns the number of rows per table
 * @throws StartError when `file` exists or the database was never migrated
 */
export async function exportDatabase(database: Database, file: string): Promise<Record<string, number>> {
  if (existsSync(file)) throw new StartError(`${file} already exists. Choose another file name.`);
  const migrations = await appliedMigrations(database.db);
  if (migrations.length === 0) {
    throw new StartError(
      'There’s no data to export. Make sure that DATABASE_URL and DATA_DIR point to the shop’s database.',
    );
  }
  const unfinished = `${file}.unfinished`;
  const counts: Record<string, number> = {};
  const client = await database.pool.connect();

  async function* lines(): AsyncGenerator<string> {
    yield line({ format: 'redline-export-1', migrations } satisfies ExportHeader);
    for (const table of await listTables(client)) {
      const digest = await digestTable(client, table);
      counts[table.name] = digest.rows;
      yield line({ table: table.name, columns: table.columns, ...digest } satisfies ExportedTable);
      await client.query(`declare exported no scroll cursor for select x::text as row from ${table.name} x`);
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${BATCH} from exported`);
        yield rows.map(({ row }) => line(row)).join('');
        if (rows.length < BATCH) break;
      }
      await client.query('close exported');
    }
    yield line({ sequences: await readSequences(client) } satisfies ExportEnd);
  }

  try {
    await client.query('start transaction isolation level repeatable read, read only');
    await fixTextFormats(client);
    await pipeline(lines, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await client.query('commit');
  } finally {
    // Closes the connection instead of returning it to the pool, because its settings or a failed transaction remain.
    client.release(true);
  }
  renameSync(unfinished, file);
  await syncPath(dirname(file));
  return counts;
}

const line = (content: unknown) => `${JSON.stringify(content)}\n`;

async function readSequences(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select quote_ident(sequencename) as name, last_value::text as value
      from pg_sequences where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
