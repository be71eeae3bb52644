import assert from 'node:assert/strict';
import test from 'node:test';
import { deskEndpoints, type DeskEndpointName } from '#contract/desk/endpoints.ts';
import { openDeskActs } from '#test/server/desk-acts.ts';
import { openTestDatabase, type TestDatabase } from '#test/server/open-test-database.ts';
import { openTestDesk } from '#test/server/open-test-desk.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { everyDeskPage, everyPage, explain, listenToStatements } from './page-statements.ts';

/**
 * Statements that read a whole table only while it is small (`npm run bench scale` shows their plan for large tables), or a table
 * that stays small: staff_presence has one row per person who is online, and desk_network has at most a hundred.
 */
const onlyWhenSmall = new Set([
  'delivered work reads all of delivery',
  'desk: networks reads all of desk_network_pkey',
  'desk: next reads all of staff_presence_of_subject',
  'desk: the pulse reads all of staff_presence_of_subject',
  'next reads all of staff_presence_of_subject',
  'pulse reads all of staff_presence_of_subject',
  'showNetworks reads all of desk_network_pkey',
  'setNetworks reads all of desk_network_pkey',
]);

/** The growing tables that this work reads as a whole, and the number of plans. */
async function findWholeReads(
  database: TestDatabase,
  statements: ReturnType<typeof listenToStatements>,
  work: Iterable<readonly [name: string, ask: () => Promise<unknown>]>,
): Promise<{ found: string[]; explained: number }> {
  const found: string[] = [];
  let explained = 0;
  for (const [name, ask] of work)
    for (const statement of await statements.during(ask))
      for (const isGeneral of [false, true]) {
        const { readsWhole } = await explain(database.db, statement, { avoidScans: true, isGeneral });
        explained += 1;
        for (const table of readsWhole) {
          const finding = `${name} reads all of ${table}`;
          if (!onlyWhenSmall.has(finding))
            found.push(`${finding}${isGeneral ? ', whatever the values' : ''}: ${statement.sql}`);
        }
      }
  return { found, explained };
}

test('scans no growing table completely for a page, a job or a list of the operator', async (t) => {
  const statements = listenToStatements();
  await using database = await openTestDatabase({ onQuery: statements.onQuery });
  const desk = await openTestDesk({ database });
  const { shop } = desk;
  try {
    const { auth: headers } = await shop.customer();
    await shop.addFunds(headers, 20_000);
    const { orderNumber, token } = await shop.placeOrder(headers);
    await shop.pay(token, 'balance', headers);
    await openTestTeam(shop).deliver(orderNumber);
    const visit = { headers, orderNumber, linkToken: token, middleOrder: 1n, middleEntry: 1n };
    const person = await desk.join('owner');
    const { found, explained } = await findWholeReads(database, statements, [
      ...everyPage(shop, visit),
      ...everyDeskPage(desk, person, orderNumber),
    ]);
    t.diagnostic(`${explained} plans`);
    assert.deepEqual(found, []);
    // checks that a full scan would be detected
    const whole = { sql: 'select * from customer_order where amount = $1', parameters: [1] };
    assert.deepEqual((await explain(database.db, whole, { avoidScans: true })).readsWhole, [
      'customer_order',
    ]);
    const listed = {
      sql: 'select * from order_event where at > $1 order by id limit 10',
      parameters: [new Date()],
    };
    assert.deepEqual((await explain(database.db, listed, { avoidScans: true })).readsWhole, ['order_event']);
  } finally {
    await desk.close();
  }
});

test('scans no growing table completely for any call of the desk', async (t) => {
  const statements = listenToStatements();
  await using database = await openTestDatabase({ onQuery: statements.onQuery });
  const desk = await openTestDesk({ database });
  try {
    const { acts, done } = await openDeskActs(desk);
    const { found, explained } = await findWholeReads(
      database,
      statements,
      acts.map(({ name, act }) => {
        // with its jobs, which would otherwise run during a later act
        const actAndJobs = async () => {
          await act();
          await desk.shop.app.jobs.drain();
        };
        return [name, actAndJobs] as const;
      }),
    );
    t.diagnostic(`${explained} plans`);
    assert.deepEqual(found, []);
    assert.deepEqual(
      Object.keys(deskEndpoints).filter((name) => !done.has(name as DeskEndpointName)),
      [],
      'calls without an act in desk-acts.ts',
    );
  } finally {
    await desk.close();
  }
});
