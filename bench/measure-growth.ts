import type { OrderSearch } from '#contract/storefront/order-search.ts';
import { listOrders } from '#server/orders/list-orders.ts';
import { showBalance } from '#server/balance/show-balance.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { CompiledQuery } from 'kysely';
import { engines, makeStore, removeStore } from './bench-stores.ts';
import { statementRecorder } from './captured-statements.ts';
import { median, printTable } from './print-table.ts';
import { seedHistories } from './seed-store.ts';
import { wireUseCases } from './wire-use-cases.ts';

const sizes = [10, 2_000, 100_000];
/** Maximum number of orders for which searches are measured, because a search for a rare service or state reads every order. */
const mostSearched = 2_000;
const runs = 40;
const page = { limit: 10, show: 'all' } as const;
/** Searches of "my orders" that match all orders or none: the least and the most that a search can read. */
const searches: Record<string, OrderSearch> = {
  'a brand of all': { q: 'golden' },
  'a brand of none': { q: 'zanzibar' },
  'a service of none': { service: '11' },
  'a month of none': { month: '2020-01' },
  'canceled, none': { state: 'canceled' },
  'to review, none': { state: 'attention' },
};

/** Counts the 8 KB pages that the captured statements read. Unlike a time, the count is exact. */
async function countBuffers({ db }: Database, captured: { sql: string; parameters: readonly unknown[] }[]) {
  let buffers = 0;
  for (const { sql, parameters } of captured) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      CompiledQuery.raw(`explain (analyze, buffers, format json) ${sql}`, [...parameters]),
    );
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
    buffers += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  }
  return buffers;
}

async function medianMs(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let n = 0; n < runs; n += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times).toFixed(2);
}

/**
 * Measures the cost of a page of ten for a customer with few and with many orders: the newest page, and one in the middle of the
 * history.
 */
export async function measureGrowth(): Promise<void> {
  for (const engine of engines()) {
    const store = await makeStore(engine);
    try {
      const customers = await seedHistories(store, sizes);
      const recorder = statementRecorder();
      const database = await openDatabase({ ...store, onQuery: recorder.onQuery });
      const deps = wireUseCases(database);
      const rows: Record<string, string | number>[] = [];
      for (const { id, size, middleOrder, middleEntry } of customers) {
        const reads: [string, () => Promise<unknown>][] = [
          ['statement, newest', () => showBalance(deps, id, page)],
          ['statement, middle', () => showBalance(deps, id, { ...page, cursor: String(middleEntry) })],
          // a customer without deposits
          ['statement, what came in', () => showBalance(deps, id, { ...page, show: 'in' })],
          ['my orders, newest', () => listOrders(deps, id, page)],
          ['my orders, middle', () => listOrders(deps, id, { ...page, cursor: String(middleOrder) })],
          ...(size > mostSearched
            ? []
            : Object.entries(searches).map(([what, search]): [string, () => Promise<unknown>] => [
                `my orders, ${what}`,
                () => listOrders(deps, id, { ...page, ...search }),
              ])),
        ];
        for (const [what, read] of reads) {
          const ms = await medianMs(read);
          const buffers = await countBuffers(database, await recorder.during(read));
          rows.push({ 'page of ten': what, 'there are': size, 'pages of 8 KB': buffers, 'median ms': ms });
        }
      }
      await database.close();
      printTable(
        `A page of the statement and of my orders, ${engine}`,
        rows.toSorted((a, b) => String(b['page of ten']).localeCompare(String(a['page of ten']))),
      );
    } finally {
      await removeStore(store);
    }
  }
}
