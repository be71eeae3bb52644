import { mock } from 'node:test';
import pg from 'pg';

/**
 * Counts the statements with parameters that this process sends while `act` runs, for tests with stopped jobs. Statements without
 * parameters don't count, because the embedded database sometimes runs some of its own.
 */
export async function countStatements(act: () => Promise<unknown>): Promise<number> {
  // observes the connection below the pool's clients, which keep the `query` with which they connected
  const bind = mock.method(pg.Connection.prototype, 'bind' as 'query');
  try {
    await act();
    return bind.mock.callCount();
  } finally {
    bind.mock.restore();
  }
}
