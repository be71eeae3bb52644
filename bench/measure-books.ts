import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { day } from '#contract/durations.ts';
import { closeDays } from '#server/books/close-days.ts';
import { exportJournal } from '#server/books/write-journal.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { system } from '#server/process/actor.ts';
import { explain, listenToStatements } from '#test/repository/page-statements.ts';
import { openTestDesk } from '#test/server/open-test-desk.ts';
import { sql } from 'kysely';
import { engines, makeStore, removeStore } from './bench-stores.ts';
import { measureCall } from './measure-call.ts';
import { printTable } from './print-table.ts';
import { seedScale } from './seed-scale.ts';

/** Number of orders, with eleven transactions each over 300 days: about 450 transactions a day. */
const orders = Number(process.env['BOOKS_ORDERS'] ?? 12_200);
const runs = 10;

const pages = [
  ['trial balance and sales of a month', 'books?from=2026-09-01&to=2026-09-30'],
  ['trial balance and sales of a year', 'books?from=2026-01-01&to=2026-12-31'],
  ['a day', 'books/days/2026-09-15'],
  ['totals of a month', 'books/totals?from=2026-09-01&to=2026-09-30'],
  ['totals of a year', 'books/totals?from=2026-01-01&to=2026-12-31'],
  ['roll-forward of a year', 'books/roll-forward?from=2026-01-01&to=2026-12-31'],
  ['goodwill, newest', 'money/lists/goodwill?from=2026-01-01&to=2026-12-31'],
  ['money chart of a year', 'reports/money?days=365'],
] as const;

/** Closes all days but the last, and then measures the close of the last one: the cost of one day in a shop with a history. */
async function measureCloses(
  { db }: Database,
  statements: ReturnType<typeof listenToStatements>,
): Promise<Record<string, string | number>[]> {
  const { rows: last } = await sql<{ at: Date }>`select max(posted_at) as at from ledger_tx`.execute(db);
  const end = last[0]!.at.getTime();
  const started = performance.now();
  await closeDays({ db, clock: () => new Date(end - 5 * day) });
  const [all, begun] = [performance.now() - started, performance.now()];
  const { rows: known } = await sql<{ n: number; newest: string; ends: Date }>`
    select count(distinct day)::int as n, max(day)::text as newest, max(ends_at) as ends from day_close`.execute(
    db,
  );
  const { n, ends } = known[0]!;
  const heard = await statements.during(() =>
    closeDays({ db, clock: () => new Date(ends.getTime() + day + 1) }),
  );
  const one = performance.now() - begun;
  const { rows: posted } = await sql<{ n: number }>`
    select count(*)::int as n from ledger_tx where posted_at >= ${ends} and posted_at < ${new Date(ends.getTime() + day)}`.execute(
    db,
  );
  let read = 0;
  let counting = 0;
  for (const statement of heard) {
    const { buffers } = await explain(db, statement, { avoidScans: false });
    read += buffers;
    if (statement.sql.includes('ledger_tx t, lateral')) counting = Math.max(counting, buffers);
  }
  return [
    { what: `closing ${n} days at once (ms)`, measured: Math.round(all) },
    { what: `closing one day of ${posted[0]!.n} transactions (ms)`, measured: Math.round(one) },
    { what: 'database pages of its close', measured: read },
    { what: 'of these, by the largest count of postings', measured: counting },
  ];
}

/** Streams the journal of all closed days. */
async function measureJournal({ db }: Database): Promise<Record<string, string | number>[]> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const deps = { db, clock: () => new Date(), catalogue: () => ({}) as never };
  collect();
  const before = process.memoryUsage.rss();
  const started = performance.now();
  const { content } = await exportJournal(deps, system, { from: '2026-01-01', to: '2026-12-31' });
  let [lines, bytes, most] = [0, 0, before];
  for await (const chunk of content as AsyncIterable<string>) {
    lines += chunk.split('\r\n').length - 1;
    bytes += Buffer.byteLength(chunk);
    most = Math.max(most, process.memoryUsage.rss());
  }
  return [
    { what: 'lines', measured: lines },
    { what: 'MB', measured: (bytes / 1e6).toFixed(1) },
    { what: 'seconds', measured: ((performance.now() - started) / 1000).toFixed(1) },
    { what: 'growth of resident memory (MB)', measured: ((most - before) / 1e6).toFixed(1) },
  ];
}

/** Measures the close of a day, the reports of a month and a year, and the journal of all days, on PostgreSQL. */
export async function measureBooks(): Promise<void> {
  if (!engines().includes('PostgreSQL')) return;
  const store = await makeStore('PostgreSQL');
  await seedScale(store, orders);
  const statements = listenToStatements();
  const listening = await openDatabase({ ...store, onQuery: statements.onQuery });
  const desk = await openTestDesk({ database: listening, dataDir: store.dataDir, startsAt: new Date() });
  try {
    const owner = await desk.join('owner');
    printTable(
      `The books of ${orders.toLocaleString('en-US')} orders`,
      await measureCloses(listening, statements),
    );
    const rows: Record<string, string | number>[] = [];
    for (const [page, path] of pages) {
      const ask = async () => {
        const { status } = await desk.call('GET', path, { cookie: owner.cookie });
        if (status !== 200) throw new Error(`${path} answered ${status}`);
      };
      rows.push({ page, ...(await measureCall(ask, listening, statements, runs)) });
    }
    printTable('Reports', rows);
  } finally {
    await desk.close();
    await listening.close();
  }
  const database = await openDatabase(store);
  try {
    printTable('The journal', await measureJournal(database));
  } finally {
    await database.close();
  }
  await removeStore(store);
}
