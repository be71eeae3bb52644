import type { Page } from 'playwright-core';
import { launchBrowser } from '#test/stories/browser.ts';
import { deskUrl, logInToDesk } from '#test/stories/desk-people.ts';
import { startShop } from '#test/stories/shop.ts';
import { engines, makeStore, removeStore } from './bench-stores.ts';
import { openWork } from './measure-desk.ts';
import { percentile, printTable } from './print-table.ts';
import { seedScale } from './seed-scale.ts';

const orders = 20_000;
const slowdown = 4;

/**
 * A script for the page. It records the time from each interaction to the next paint. Event Timing rounds to 8 ms and omits
 * interactions below 16 ms.
 */
const keepInteractions = `
  window.kept = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId > 0) window.kept.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 });`;
const takeDurations = (page: Page) => page.evaluate<number[]>('window.kept.splice(0)');
const lastShown = (page: Page) =>
  page.evaluate<number>(
    "Math.max(0, ...Array.from(document.querySelectorAll('.line-row'), (row) => Number(row.ariaPosInSet)))",
  );

const rowsOf = (page: Page) => page.locator('.line-row').count();

/**
 * Measures the queue of 10,000 open lines at a quarter of this machine's speed: time from a key or click to the next paint, rows,
 * memory.
 */
export async function measureQueuePage(): Promise<void> {
  if (!engines().includes('PostgreSQL')) return;
  const store = await makeStore('PostgreSQL');
  await seedScale(store, orders);
  await openWork(store);
  const shop = await startShop({ DATABASE_URL: store.databaseUrl!, RATE_LIMIT_FACTOR: '1000' });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(keepInteractions);
    await logInToDesk(page, shop, 'owner', 'Una');
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(`${deskUrl(shop)}/queue`);
    await page.locator('.line-row').first().waitFor();
    const rows: Record<string, string | number>[] = [];
    const measure = async (what: string, times: number, act: (time: number) => Promise<void>) => {
      await takeDurations(page);
      for (let time = 0; time < times; time += 1) await act(time);
      const slow = await takeDurations(page);
      // faster interactions, which the observer omits, count as its threshold
      const durations = [...slow, ...Array.from({ length: Math.max(0, times - slow.length) }, () => 16)];
      rows.push({
        what,
        'median (ms)': percentile(durations, 0.5),
        'p95 (ms)': percentile(durations, 0.95),
        'rows in the page': await rowsOf(page),
      });
    };
    const press = (key: string) => page.keyboard.press(key);
    await measure('J and K', 200, (time) => press(time % 5 === 4 ? 'k' : 'j'));
    await measure('X, then J', 100, (time) => press(time % 2 === 0 ? 'x' : 'j'));
    await measure('M, which assigns the 50 lines', 1, () => press('m'));
    const started = performance.now();
    await page.getByRole('status').getByText('50 lines assigned.').waitFor();
    const assignedMs = Math.round(performance.now() - started);
    await measure('typing a filter', 10, (time) =>
      page.getByLabel('Brand or order').press('Redline sh'[time]!),
    );
    await page.getByLabel('Brand or order').fill('');
    // the last row is always rendered once it has the focus
    const list = page.getByRole('list', { name: 'Lines' });
    let loaded = 0;
    while (loaded < 2_000) {
      await page.mouse.wheel(0, 20_000);
      loaded = await lastShown(page);
    }
    await list.getByRole('link').last().focus();
    await measure(`J and K at line ${loaded.toLocaleString('en-US')}`, 50, (time) =>
      press(time % 3 === 2 ? 'j' : 'k'),
    );
    await measure('X there', 50, () => press('x'));
    await client.send('HeapProfiler.collectGarbage');
    const { usedSize } = await client.send('Runtime.getHeapUsage');
    rows.push({ what: `assigning 50 lines: until it is done, ${assignedMs} ms` });
    rows.push({ what: `memory of the page: ${(usedSize / 1e6).toFixed(1)} MB` });
    printTable(`The queue of 10,000 open lines in Chromium, ${slowdown} times slower`, rows);
  } finally {
    await browser.close();
    await shop.discard();
    await removeStore(store);
  }
}
