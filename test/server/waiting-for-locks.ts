import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/database/schema.ts';
import { waitFor } from '#test/wait-for.ts';

/** Resolves once `count` connections to this PostgreSQL database wait for a lock. */
export const waitingForLocks = (db: Kysely<Schema>, count: number): Promise<unknown> =>
  waitFor(`${count} connections that wait for a lock`, async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]!.n >= count;
  });
