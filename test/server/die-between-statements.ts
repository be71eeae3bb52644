/**
 * A process that dies between any two statements, for tests: what it has sent and what is committed stays, nothing after
 * it happens, and nobody hears of the last answer. The real thing, slower and at random, is test/stories/kill.story.ts.
 */
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';

export type MortalDatabase = Database & {
  /** Dies before (even) or after (odd) one of the coming statements, `begin` and `commit` among them. */
  dieAfter(moments: number): void;
  readonly isDead: boolean;
};

/** What one process sees of the database; another opens its own view of the same. Closing stays with the database. */
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
    // the server ends what a lost connection had begun
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

/** The same object but for these members. */
const shadow = <Thing extends object>(thing: Thing, members: { [Name in keyof Thing]?: unknown }): Thing =>
  Object.assign(Object.create(thing) as Thing, members);
