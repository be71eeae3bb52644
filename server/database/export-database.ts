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

/** The last line: a truncated export lacks it. */
export interface ExportEnd {
  /** Name and last value of a sequence. */
  sequences: Record<string, string>;
}

const BATCH = 500;

/**
 * Writes every row, in one snapshot, into the new file `file`, and returns the number of rows per table.
 *
 * The file has JSON lines: the header, then for each table its description and a line per row, which holds the row
 * in PostgreSQL's text format (JSON would confuse a JSON null with SQL NULL), then the end. Only the file's owner may
 * read it, because it contains all data.
 *
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
    // Discards the connection with its settings and its failed transaction.
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
