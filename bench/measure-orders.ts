import { copyStore, engines, makeStore, removeStore, type Store, withDatabase } from './bench-stores.ts';
import { compareServers, type Contestant } from './compare-servers.ts';
import { printTable } from './print-table.ts';
import { type Customer, orderBody, seedCustomers } from './seed-store.ts';
import { startShop, startSmallServer } from './spawn-server.ts';

/** Places orders as several customers in turn, so that none reaches ten unpaid orders. */
function placeOrders(customers: Customer[]): Contestant['load'] {
  let next = 0;
  return {
    method: 'POST',
    body: JSON.stringify(orderBody),
    next: () => {
      if (next === customers.length * 9)
        throw new Error('Seed more customers: each would have ten unpaid orders');
      const { accessToken } = customers[next++ % customers.length]!;
      return { path: '/api/orders', headers: { authorization: `Bearer ${accessToken}` } };
    },
  };
}

// Postpones due jobs to tomorrow. The shop without its emails shows their cost.
const putOffJobs = (store: Store) =>
  withDatabase(store, async ({ pool }) => {
    await pool.query(`
      create function put_off() returns trigger language plpgsql as $$
      begin new.run_at := new.run_at + interval '1 day'; return new; end $$;
      create trigger put_off before insert on job for each row execute function put_off()`);
  });

/** Measures orders over HTTP with durable commits: the shop, the shop without emails, and a minimal server with the same SQL. */
export async function measureOrders(): Promise<void> {
  for (const engine of engines()) {
    const seeded = await makeStore(engine);
    const customers = await seedCustomers(seeded, engine === 'embedded' ? 2000 : 4000);
    const quiet = await copyStore(seeded);
    await putOffJobs(quiet);
    const plain = await copyStore(seeded);
    try {
      const contestants: Contestant[] = [
        { name: 'shop', server: await startShop(seeded), load: placeOrders(customers) },
        { name: 'shop, letters put off', server: await startShop(quiet), load: placeOrders(customers) },
        {
          name: 'bare',
          server: await startSmallServer('bare-orders-server.ts', plain),
          load: placeOrders(customers),
        },
      ];
      const rows = await compareServers(contestants);
      printTable(`Place an order, ${engine}`, rows);
      for (const { server } of contestants) await server.stop();
    } finally {
      for (const store of [seeded, quiet, plain]) await removeStore(store);
    }
  }
}
