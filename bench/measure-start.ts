import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, engines, makeStore, removeStore, type Store } from './bench-stores.ts';
import { median, printTable } from './print-table.ts';
import { startShop } from './spawn-server.ts';

const times = 5;
const restMs = 700;

async function startOnce(store: Store): Promise<{ ms: number; memory: number }> {
  const shop = await startShop(store);
  await sleep(restMs);
  const memory = shop.memory();
  await shop.stop();
  return { ms: shop.startMs, memory };
}

async function startOften(database: string, stores: () => Promise<Store>) {
  const starts: { ms: number; memory: number }[] = [];
  for (let n = 0; n < times; n += 1) {
    const store = await stores();
    starts.push(await startOnce(store));
  }
  return {
    database,
    'first 200 after ms': Math.round(median(starts.map(({ ms }) => ms))),
    'memory at rest MB': median(starts.map(({ memory }) => memory)),
  };
}

/** Measures the time from `node server/main.ts` to the first 200 of /api/health/ready, and the process's memory at that time. */
export async function measureStart(): Promise<void> {
  const rows = [];
  for (const engine of engines()) {
    const made: Store[] = [];
    const fresh = async (): Promise<Store> => {
      const store = await makeStore(engine);
      made.push(store);
      return store;
    };
    try {
      rows.push(await startOften(`${name(engine)}, new`, fresh));
      rows.push(await startOften(`${name(engine)}, existing`, async () => made[0]!));
    } finally {
      for (const store of made) await removeStore(store);
    }
  }
  printTable(`Cold start (median of ${times})`, rows);
}

const name = (engine: Engine) => (engine === 'embedded' ? 'embedded folder' : 'PostgreSQL');
