/** The books at the desk, on a shop with a history: closed days, the trial balance, a signature and the journal. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { operatorsDay } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { daysAfter } from '#server/books/day-bounds.ts';
import { copyDemo } from './copy-demo.ts';
import { expectFocus, openDialog } from './desk-dialogs.ts';
import { logInToDesk } from './desk-people.ts';
import { expectNoLayoutShift, expectSound } from './page-checks.ts';
import { story, type StoryOptions } from './story.ts';

const onDemo: StoryOptions = {
  settings: { RATE_LIMIT_FACTOR: '100' },
  fill: async (dataDir) => void (await copyDemo(dataDir)),
};
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await saving;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** The link to a page of the books in the navigation above it. */
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Books' }).getByRole('link', { name });

async function showFrom(page: Page, from: string, to?: string): Promise<void> {
  await page.getByLabel('From').fill(from);
  if (to) await page.getByLabel('To').fill(to);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
}

story(
  'closes days, lets the owner sign one, and exports the journal',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/400 \(Bad Request\).*desk\/books\?/);
    await logInToDesk(page, shop, 'owner', 'Una');
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await heading(page, 'Books');
    const days = page.getByRole('region', { name: /^Closed days/ }).getByRole('row');
    await days.nth(20).waitFor();
    await expectNoLayoutShift(page);
    await expectSound(page);

    await days.nth(1).getByRole('link').click();
    await heading(page, /^Books for /);
    await page.getByText('The ledger still matches this day.').waitFor();
    await expectSound(page);
    const dialog = await openDialog(page, /^Sign off this day$/);
    await page.keyboard.type('Compared with the bank');
    await dialog.getByRole('button', { name: 'Sign off' }).click();
    await page.getByText('Signed off by Una').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Sign off this day' }).count(), 0);
    await page.reload();
    await page.getByText('Compared with the bank').waitFor();

    await tab(page, 'Closed days').click();
    await days.nth(20).waitFor();
    assert.equal(await tab(page, 'Closed days').getAttribute('aria-current'), 'page');
    await tab(page, 'Trial balance').click();
    await heading(page, 'Trial balance');
    await page.getByRole('heading', { name: 'Deferred revenue' }).waitFor();
    await expectNoLayoutShift(page);
    await showFrom(page, '2020-01-01', '2020-02-01');
    await page.getByText('None of these days are closed').waitFor();
    await expectSound(page);
    await page.goBack();
    await page.getByRole('heading', { name: 'Deferred revenue' }).waitFor();
    const longAgo = daysAfter(operatorsDay(new Date(), businessCalendar), -300);
    await showFrom(page, longAgo);
    await page.waitForURL(`**/*from=${longAgo}*`);
    await page.getByRole('heading', { name: 'Deferred revenue' }).waitFor();
    await expectSound(page);

    const address = page.url();
    await page.getByLabel('To').fill('2025-01-01');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('The end date can’t be before the start date').waitFor();
    await expectSound(page);
    await page.goto(address);
    await openDialog(page, /^Change account numbers$/);
    await page.getByLabel('Customers’ balances, available').fill('2000');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: /Customers’ balances, available.*2000/ }).waitFor();
    await expectFocus(page, /^Change account numbers$/);

    const journal = await download(page, 'Download the journal (.csv)');
    assert.match(journal.name, /^journal-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
    assert.match(journal.text, /"Orders paid","R-[\w-]+","\d+","Customers’ balances, available","2000"/);
    const balance = await download(page, 'Download the trial balance (.csv)');
    const closing = balance.text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Math.round(Number(line.split(',').at(-3)) * 100));
    assert.ok(closing.length > 4);
    assert.equal(
      closing.reduce((sum, amount) => sum + amount, 0),
      0,
    );
  },
  onDemo,
);
