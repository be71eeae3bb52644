import { mock } from 'node:test';
import pg from 'pg';

/**
 * Counts the statements with values that this process sends to a database while `act` runs: the embedded database looks after
 * itself with others now and then. For tests that stopped the jobs.
 */
export async function countStatements(act: () => Promise<unknown>): Promise<number> {
  // a pool's clients keep the `query` they connected with: the connection below them is watched
  const bind = mock.method(pg.Connection.prototype, 'bind' as 'query');
  try {
    await act();
    return bind.mock.callCount();
  } finally {
    bind.mock.restore();
  }
}
