import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

const TRIES = 5;
/** serialization_failure and deadlock_detected: nothing happened, and a second try may succeed. */
const PASSING_CODES = new Set(['40001', '40P01']);

/**
 * Runs `work` in a READ COMMITTED transaction, and again when it only lost a race, five times at
 * most. `work` must therefore do nothing but talk to the database through `tx`: emails and calls
 * to others belong into jobs written by it.
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
      // Random, so that two that met once do not meet again.
      await wait(Math.random() * 10 * 2 ** attempt);
    }
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && PASSING_CODES.has(String(error.code));
}
