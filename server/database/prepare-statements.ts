import { sql } from 'kysely';
import type pg from 'pg';

/** More than the shop has: statements put together anew each time must not fill the database's memory. */
const mostStatements = 300;
const names = new Map<string, string>();

/**
 * Ends a statement that is planned anew at each call: one on a table that is nearly empty at one time and long at another,
 * where a kept plan of the first would read all of the second.
 */
export const planEachTime = sql`/* plan each time */`;

function nameOf(text: string): string | undefined {
  if (text.endsWith('/* plan each time */')) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements) return known;
  const name = `redline_${names.size}`;
  names.set(text, name);
  return name;
}

/** All that pg's overloads have in common. */
type Query = (query: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Has the database parse and plan each statement that takes values once a connection, not at every call:
 * docs/decisions/0022-prepared-statements.md. A pooler between the two must know prepared statements (PgBouncer 1.21).
 */
export function prepareStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as Query;
    const query: Query = (text, values, callback) => {
      const takesValues = typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = takesValues ? nameOf(text) : undefined;
      return name === undefined ? send(text, values, callback) : send({ name, text, values }, callback);
    };
    client.query = query as pg.PoolClient['query'];
  });
}
