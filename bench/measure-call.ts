import type { Database } from '#server/database/open-database.ts';
import { explain, type listenToStatements } from '#test/repository/page-statements.ts';
import { percentile } from './print-table.ts';

/** Measures a call over `runs` runs: its statements, the database pages that they read, and its time. */
export async function measureCall(
  ask: () => Promise<unknown>,
  { db }: Pick<Database, 'db'>,
  statements: ReturnType<typeof listenToStatements>,
  runs: number,
): Promise<Record<string, string | number>> {
  const heard = await statements.during(ask);
  let pages = 0;
  for (const statement of heard) pages += (await explain(db, statement, { avoidScans: false })).buffers;
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
  }
  return {
    statements: heard.length,
    'database pages': pages,
    'median (ms)': percentile(times, 0.5).toFixed(1),
    'p95 (ms)': percentile(times, 0.95).toFixed(1),
  };
}
