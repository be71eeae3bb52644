import { mock } from 'node:test';
import pg from 'pg';

/**
 * Counts the statements with parameters that this process sends while `act` runs: the embedded database sometimes runs
 * statements of its own without parameters. For tests with stopped jobs.
 */
export async function countStatements(act: () => Promise<unknown>): Promise<number> {
  // a pool's clients keep the `query` they connected with, so the connection below them is observed
  const bind = mock.method(pg.Connection.prototype, 'bind' as 'query');
  try {
    await act();
    return bind.mock.callCount();
  } finally {
    bind.mock.restore();
  }
}
