import { openDatabase } from '#server/database/open-database.ts';
import { openTestDatabase, testDatabaseUrl } from './open-test-database.ts';
import { openTestDesk, type TestDesk } from './open-test-desk.ts';

/** Two processes on one PostgreSQL. With the embedded database, which serves a single process, both are the same. */
export async function openTwoDesks({ settings = {} }: { settings?: Record<string, string> } = {}) {
  const database = await openTestDatabase();
  const second = testDatabaseUrl ? await openDatabase({ ...database.address, poolSize: 10 }) : undefined;
  const one = await openTestDesk({ database, settings });
  const other = second ? await openTestDesk({ database: second, settings }) : one;
  const desks: readonly [TestDesk, TestDesk] = [one, other];
  const each = new Set(desks);
  return {
    desks,
    /** Advances both clocks. */
    pass(ms: number) {
      for (const { shop } of each) shop.pass(ms);
    },
    /** Runs the due jobs of both processes. */
    drain: () => Promise.all([...each].map(({ shop }) => shop.app.jobs.drain())),
    /** The emails that the processes have sent. */
    letters: async () => (await Promise.all([...each].map(({ shop }) => shop.letters()))).flat(),
    /** The emails to an address, after all due ones were sent: either process may send one. */
    async emailsTo(address: string) {
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
