import type pg from 'pg';
import type { DatabaseLog } from './database-log.ts';

/**
 * Keeps the process alive when a connection breaks: `pg` emits an 'error' event, which without a listener ends the process. The
 * pool replaces the connection, and the query that was running fails.
 */
export function surviveLostConnections(pool: pg.Pool, log: DatabaseLog): void {
  // For idle connections in the pool.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'));
  // For connections in use, between two statements of a transaction.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ reason: error.message }, 'a database connection was lost'));
  });
}
