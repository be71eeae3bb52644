import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { endSilentConnections } from './end-silent-connections.ts';
import { parseColumns } from './parse-columns.ts';
import { prepareStatements } from './prepare-statements.ts';
import { reasonOf } from './reason-of.ts';
import { StartError } from '#server/start-error.ts';
import { surviveLostConnections } from './survive-lost-connections.ts';

const OLDEST_MAJOR = 15;

/**
 * Connects to the PostgreSQL server at `databaseUrl` and checks that it can be trusted with money.
 *
 * @throws StartError when it does not answer, is older than PostgreSQL 15, or may lose what it acknowledged
 */
export async function openPostgresPool(options: {
  databaseUrl: string;
  poolSize: number;
  statementLimitMs: number;
  log: DatabaseLog;
}): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  const { databaseUrl, poolSize, statementLimitMs, log } = options;
  const address = parseUrl(databaseUrl);
  const pool = new pg.Pool({
    ...address,
    application_name: 'redline',
    // Days and times mean the same whatever the server's own zone is.
    options: '-c timezone=UTC',
    max: poolSize,
    idleTimeoutMillis: 60_000,
    // For a new connection, and for one's turn when all are taken.
    connectionTimeoutMillis: 2_000,
    statement_timeout: statementLimitMs,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: parseColumns,
  });
  prepareStatements(pool);
  surviveLostConnections(pool, log);
  endSilentConnections(pool, address, log);
  try {
    await refuseUnfitServer(pool, log);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { pool, close: () => pool.end() };
}

function parseUrl(databaseUrl: string): { connectionString: string } {
  const scheme = URL.canParse(databaseUrl) ? new URL(databaseUrl).protocol : '';
  if (scheme === 'postgres:' || scheme === 'postgresql:') return { connectionString: databaseUrl };
  throw new StartError(
    'DATABASE_URL is not an address of the form postgres://user:password@host:5432/database.',
  );
}

async function refuseUnfitServer(pool: pg.Pool, log: DatabaseLog): Promise<void> {
  const settings = await readSettings(pool);
  const version = Number(settings.get('server_version_num'));
  if (version < OLDEST_MAJOR * 10_000) {
    throw new StartError(
      `The database server is PostgreSQL ${settings.get('server_version')}; this version needs ${OLDEST_MAJOR} or newer.`,
    );
  }
  for (const name of ['fsync', 'synchronous_commit']) {
    if (settings.get(name) === 'off') {
      throw new StartError(
        `The database server runs with ${name} = off, which loses acknowledged payments in a crash: set it to on.`,
      );
    }
  }
  if (settings.get('full_page_writes') === 'off') {
    log.warn(
      {},
      'the database server runs with full_page_writes = off: safe on copy-on-write file systems only',
    );
  }
}

async function readSettings(pool: pg.Pool): Promise<Map<string, string>> {
  try {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
        where name in ('server_version', 'server_version_num', 'fsync', 'synchronous_commit', 'full_page_writes')`,
    );
    return new Map(rows.map(({ name, setting }) => [name, setting]));
  } catch (error) {
    throw new StartError(
      `The database at ${describe(pool)} cannot be used (${reasonOf(error)}): check DATABASE_URL and that the server is running.`,
    );
  }
}

/** Where it is, without the password that may be in the address. */
function describe(pool: pg.Pool): string {
  const { connectionString = '' } = pool.options;
  const { host, pathname, searchParams } = new URL(connectionString);
  return `${searchParams.get('host') ?? host}${pathname}`;
}
