import { sql } from 'kysely';
import { openDatabase } from '#server/database/open-database.ts';
import { openTestDatabase, testDatabaseUrl } from './open-test-database.ts';
import { openTestDesk, type TestDesk } from './open-test-desk.ts';

/** Two processes on one PostgreSQL. With the embedded database, which only one process can open, both are the same. */
export async function openTwoDesks({ settings = {} }: { settings?: Record<string, string> } = {}) {
  const database = await openTestDatabase();
  const second = testDatabaseUrl ? await openDatabase({ ...database.address, poolSize: 10 }) : undefined;
  const one = await openTestDesk({ database, settings });
  const other = second ? await openTestDesk({ database: second, settings }) : one;
  const desks: readonly [TestDesk, TestDesk] = [one, other];
  const each = new Set(desks);
  /** Whether a job is due or runs: one process may claim what a job of the other has written. */
  const isWorking = async () => {
    const { rows } = await sql<{ is_working: boolean }>`select exists (
      select from job where dead_at is null and (run_at <= ${one.shop.now()} or leased_until is not null)
    ) as is_working`.execute(database.db);
    return rows[0]!.is_working;
  };
  /** Runs the due jobs of both processes. */
  const drain = async () => {
    do await Promise.all([...each].map(({ shop }) => shop.app.jobs.drain()));
    while (await isWorking());
  };
  return {
    desks,
    /** Advances both clocks. */
    pass(ms: number) {
      for (const { shop } of each) shop.pass(ms);
    },
    drain,
    /** All emails that the processes have sent. */
    letters: async () => (await Promise.all([...each].map(({ shop }) => shop.letters()))).flat(),
    /** Sends all due emails, and returns those to an address: either process may send one. */
    async emailsTo(address: string) {
      await drain();
      const sent = [];
      for (const { shop } of each) sent.push(...(await shop.emailsTo(address)));
      return sent;
    },
    async close() {
      await Promise.all([...each].map((desk) => desk.close()));
      await second?.close();
      await database.drop();
    },
  };
}
