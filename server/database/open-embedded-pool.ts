import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { lockFolder } from './lock-folder.ts';
import { clusterMaintenance } from './maintain-cluster.ts';
import { parseColumns } from './parse-columns.ts';
import { surviveLostConnections } from './survive-lost-connections.ts';
import { prepareStatements } from './prepare-statements.ts';
import { errorMessage } from './error-message.ts';
import { type EmbeddedEngine, startEmbeddedEngine } from './start-embedded-engine.ts';
import { StartError } from '#server/process/start-error.ts';

/**
 * Opens the PostgreSQL that runs in this process, with its data in `folder`.
 *
 * There is one connection. A query outside an open transaction waits for that transaction and is refused after 10 s, so pass the
 * transaction on to everything that queries within it.
 *
 * @throws StartError when the folder is in use, unwritable, or of another PostgreSQL version
 */
export async function openEmbeddedPool(options: {
  folder: string;
  statementLimitMs: number;
  /** Maximum wait for the connection (ms). A longer wait means that a transaction never ends. */
  turnLimitMs?: number;
  maintainEveryMs?: number;
  log: DatabaseLog;
}): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  const { folder, statementLimitMs, turnLimitMs = 10_000, maintainEveryMs = 5_000, log } = options;
  const unlock = lockWritable(folder);
  try {
    const engine = await startEmbeddedEngine({ folder: join(folder, 'cluster'), statementLimitMs, log });
    const pool = new pg.Pool({
      stream: () => engine.openConnection(),
      // Overrides an environment variable that may require TLS of every client, because there is no network here.
      ssl: false,
      user: 'postgres',
      database: 'postgres',
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: turnLimitMs,
      types: parseColumns,
    });
    prepareStatements(pool);
    obeyTimeoutZero(pool, engine);
    surviveLostConnections(pool, log);
    const maintain = clusterMaintenance(pool, async (statement) => {
      const client = await pool.connect();
      // The limit is lifted only once this query has the connection, because before that another statement may run.
      const restore = engine.liftLimit();
      await client.query(statement).finally(() => {
        restore();
        client.release();
      });
    });
    let maintaining: Promise<unknown> | undefined;
    const maintenance = setInterval(() => {
      maintaining ??= maintain()
        .catch((error: unknown) =>
          log.error({ reason: errorMessage(error) }, 'maintenance of the embedded database failed'),
        )
        .finally(() => (maintaining = undefined));
    }, maintainEveryMs);
    return {
      pool,
      async close() {
        clearInterval(maintenance);
        await maintaining;
        await pool.end();
        await engine.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Lifts the limit for a transaction that sets its statement_timeout to 0. The setting is detected here, because PostgreSQL's own
 * timeout doesn't work in WebAssembly and the watchdog enforces the limit.
 */
function obeyTimeoutZero(pool: pg.Pool, engine: Pick<EmbeddedEngine, 'liftLimit'>): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...call: unknown[]) => unknown;
    let restore: (() => void) | undefined;
    const query = (...call: unknown[]) => {
      const text = typeof call[0] === 'string' ? call[0] : '';
      if (text === 'set local statement_timeout = 0') restore ??= engine.liftLimit();
      if (text === 'commit' || text === 'rollback') {
        restore?.();
        restore = undefined;
      }
      return send(...call);
    };
    client.query = query as pg.PoolClient['query'];
  });
}

function lockWritable(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The shop can’t write to the database folder ${folder} (${errorMessage(error)}). Make the folder writable, or set DATA_DIR to a different one.`,
    );
  }
}
