import type pg from 'pg';
import { isReadOnly } from './writable-host.ts';

/** A field that pg's types lack: the process ID that the server or its pooler reported. */
type Named = pg.PoolClient & { processID: number };

/**
 * Checks that the database behind this pool is usable: it accepts writes, and a pooler keeps prepared statements.
 * @returns the problem in a sentence; undefined when there is none
 * @throws the connection's error when the database is unreachable
 */
export async function checkDatabase(pool: pg.Pool): Promise<string | undefined> {
  const client = (await pool.connect()) as Named;
  let isPooled: boolean;
  try {
    if (await isReadOnly(client)) return 'The database doesn’t accept writes.';
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    isPooled = rows[0]!.pid !== client.processID;
    if (isPooled && pool.options.max > 1 && (await losesStatements(pool, client)))
      return 'The connection pooler doesn’t support prepared statements. Use PgBouncer 1.21 or newer.';
  } finally {
    client.release();
  }
  return undefined;
}

/**
 * Whether a pooler loses prepared statements. Prepares a statement, lets another client take its server connection, and executes
 * the statement again, for which a pooler in transaction mode uses another server connection.
 */
async function losesStatements(pool: pg.Pool, client: pg.PoolClient): Promise<boolean> {
  const prepared = { name: 'redline_fitness', text: 'select $1::int', values: [1] };
  await client.query(prepared);
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('select 1');
    await client.query(prepared);
    return false;
  } catch (error) {
    if (/^(26000|42P05)$/.test((error as { code?: string }).code ?? '')) return true;
    throw error;
  } finally {
    // Rolls back the other client's transaction, so that its connection returns to the pool clean.
    await other.query('rollback').catch(() => {});
    other.release();
  }
}
