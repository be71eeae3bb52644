import type { Schema } from '#server/database/schema.ts';
import {
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';

/**
 * A fake database that answers every query with the same row, so that the code of an email composes it from example data. Writes
 * have no effect.
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
