import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '#server/accounts/hash-password.ts';
import { askRunningShop } from '#server/operator/operator-socket.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { sql } from 'kysely';
import { type Engine, engines, makeStore, removeStore, type Store, withDatabase } from './bench-stores.ts';
import { letThemCome, type Tally } from './day-visits.ts';
import { percentile, printTable } from './print-table.ts';
import { type RunningServer, startShop } from './spawn-server.ts';

const customers = 5_000;
const seconds = Number(process.env['DAY_SECONDS'] ?? 600);
const givenRate = Number(process.env['DAY_RATE'] ?? 0);
const givenEngine = process.env['DAY_ENGINE'];
/** The shop sustains a rate while the 95th percentile of its call times stays below this (ms) and no call fails. */
const patienceMs = 500;
const step = { seconds: 12, factor: 1.4 };
/** The day runs at this fraction of the first failing rate, so that other load on the machine doesn't overload the shop. */
const headroom = 0.5;

async function addCustomers(store: Store): Promise<void> {
  const hash = await hashPassword(testPassword);
  await withDatabase(store, async ({ db }) => {
    await sql`
      insert into customer (email, email_canonical, first_name, last_name, password_hash, agreed_to_privacy_at, created_at)
      select n || '@day.test', n || '@day.test', 'Ann', 'Lee', ${hash}, now(), now() from generate_series(1, ${customers}::int) n`.execute(
      db,
    );
    await sql`analyze`.execute(db);
  });
}

const allTimes = ({ times }: Tally) => [...times.values()].flat();
const errorsOf = ({ errors }: Tally) => [...errors.values()].reduce((sum, count) => sum + count, 0);

type Spend = (rate: number, seconds: number) => Promise<Tally>;

async function findRate(spend: Spend): Promise<number> {
  if (givenRate > 0) return givenRate / headroom;
  for (let rate = 4; ; rate *= step.factor) {
    const tally = await spend(rate, step.seconds);
    const p95 = percentile(allTimes(tally), 0.95);
    console.log(`  ${rate.toFixed(1)} visits a second: p95 ${p95.toFixed(0)} ms, ${tally.shed} refused`);
    if (p95 > patienceMs || tally.shed > 0 || errorsOf(tally) > 0) {
      await sleep(10_000);
      return rate;
    }
  }
}

function print(title: string, tally: Tally, lasted: number): void {
  const rows = [...tally.times, ['all', allTimes(tally)] as const].map(([kind, times]) => ({
    call: kind,
    'per second': (times.length / lasted).toFixed(1),
    'p50 ms': percentile(times, 0.5).toFixed(0),
    'p95 ms': percentile(times, 0.95).toFixed(0),
    'p99 ms': percentile(times, 0.99).toFixed(0),
    'slowest ms': percentile(times, 1).toFixed(0),
  }));
  printTable(title, rows);
  const { shed, shedTimes, errors, turnedAway } = tally;
  console.log(
    `\nRefused with 503 and Retry-After: ${shed}${shed > 0 ? `, half of them within ${percentile(shedTimes, 0.5).toFixed(0)} ms` : ''}. Visits that found no room in the bench: ${turnedAway}. Other failures: ${errorsOf(tally)}.`,
  );
  for (const [what, count] of errors) console.log(`  ${count} × ${what}`);
}

/** Checks, after all due jobs, that acknowledged orders exist and the books are correct. */
async function expectKept(store: Store, server: RunningServer, placed: number): Promise<void> {
  for (let n = 0; n < 120; n += 1) {
    const audit = await askRunningShop(store.dataDir, {
      name: 'audit',
      words: [],
      operator: 'bench',
    });
    if (audit?.ok || n === 119) {
      console.log(`\nThe audit after: ${audit?.output.trim().split('\n')[0]}`);
      break;
    }
    await sleep(1_000);
  }
  await server.stop();
  const { orders, letters } = await withDatabase(store, async ({ db }) => {
    const { rows } = await sql<{ orders: number; letters: number }>`
      select (select count(*)::int from customer_order) as orders, (select count(*)::int from job where kind like 'mail.%' and run_at <= now()) as letters`.execute(
      db,
    );
    return rows[0]!;
  });
  console.log(
    `Orders acknowledged: ${placed}; in the database: ${orders}. Letters still to be sent: ${letters}.`,
  );
}

async function measureOn(engine: Engine): Promise<void> {
  const store = await makeStore(engine);
  try {
    await addCustomers(store);
    const server = await startShop(store);
    let placed = 0;
    const spend = async (rate: number, lasting: number, everySecond?: (second: number) => void) => {
      const tally = await letThemCome(server.url, { rate, seconds: lasting, customers }, everySecond);
      placed += tally.placed;
      return tally;
    };
    console.log(`\nLooking for the rate that this machine holds, ${engine}:`);
    const before = performance.now();
    await spend(4, 5);
    const tooMuch = await findRate(spend);
    const rate = tooMuch * headroom;
    console.log(`  found in ${((performance.now() - before) / 1000).toFixed(0)} s`);
    const memory: number[] = [];
    const day = await spend(rate, seconds, (second) => {
      if (second % Math.max(1, Math.round(seconds / 10)) === 0) memory.push(server.memory());
    });
    print(`A day: ${rate.toFixed(1)} visits a second for ${seconds} s, ${engine}`, day, seconds);
    console.log(`Memory, MB, ten times: ${memory.join(', ')}`);
    const minute = Math.min(60, seconds);
    const rush = await spend(tooMuch * 2, minute);
    print(
      `Twice what was too much: ${(tooMuch * 2).toFixed(1)} visits a second for ${minute} s, ${engine}`,
      rush,
      minute,
    );
    const after = await spend(rate, Math.min(30, seconds));
    print(`And as before, ${engine}`, after, Math.min(30, seconds));
    console.log(`Memory: ${server.memory()} MB`);
    await expectKept(store, server, placed);
  } finally {
    await removeStore(store);
  }
}

/**
 * Simulates a day of the shop in minutes: visitors browse, log in, order, pay and read their history, with the resulting webhooks
 * and emails. Runs at a sustainable rate, then for a minute at twice the first failing rate, then as before. On PostgreSQL if
 * available (DAY_ENGINE=embedded for the embedded database), for DAY_SECONDS (600), at DAY_RATE visits per second (searched by
 * default).
 */
export async function measureDay(): Promise<void> {
  const chosen = engines().find((engine) => engine === givenEngine) ?? engines().at(-1)!;
  await measureOn(chosen);
}
