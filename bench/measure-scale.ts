import { openDatabase } from '#server/database/open-database.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { everyPage, explain, listenToStatements } from '#test/repository/page-statements.ts';
import { engines, makeStore, removeStore, type Store } from './bench-stores.ts';
import { median, printTable } from './print-table.ts';
import { seedScale, type Visitor } from './seed-scale.ts';
import { sessionSecret } from './seed-store.ts';
import { sql } from 'kysely';

const runs = 15;

type Cost = { buffers: number; ms: number; indexes: string[]; readsWhole: string[] };

/** Measures the cost of every page for this visitor. */
async function measurePages(store: Store, visitor: Visitor): Promise<Map<string, Cost>> {
  const statements = listenToStatements();
  const database = await openDatabase({ ...store, onQuery: statements.onQuery });
  const shop = await openTestShop({
    database,
    dataDir: store.dataDir,
    startsAt: new Date(),
    settings: { SESSION_SECRET: sessionSecret, RATE_LIMIT_FACTOR: '1000000' },
  });
  try {
    const costs = new Map<string, Cost>();
    const visit = { ...visitor, headers: shop.bearer(visitor.accessToken) };
    for (const [page, ask] of everyPage(shop, visit)) {
      const heard = await statements.during(ask);
      const cost: Cost = { buffers: 0, ms: 0, indexes: [], readsWhole: [] };
      for (const statement of heard) {
        const { buffers, indexes, readsWhole } = await explain(database.db, statement, { avoidScans: false });
        cost.buffers += buffers;
        cost.indexes.push(...indexes);
        cost.readsWhole.push(...readsWhole);
      }
      const times: number[] = [];
      for (let n = 0; n < (page === 'place an order' ? 5 : runs); n += 1) {
        const started = performance.now();
        await ask();
        times.push(performance.now() - started);
      }
      cost.ms = median(times);
      costs.set(page, cost);
    }
    return costs;
  } finally {
    await shop.close();
    await database.close();
  }
}

async function size(store: Store): Promise<{ rows: Record<string, string | number>[]; total: string }> {
  const database = await openDatabase(store);
  const { rows } = await sql<{ table: string; rows: bigint; size: string }>`
    select relname as table, n_live_tup as rows, pg_size_pretty(pg_total_relation_size(relid)) as size
    from pg_stat_user_tables where schemaname = 'public' and n_live_tup > 0 order by pg_total_relation_size(relid) desc limit 12`.execute(
    database.db,
  );
  const { rows: whole } = await sql<{ total: string }>`
    select pg_size_pretty(pg_database_size(current_database())) as total`.execute(database.db);
  await database.close();
  return {
    rows: rows.map((row) => ({ table: row.table, rows: String(row.rows), 'with indexes': row.size })),
    total: whole[0]!.total,
  };
}

/** Audits the books. Returns the duration and the number of findings, in words. */
async function audit(store: Store): Promise<string> {
  const database = await openDatabase(store);
  const shop = await openTestShop({ database, startsAt: new Date() });
  const started = performance.now();
  try {
    await shop.app.jobs.stop();
    const findings = await shop.audit();
    return `${((performance.now() - started) / 1000).toFixed(1)} s, ${findings.length} findings${findings.length > 0 ? `: ${findings[0]}` : ''}`;
  } catch (error) {
    return `failed after ${((performance.now() - started) / 1000).toFixed(1)} s: ${String(error)}`;
  } finally {
    await shop.close();
    await database.close();
  }
}

/**
 * Measures the cost of every page with a thousand and with a million orders (or SCALE_ORDERS) in the shop, on PostgreSQL: 8 KB
 * pages read, indexes, time. Names tables that are read as a whole.
 */
export async function measureScale(): Promise<void> {
  if (!engines().includes('PostgreSQL')) return;
  const sizes = [1_000, Number(process.env['SCALE_ORDERS'] ?? 1_000_000)];
  const columns: { name: string; costs: Map<string, Cost> }[] = [];
  for (const orders of sizes) {
    const store = await makeStore('PostgreSQL');
    try {
      const started = performance.now();
      const visitors = await seedScale(store, orders);
      console.log(`\n${orders} orders made in ${Math.round((performance.now() - started) / 1000)} s`);
      const { rows, total } = await size(store);
      if (orders === sizes.at(-1))
        printTable(`The largest tables at ${orders} orders, ${total} in all`, rows);
      console.log(`\nThe audit at ${orders} orders: ${await audit(store)}`);
      for (const visitor of visitors)
        columns.push({
          name: `${orders}: ${visitor.name}`,
          costs: await measurePages(store, visitor),
        });
    } finally {
      await removeStore(store);
    }
  }
  const pages = [...columns[0]!.costs.keys()];
  printTable(
    'Every page, by how many orders are in the shop: how many the customer has',
    pages.map((page) => ({
      page,
      ...Object.fromEntries(
        columns.flatMap(({ name, costs }) => {
          const { buffers, ms } = costs.get(page)!;
          return [[name, `${buffers} (${ms.toFixed(1)} ms)`]];
        }),
      ),
    })),
  );
  const large = columns.at(-1)!.costs;
  printTable(
    'Indexes used at the large size',
    pages.map((page) => ({
      page,
      indexes: [...new Set(large.get(page)!.indexes)].join(', '),
      'read as a whole': [...new Set(large.get(page)!.readsWhole)].join(', '),
    })),
  );
}
