import type pg from 'pg';
import { isReadOnly } from './writable-host.ts';

/** What pg's types leave out: the process that the server, or a pooler before it, said it is. */
type Named = pg.PoolClient & { processID: number };

/**
 * Asks whether the database behind this pool can do the shop's work: it accepts writes, and a pooler before it keeps prepared
 * statements.
 *
 * @returns what it lacks, in a sentence; undefined when it is fit
 * @throws what the database answers when it does not answer at all
 */
export async function findUnfitness(pool: pg.Pool): Promise<string | undefined> {
  const client = (await pool.connect()) as Named;
  let isPooled: boolean;
  try {
    if (await isReadOnly(client)) return 'The database doesn’t accept writes.';
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    isPooled = rows[0]!.pid !== client.processID;
    if (isPooled && pool.options.max > 1 && (await losesStatements(pool, client)))
      return 'The pooler in front of the database loses prepared statements. PgBouncer 1.21 or newer keeps them.';
  } finally {
    client.release();
  }
  return undefined;
}

/**
 * Prepares a statement, has another client take the server connection it was prepared on, and asks for it again: a pooler that
 * shares connections between transactions then gives another one.
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
    // A connection whose statement failed is not given to others.
    await other.query('rollback').catch(() => {});
    other.release();
  }
}
