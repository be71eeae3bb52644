import { sql } from 'kysely';
import type pg from 'pg';

/** Maximum number of prepared statements per connection, so that dynamically built SQL can't exhaust the server's memory. */
const mostStatements = 300;

/**
 * Suffix of a statement that must be planned at each call, because the size of its tables varies a lot: a plan made for an almost
 * empty table would read a large one as a whole.
 */
export const planEachTime = sql`/* plan each time */`;

function nameOf(text: string, names: Map<string, string>): string | undefined {
  if (text.endsWith('/* plan each time */')) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements) return known;
  const name = `redline_${names.size}`;
  names.set(text, name);
  return name;
}

/** The common part of the overloads of pg's `query`. */
type Query = (query: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Makes the database parse and plan each statement with parameters once per connection instead of at every call
 * (docs/decisions/0022-prepared-statements.md). A pooler must support prepared statements (PgBouncer 1.21).
 */
export function prepareStatements(pool: pg.Pool): void {
  const names = new Map<string, string>();
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as Query;
    const query: Query = (text, values, callback) => {
      const takesValues = typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = takesValues ? nameOf(text, names) : undefined;
      return name === undefined ? send(text, values, callback) : send({ name, text, values }, callback);
    };
    client.query = query as pg.PoolClient['query'];
  });
}
