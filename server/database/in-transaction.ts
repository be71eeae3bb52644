import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

const TRIES = 5;
/** serialization_failure and deadlock_detected: PostgreSQL has rolled the transaction back, and a retry may succeed. */
const PASSING_CODES = new Set(['40001', '40P01']);

/**
 * Runs `work` in a READ COMMITTED transaction. Tries at most five times if it fails to serialize or deadlocks.
 * `work` must change only the database, through `tx`: it enqueues jobs for emails and for calls to other systems.
 */
export async function inTransaction<T>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work);
    } catch (error) {
      if (attempt === TRIES || !isPassing(error)) throw error;
      // A random delay, so that two conflicting transactions don't conflict again.
      await wait(Math.random() * 10 * 2 ** attempt);
    }
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && PASSING_CODES.has(String(error.code));
}
