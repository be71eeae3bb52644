import { copyStore, engines, makeStore, removeStore } from './bench-stores.ts';
import { compareServers, type Contestant } from './compare-servers.ts';
import { printTable } from './print-table.ts';
import { seedAttempts } from './seed-store.ts';
import { startSmallServer } from './spawn-server.ts';

/** Settles each payment once, because settling it again changes nothing. */
function settlePayments(refs: string[]): Contestant['load'] {
  let next = 0;
  return {
    method: 'POST',
    next: () => {
      if (next === refs.length) throw new Error('Seed more payments: all are settled');
      return { path: `/settle/${refs[next++]}` };
    },
  };
}

/**
 * Measures payments settled over HTTP with durable commits: applySnapshot, and a minimal server with lock and write in one
 * statement.
 */
export async function measureSettle(): Promise<void> {
  for (const engine of engines()) {
    const seeded = await makeStore(engine);
    const refs = await seedAttempts(seeded, engine === 'embedded' ? 8_000 : 20_000);
    const plain = await copyStore(seeded);
    try {
      const contestants: Contestant[] = [
        {
          name: 'shop (begin, lock, write, commit)',
          server: await startSmallServer('settle-server.ts', seeded),
          load: settlePayments(refs),
        },
        {
          name: 'bare (lock and write as one statement)',
          server: await startSmallServer('bare-settle-server.ts', plain),
          load: settlePayments(refs),
        },
      ];
      const rows = await compareServers(contestants);
      printTable(`Settle a payment, ${engine}`, rows);
      for (const { server } of contestants) await server.stop();
    } finally {
      for (const store of [seeded, plain]) await removeStore(store);
    }
  }
}
