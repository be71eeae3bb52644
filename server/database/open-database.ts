import { once } from 'node:events';
import { join } from 'node:path';
import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { type DatabaseLog, silentLog } from './database-log.ts';
import { findUnfitness } from './find-unfitness.ts';
import { openEmbeddedPool } from './open-embedded-pool.ts';
import { openPostgresPool } from './open-postgres-pool.ts';
import type { Schema } from './schema.ts';

export interface Database {
  engine: 'embedded' | 'postgres';
  pool: pg.Pool;
  db: Kysely<Schema>;
  /** What the database lacks to do the shop's work, in a sentence. @throws when it does not answer */
  findUnfitness: () => Promise<string | undefined>;
  /** Waits for every query asked before. May be called more than once. */
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** `postgres://…` of a PostgreSQL 15 or newer; without it the embedded one is used. */
  databaseUrl?: string | undefined;
  /** Folder for everything the shop stores; the embedded database lives in its folder `database`. */
  dataDir: string;
  log?: DatabaseLog;
  /** Connections to a PostgreSQL server; the embedded one has a single connection. */
  poolSize?: number;
  /** A statement that runs longer is ended and fails. */
  statementLimitMs?: number;
  /** Hears of every statement that goes through `db`, transactions' begin and commit included. */
  onQuery?: (event: LogEvent) => void;
}

/**
 * Opens the database: one SQL dialect and one way to query, whichever of the two runs it.
 * The schema is brought up to date by `migrate`.
 *
 * @throws StartError when the operator has to do something first
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const {
    databaseUrl,
    dataDir,
    log = silentLog,
    poolSize = 20,
    statementLimitMs = 30_000,
    onQuery,
  } = options;
  const { pool, close } = databaseUrl
    ? await openPostgresPool({ databaseUrl, poolSize, statementLimitMs, log })
    : await openEmbeddedPool({ folder: join(dataDir, 'database'), statementLimitMs, log });
  let closing: Promise<void> | undefined;
  return {
    engine: databaseUrl ? 'postgres' : 'embedded',
    pool,
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), ...(onQuery && { log: onQuery }) }),
    findUnfitness: async () => (databaseUrl ? findUnfitness(pool) : undefined),
    close: () => (closing ??= answerAll(pool).then(close)),
  };
}

/** `pool.end` waits for queries under way and forgets those still in the queue. */
async function answerAll(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0) await once(pool, 'release');
}
