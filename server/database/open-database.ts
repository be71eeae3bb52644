import { once } from 'node:events';
import { join } from 'node:path';
import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { type DatabaseLog, silentLog } from './database-log.ts';
import { checkDatabase } from './check-database.ts';
import { openEmbeddedPool } from './open-embedded-pool.ts';
import { openPostgresPool } from './open-postgres-pool.ts';
import type { Schema } from './schema.ts';

export interface Database {
  engine: 'embedded' | 'postgres';
  pool: pg.Pool;
  db: Kysely<Schema>;
  /**
   * The database's problem in a sentence; undefined when it is usable.
   * @throws the connection's error when the database is unreachable
   */
  checkDatabase: () => Promise<string | undefined>;
  /** Waits for all earlier queries. May be called more than once. */
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** `postgres://…` of PostgreSQL 15 or newer. Without it, the embedded database is used. */
  databaseUrl?: string | undefined;
  /** Folder of all the shop's data. The embedded database uses its subfolder `database`. */
  dataDir: string;
  log?: DatabaseLog;
  /** Number of connections to a PostgreSQL server. The embedded database has one. */
  poolSize?: number;
  /** Time limit of a statement (ms). A statement that takes longer is ended and fails. */
  statementLimitMs?: number;
  /** Time limit for a connection to a PostgreSQL server, new or in use (ms). */
  connectionLimitMs?: number;
  /** Called for every statement of `db`, including begin and commit of transactions. */
  onQuery?: (event: LogEvent) => void;
}

/**
 * Opens the embedded database or a PostgreSQL server, with one SQL dialect and one query interface. `migrate` updates the schema.
 *
 * @throws StartError when the operator has to correct something
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const {
    databaseUrl,
    dataDir,
    log = silentLog,
    poolSize = 20,
    statementLimitMs = 30_000,
    connectionLimitMs = 2_000,
    onQuery,
  } = options;
  const { pool, close } = databaseUrl
    ? await openPostgresPool({ databaseUrl, poolSize, statementLimitMs, connectionLimitMs, log })
    : await openEmbeddedPool({ folder: join(dataDir, 'database'), statementLimitMs, log });
  let closing: Promise<void> | undefined;
  return {
    engine: databaseUrl ? 'postgres' : 'embedded',
    pool,
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), ...(onQuery && { log: onQuery }) }),
    checkDatabase: async () => (databaseUrl ? checkDatabase(pool) : undefined),
    close: () => (closing ??= answerAll(pool).then(close)),
  };
}

/** Waits for queued queries, because `pool.end` waits only for running ones. */
async function answerAll(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0) await once(pool, 'release');
}
