/**
 * Simulates a process that dies between any two statements: sent statements and commits take effect, nothing after them happens,
 * and the last answer is lost. test/stories/kill.story.ts kills real processes at random.
 */
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';

export type MortalDatabase = Database & {
  /**
   * Simulates the process's death before (even number) or after (odd number) one of the coming statements, counting `begin` and
   * `commit`.
   */
  dieAfter(moments: number): void;
  readonly isDead: boolean;
};

/** One process's view of the database. Another process opens another view. The database is closed by its owner. */
export function openMortal(database: Database): MortalDatabase {
  let left = Infinity;
  const live = () => {
    left -= 1;
    if (left < 0) throw new Error('The process has died');
  };

  const connect = async () => {
    const client = await database.pool.connect();
    const query = async (text: string, values: readonly unknown[]) => {
      live();
      const result = await client.query(text, [...values]);
      live();
      return result;
    };
    // the server rolls back a lost connection's open transaction
    const release = () =>
      void (left < 0 ? client.query('rollback') : Promise.resolve()).finally(() => client.release());
    return shadow<pg.PoolClient>(client, { query, release });
  };

  const pool = shadow<pg.Pool>(database.pool, { connect });
  return {
    ...database,
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    dieAfter(moments) {
      left = moments;
    },
    get isDead() {
      return left < 0;
    },
  };
}

/** Returns an object that inherits from this one, except for these members. */
const shadow = <Thing extends object>(thing: Thing, members: { [Name in keyof Thing]?: unknown }): Thing =>
  Object.assign(Object.create(thing) as Thing, members);
