import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { type Database, openDatabase, type OpenDatabaseOptions } from '#server/database/open-database.ts';
import type { Store } from './bench-stores.ts';

/** Opens the store that startSmallServer named, as the shop does. */
export function openNamedStore(options: Pick<OpenDatabaseOptions, 'onQuery'> = {}): Promise<Database> {
  return openDatabase({ ...(JSON.parse(process.argv[2] ?? '') as Store), ...options });
}

type Query = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>;

/**
 * Queries with `pg` alone: on PostgreSQL through a pool of the shop's size, on the embedded engine through its one connection.
 * Each statement is prepared once per connection, as the shop does.
 */
export function bareQuery(database: Database): Query {
  const { databaseUrl } = JSON.parse(process.argv[2] ?? '') as Store;
  const pool = databaseUrl ? new pg.Pool({ connectionString: databaseUrl, max: 20 }) : database.pool;
  const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url');
  return async <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => {
    const { rows } = await pool.query<Row>({ text, values, types: pg.types, name: nameOf(text) });
    return rows;
  };
}

/** Listens, reports its address to startSmallServer, and ends when startSmallServer tells it to or has ended. */
export async function serveSmall(http: FastifyInstance, database: Database): Promise<void> {
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  process.once('SIGTERM', () => void database.close().finally(() => process.exit(0)));
  process.once('disconnect', () => process.exit(1));
  process.send?.(url);
}
