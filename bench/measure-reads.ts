import { copyStore, engines, makeStore, removeStore } from './bench-stores.ts';
import { compareServers, type Contestant } from './compare-servers.ts';
import { printTable } from './print-table.ts';
import { seedOrders, type SeededOrder } from './seed-store.ts';
import { startShop, startSmallServer } from './spawn-server.ts';

const reads: Record<string, (order: SeededOrder) => string> = {
  'My orders, 10 of 10': () => '/api/orders?limit=10',
  'One order': ({ number }) => `/api/orders/${number}`,
  'A payment link': ({ token }) => `/api/payments/${token}`,
};

function readOrders(orders: SeededOrder[], path: (order: SeededOrder) => string): Contestant['load'] {
  let next = 0;
  return {
    method: 'GET',
    next: () => {
      const order = orders[next++ % orders.length]!;
      // a payment link needs no login
      const isPublic = path(order).startsWith('/api/payments/');
      return { path: path(order), headers: isPublic ? {} : { authorization: `Bearer ${order.accessToken}` } };
    },
  };
}

/** Measures reads over HTTP: the shop, and a minimal server with the same SQL. */
export async function measureReads(): Promise<void> {
  for (const engine of engines()) {
    const seeded = await makeStore(engine);
    const orders = await seedOrders(seeded, 40);
    const plain = await copyStore(seeded);
    try {
      const shop = await startShop(seeded);
      const bare = await startSmallServer('bare-reads-server.ts', plain);
      for (const [title, path] of Object.entries(reads)) {
        const load = () => readOrders(orders, path);
        const rows = await compareServers([
          { name: 'shop', server: shop, load: load() },
          { name: 'bare', server: bare, load: load() },
        ]);
        printTable(`${title}, ${engine}`, rows);
      }
      await shop.stop();
      await bare.stop();
    } finally {
      for (const store of [seeded, plain]) await removeStore(store);
    }
  }
}
