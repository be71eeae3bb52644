import type pg from 'pg';
import type { DatabaseLog } from './database-log.ts';

/**
 * Keeps the process alive when a connection breaks: `pg` reports it as an 'error' event, which ends
 * the process when nobody listens. The pool replaces the connection; the query under way fails by itself.
 */
export function surviveLostConnections(pool: pg.Pool, log: DatabaseLog): void {
  // Connections in the pool …
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'));
  // … and those lent out, between two statements of a transaction.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ reason: error.message }, 'a database connection was lost'));
  });
}
