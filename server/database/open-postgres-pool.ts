import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { endSilentConnections } from './end-silent-connections.ts';
import { checkDatabase } from './check-database.ts';
import { parseColumns } from './parse-columns.ts';
import { prepareStatements } from './prepare-statements.ts';
import { errorMessage } from './error-message.ts';
import { databaseAddresses } from '#server/process/database-addresses.ts';
import { StartError } from '#server/process/start-error.ts';
import { surviveLostConnections } from './survive-lost-connections.ts';
import { openHosts } from './writable-host.ts';

const OLDEST_MAJOR = 15;

/**
 * Connects to the PostgreSQL server at `databaseUrl`, or to the one of its hosts that accepts writes, and checks that its
 * settings are safe.
 *
 * @throws StartError when no host answers and accepts writes, when the server is older than PostgreSQL 15 or may lose
 * acknowledged rows, or when a pooler drops prepared statements or time limits
 */
export async function openPostgresPool(options: {
  databaseUrl: string;
  poolSize: number;
  statementLimitMs: number;
  /** Time limit for a new connection and for the wait when all are in use (ms). */
  connectionLimitMs: number;
  log: DatabaseLog;
}): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  const { databaseUrl, poolSize, statementLimitMs, connectionLimitMs, log } = options;
  const addresses = addressesOf(databaseUrl).map((connectionString) => ({ connectionString }));
  const { Client, isReplaced } = openHosts(addresses, log);
  const pool = new pg.Pool({
    ...addresses[0],
    Client,
    application_name: 'redline',
    // UTC, so that days and times don't depend on the server's zone. No JIT compilation, which takes seconds for statements that
    // run for milliseconds.
    options: '-c timezone=UTC -c jit=off',
    max: poolSize,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: connectionLimitMs,
    statement_timeout: statementLimitMs,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: parseColumns,
  });
  prepareStatements(pool);
  surviveLostConnections(pool, log);
  endSilentConnections(pool, isReplaced, log);
  try {
    await refuseUnfitServer(pool, addresses, log);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { pool, close: () => pool.end() };
}

function addressesOf(databaseUrl: string): string[] {
  const read = databaseAddresses(databaseUrl);
  if ('problem' in read) throw new StartError(`DATABASE_URL ${read.problem}.`);
  return read.addresses;
}

type Addresses = { connectionString: string }[];

async function refuseUnfitServer(pool: pg.Pool, addresses: Addresses, log: DatabaseLog): Promise<void> {
  const settings = await readSettings(pool, addresses);
  const version = Number(settings.get('server_version_num'));
  if (version < OLDEST_MAJOR * 10_000) {
    throw new StartError(
      `The database server runs PostgreSQL ${settings.get('server_version')}, but the shop requires version ${OLDEST_MAJOR} or newer.`,
    );
  }
  for (const name of ['fsync', 'synchronous_commit']) {
    if (settings.get(name) === 'off') {
      throw new StartError(
        `The database server runs with ${name} = off, which can lose acknowledged payments in a crash. Set it to on.`,
      );
    }
  }
  if (settings.get('full_page_writes') === 'off') {
    log.warn(
      {},
      'the database server runs with full_page_writes = off: safe on copy-on-write file systems only',
    );
  }
  refuseLostSettings(settings);
  const problem = await checkDatabase(pool);
  if (problem) throw new StartError(`${problem} See docs/operate.md.`);
}

// Checks the effective settings, because a pooler may ignore the connection's options and keep the role's settings.
function refuseLostSettings(settings: Map<string, string>): void {
  const lost = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'].filter(
    (name) => settings.get(name) === '0',
  );
  if (settings.get('TimeZone') !== 'UTC') lost.push('timezone');
  if (lost.length > 0)
    throw new StartError(
      `The connection pooler drops some connection settings (${lost.join(', ')}). Set them on the shop’s database role, as described in docs/operate.md.`,
    );
}

async function readSettings(pool: pg.Pool, addresses: Addresses): Promise<Map<string, string>> {
  try {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
        where name in ('server_version', 'server_version_num', 'fsync', 'synchronous_commit', 'full_page_writes',
          'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'TimeZone')`,
    );
    return new Map(rows.map(({ name, setting }) => [name, setting]));
  } catch (error) {
    const reason = errorMessage(error);
    throw new StartError(
      /unsupported startup parameter/.test(reason)
        ? `The connection pooler rejects the shop’s connections (${reason}). Configure it as described in docs/operate.md.`
        : `The database at ${describe(addresses)} can’t be used (${reason}). Check DATABASE_URL, and make sure that the database server is running.`,
    );
  }
}

/** The server's address without the password. */
function describe(addresses: Addresses): string {
  const urls = addresses.map(({ connectionString }) => new URL(connectionString));
  const hosts = urls.map(({ host, searchParams }) => searchParams.get('host') ?? host);
  return `${hosts.join(',')}${urls[0]!.pathname}`;
}
