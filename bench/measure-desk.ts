import { openDatabase } from '#server/database/open-database.ts';
import { everyDeskPage, explain, listenToStatements } from '#test/repository/page-statements.ts';
import { openTestDesk } from '#test/server/open-test-desk.ts';
import { sql } from 'kysely';
import { engines, makeStore, removeStore, type Store } from './bench-stores.ts';
import { percentile, printTable } from './print-table.ts';
import { seedScale } from './seed-scale.ts';

const orders = Number(process.env['DESK_ORDERS'] ?? 200_000);
const openLines = Number(process.env['DESK_OPEN'] ?? 10_000);
const runs = 40;

/** The calls that people at the desk make all day. */
const measured = new Set([
  'desk: the queue',
  'desk: the queue of a service',
  'desk: a line',
  'desk: today',
  'desk: next',
  'desk: the pulse',
  'desk: orders',
  'desk: an order',
  'desk: customers by name',
]);

/** Makes the newest orders open work, due from ten days ago to four months ahead. Answers one order's number. */
async function openWork(store: Store): Promise<string> {
  const database = await openDatabase(store);
  const { rows } = await sql<{ number: string }>`
    with newest as (select id from customer_order order by id desc limit ${openLines})
    update order_line l set work_status = (array['queued', 'queued', 'inProgress', 'revisionRequested'])[1 + l.order_id % 4],
      due_on = current_date - 10 + (l.order_id % 130)::int
    from newest where l.order_id = newest.id
    returning (select number from customer_order o where o.id = l.order_id) as number`.execute(database.db);
  await sql`vacuum analyze order_line`.execute(database.db);
  await database.close();
  return rows[0]!.number;
}

/** Time, statements, database pages and bytes of the desk's calls with 10,000 open lines among 200,000. */
export async function measureDesk(): Promise<void> {
  if (!engines().includes('PostgreSQL')) return;
  const store = await makeStore('PostgreSQL');
  await seedScale(store, orders);
  const number = await openWork(store);
  const statements = listenToStatements();
  const database = await openDatabase({ ...store, onQuery: statements.onQuery });
  const desk = await openTestDesk({ database, dataDir: store.dataDir, startsAt: new Date() });
  try {
    const owner = await desk.join('owner');
    const rows: Record<string, string | number>[] = [];
    for (const [page, ask] of everyDeskPage(desk, owner, number)) {
      if (!measured.has(page)) continue;
      const heard = await statements.during(ask);
      let pages = 0;
      for (const statement of heard)
        pages += (await explain(database.db, statement, { avoidScans: false })).buffers;
      const times: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        const started = performance.now();
        await ask();
        times.push(performance.now() - started);
      }
      rows.push({
        call: page.replace('desk: ', ''),
        statements: heard.length,
        'database pages': pages,
        'median (ms)': percentile(times, 0.5).toFixed(1),
        'p95 (ms)': percentile(times, 0.95).toFixed(1),
      });
    }
    const pulse = await desk.call('POST', 'pulse', {
      cookie: owner.cookie,
      body: { at: null, isWriting: false },
    });
    rows.push({ call: `an answer of the pulse: ${JSON.stringify(pulse.body).length} bytes` });
    printTable(
      `The desk with ${openLines.toLocaleString('en-US')} open lines among ${orders.toLocaleString('en-US')}`,
      rows,
    );
  } finally {
    await desk.close();
    await database.close();
    await removeStore(store);
  }
}
