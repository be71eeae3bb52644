/** npm run bench [part …]: measures the shop and prints tables. Without a part, all of them. */
import { dropDatabases } from './bench-stores.ts';
import { buildStorefront } from './build-storefront.ts';
import { countBytes } from './count-bytes.ts';
import { countRoundTrips } from './count-round-trips.ts';
import { measureAttacks } from './measure-attacks.ts';
import { measureBooks } from './measure-books.ts';
import { measureDay } from './measure-day.ts';
import { measureDesk } from './measure-desk.ts';
import { measureGrowth } from './measure-growth.ts';
import { measureInstant } from './measure-instant.ts';
import { measureOrders } from './measure-orders.ts';
import { measureQueuePage } from './measure-queue-page.ts';
import { measureReads } from './measure-reads.ts';
import { measureScale } from './measure-scale.ts';
import { measureSettle } from './measure-settle.ts';
import { measureStart } from './measure-start.ts';
import { measureTiming } from './measure-timing.ts';

const parts: Record<string, () => Promise<void>> = {
  start: measureStart,
  orders: measureOrders,
  settle: measureSettle,
  day: measureDay,
  desk: measureDesk,
  queue: measureQueuePage,
  books: measureBooks,
  reads: measureReads,
  growth: measureGrowth,
  scale: measureScale,
  'round-trips': countRoundTrips,
  bytes: countBytes,
  timing: measureTiming,
  instant: measureInstant,
  attacks: measureAttacks,
};

const chosen = process.argv.slice(2);
const unknown = chosen.find((part) => !(part in parts));
if (unknown !== undefined) {
  console.error(
    `There is no "${unknown}": choose from ${Object.keys(parts).join(', ')}, or nothing for all of them.`,
  );
  process.exit(2);
}
// Removes databases on Ctrl-C. Servers and temporary folders are removed when this process ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void dropDatabases().finally(() => process.exit(130)));
buildStorefront();
for (const [name, run] of Object.entries(parts))
  if (chosen.length === 0 || chosen.includes(name)) await run();
