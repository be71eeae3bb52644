import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { hour, second } from '#contract/durations.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { checkSoldOnce } from '#server/desk/line/sold-once.ts';
import { everyDeskPage, listenToStatements } from '#test/repository/page-statements.ts';
import { openTestDesk, type TestDesk } from '#test/server/open-test-desk.ts';
import { sql } from 'kysely';
import { engines, makeStore, removeStore, type Store } from './bench-stores.ts';
import { measureCall } from './measure-call.ts';
import { percentile, printTable } from './print-table.ts';
import { seedScale } from './seed-scale.ts';

const orders = Number(process.env['DESK_ORDERS'] ?? 200_000);
const openLines = Number(process.env['DESK_OPEN'] ?? 10_000);
const runs = 40;
const people = 10;
/** Interval of a page's polls while another person is on the same screen (ms), as in desk/work/pulse.ts. */
const pollMs = 3 * second;
const fingerprints = 200_000;

/** The calls that people at the desk make all day. */
const measured = new Set([
  'desk: the queue',
  'desk: the queue of a service',
  'desk: a line',
  'desk: today',
  'desk: next',
  'desk: the pulse',
  'desk: orders',
  'desk: orders, filtered',
  'desk: orders, searched',
  'desk: an order',
  'desk: customers by name',
]);

/** Turns the newest orders into open work, due from ten days ago to four months ahead. Returns the number of one order. */
export async function openWork(store: Store): Promise<string> {
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

/**
 * Polls as the pages of ten people do in an hour in which a line is assigned every minute. Returns time, CPU, memory and
 * remaining rows.
 */
async function pollForAnHour(
  desk: TestDesk,
  { db }: Database,
  number: string,
): Promise<Record<string, string | number>[]> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const team = [];
  for (let n = 0; n < people; n += 1) team.push(await desk.join('editor'));
  const poll = async ({ cookie }: { cookie: string }, at: string | null) => {
    const started = performance.now();
    const { status } = await desk.call('POST', 'pulse', { cookie, body: { at, isWriting: at !== null } });
    if (status !== 200) throw new Error(`the pulse answered ${status}`);
    return performance.now() - started;
  };
  await Promise.all(team.map((person) => poll(person, null)));
  collect();
  const [memory, cpu] = [process.memoryUsage().heapUsed, process.cpuUsage()];
  const times: number[] = [];
  for (let round = 0; round < hour / pollMs; round += 1) {
    desk.shop.pass(pollMs);
    for (const [n, person] of team.entries())
      times.push(await poll(person, n % 2 === 0 ? `line ${number} ${(round % 7) + 1}` : null));
    if (round % 20 === 0)
      await desk.call('POST', `lines/${number}/1/${round % 40 === 0 ? 'take' : 'give-back'}`, team[0]);
  }
  const { user, system } = process.cpuUsage(cpu);
  collect();
  const grown = process.memoryUsage().heapUsed - memory;
  desk.shop.pass(31 * second);
  await poll(team[1]!, null);
  const { rows } = await sql`select 1 from staff_presence`.execute(db);
  return [
    { what: 'polls', measured: times.length },
    { what: 'median (ms)', measured: percentile(times, 0.5).toFixed(1) },
    { what: 'p95 (ms)', measured: percentile(times, 0.95).toFixed(1) },
    { what: 'share of one core', measured: `${(((user + system) / 1000 / hour) * 100).toFixed(2)} %` },
    { what: 'growth of the heap (MB)', measured: (grown / 1e6).toFixed(1) },
    { what: 'rows of presence half a minute later', measured: rows.length },
  ];
}

/** Measures the search for sold sentences among 200,000, for a text of 100 sentences. */
async function findSoldSentences({ db }: Database): Promise<Record<string, string | number>[]> {
  await sql`insert into delivered_sentence (fingerprint, order_id, position)
    select ('x' || left(md5(n::text), 16))::bit(64)::bigint, order_id, position
    from (select order_id, position, row_number() over (order by order_id) as n from order_line) as l
    where n <= ${fingerprints}`.execute(db);
  await sql`vacuum analyze delivered_sentence`.execute(db);
  const { rows: lines } = await sql<{ order_id: bigint }>`
    select order_id from order_line order by order_id desc limit 1`.execute(db);
  const line = { order_id: lines[0]!.order_id, position: 1, details: { brief: {} } } as Parameters<
    typeof checkSoldOnce
  >[1];
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const text = Array.from(
      { length: 100 },
      (_, n) => `Sentence ${n} of run ${run} is long enough to be kept by its customer.`,
    ).join(' ');
    const started = performance.now();
    await checkSoldOnce(db, line, [{ key: 'text', text }]);
    times.push(performance.now() - started);
  }
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from delivered_sentence`.execute(db);
  return [
    { what: 'sold sentences', measured: rows[0]!.n },
    { what: 'median (ms)', measured: percentile(times, 0.5).toFixed(1) },
    { what: 'p95 (ms)', measured: percentile(times, 0.95).toFixed(1) },
  ];
}

/**
 * Measures time, statements, database pages and bytes of the desk's calls, its polls and its search for sold sentences, with
 * 10,000 open lines among 200,000.
 */
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
      rows.push({
        call: page.replace('desk: ', ''),
        ...(await measureCall(ask, database, statements, runs)),
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
  }
  await measureHour(store, number);
  await removeStore(store);
}

/** Measures polls and the search for sold sentences without recording statements, which takes memory. */
async function measureHour(store: Store, number: string): Promise<void> {
  const database = await openDatabase(store);
  const desk = await openTestDesk({ database, dataDir: store.dataDir, startsAt: new Date() });
  try {
    printTable(
      `${people} people at the desk for an hour, a poll every ${pollMs / second} s`,
      await pollForAnHour(desk, database, number),
    );
    printTable('Whether 100 sentences were delivered to another customer', await findSoldSentences(database));
  } finally {
    await desk.close();
    await database.close();
  }
}
