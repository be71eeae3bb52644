/** The charts of the desk, each with its table, on a shop with a history. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { copyDemo } from './copy-demo.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { expectNoLayoutShift, expectSound } from './page-checks.ts';
import { story, type StoryOptions } from './story.ts';

const onDemo: StoryOptions = {
  settings: { RATE_LIMIT_FACTOR: '100' },
  fill: async (dataDir) => void (await copyDemo(dataDir)),
};

const chart = (page: Page, name: string | RegExp) => page.getByRole('region', { name }).first();

/** Opens a chart's table by keyboard only. Returns its rows as text. */
async function openTable(page: Page, name: string | RegExp): Promise<string[][]> {
  const region = chart(page, name);
  await region.locator('svg.chart').first().waitFor();
  await region.locator('.chart-table > summary').focus();
  await page.keyboard.press('Enter');
  const rows = region.getByRole('table').locator('tbody tr');
  await rows.first().waitFor();
  return rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.children].map((cell) => cell.lastElementChild?.textContent ?? cell.textContent ?? ''),
    ),
  );
}

const sumOf = (rows: readonly string[][], column: number) =>
  rows.reduce((sum, row) => sum + Number.parseFloat(row[column] ?? ''), 0);

story(
  'shows the charts of load, on-time work, answers and money with the same numbers as tables',
  async ({ page, shop, expectComplaint }) => {
    await logInToDesk(page, shop, 'owner', 'Una');
    const load = await openTable(page, /^Workload for the next/);
    assert.equal(load.length, 10);
    assert.ok(sumOf(load, 1) > 0, 'work is due');
    await page.getByText('enter each person’s daily capacity under').waitFor();
    await expectSound(page);

    await page.getByRole('link', { name: 'People', exact: true }).first().click();
    await page.getByRole('link', { name: 'Una', exact: true }).click();
    const minutes = page.getByLabel('Daily capacity (minutes)');
    await minutes.fill('two hours');
    await page.getByRole('button', { name: 'Save capacity' }).click();
    await page.getByText('Enter a number of minutes from 0 to 1,440').first().waitFor();
    await expectSound(page);
    await minutes.fill('60');
    await page.getByRole('button', { name: 'Save capacity' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.goto(`${deskUrl(shop)}/today`);
    await page.getByText('Capacity per day: 1 h').waitFor();
    await page.getByText(/more work than capacity on .*% full/).waitFor();
    await expectSound(page);

    await page.goto(`${deskUrl(shop)}/queue?show=done`);
    const weeks = await openTable(page, 'Delivered on time');
    assert.equal(weeks.length, 12);
    assert.ok(sumOf(weeks, 2) > 0, 'work was on time');
    await chart(page, 'Delivered on time').getByRole('button', { name: '1 year' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.chart-table tbody tr').length === 53);
    await page.getByText(/^Most recent late lines/).click();
    await expectSound(page);

    await page.goto(`${deskUrl(shop)}/tickets?show=closed`);
    await chart(page, 'Replied to within one business day').getByRole('button', { name: '1 year' }).waitFor();
    await expectSound(page);

    await page.goto(`${deskUrl(shop)}/books`);
    const moved = await openTable(page, /^Received, earned and refunded/);
    const owed = await openTable(page, /^Liabilities/);
    assert.equal(moved.length, 30);
    assert.equal(owed.length, 30);
    await expectNoLayoutShift(page);
    await expectSound(page);
    await page.getByRole('button', { name: '1 year' }).click();
    await page.getByRole('columnheader', { name: 'Days', exact: true }).first().waitFor();
    await page.setViewportSize({ width: 320, height: 700 });
    await expectSound(page);

    // a chart that can't be loaded says so and offers a retry
    await page.setViewportSize({ width: 1440, height: 900 });
    expectComplaint(/reports\/load/);
    await page.route('**/api/desk/reports/load', (route) => route.abort());
    await page.goto(`${deskUrl(shop)}/today`);
    const retry = chart(page, /^Workload for the next/).getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await expectSound(page);
    await page.unroute('**/api/desk/reports/load');
    await retry.click();
    await page.getByText('Capacity per day: 1 h').waitFor();

    // in print, the tables are open
    await page.emulateMedia({ media: 'print' });
    await chart(page, /^Workload for the next/)
      .getByRole('table')
      .waitFor();
  },
  onDemo,
);

story('shows sentences instead of charts in a shop without work or payments', async ({ page, shop }) => {
  await logInToDesk(page, shop, 'owner', 'Una');
  await page.getByText('No work is due on these days.').waitFor();
  await page.goto(`${deskUrl(shop)}/queue?show=done`);
  await page.getByText('No lines were due in this period.').waitFor();
  await page.goto(`${deskUrl(shop)}/tickets?show=closed`);
  await page.getByText('No message needed a reply in this period.').waitFor();
  await page.goto(`${deskUrl(shop)}/books`);
  await page.getByText('No days are closed yet.').waitFor();
  await expectSound(page);
});
