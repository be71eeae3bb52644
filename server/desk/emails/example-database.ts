import type { Schema } from '#server/database/schema.ts';
import {
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';

/**
 * A database that answers every query with one row, so that the code that sends an email composes it of example data. It
 * is connected to nothing: what is written to it is gone.
 */
export function exampleDatabase(row: object): Kysely<Schema> {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>() => ({ rows: [row as Row], numAffectedRows: 1n }),
    async *streamQuery<Row>() {
      yield { rows: [row as Row] };
    },
  };
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        beginTransaction: async () => {},
        commitTransaction: async () => {},
        rollbackTransaction: async () => {},
        releaseConnection: async () => {},
        destroy: async () => {},
      }),
    },
  });
}
