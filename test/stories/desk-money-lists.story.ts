/**
 * The accountant's lists at the desk of a shop with a history: totals, roll-forward, idle balances, refunds, disputes and
 * goodwill, payouts and fees.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { tabTo } from './by-keyboard.ts';
import { operatorsDay } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { daysAfter } from '#server/books/day-bounds.ts';
import { copyDemo } from './copy-demo.ts';
import { openDialog, sendNothing, sendOnce } from './desk-dialogs.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { fillPayouts } from './fill-payouts.ts';
import { expectGone, expectNoLayoutShift, expectSound, expectValue } from './page-checks.ts';
import { story, type StoryOptions } from './story.ts';

const browser = { reducedMotion: 'reduce' } as const;
const onDemo: StoryOptions = {
  browser,
  // a provider whose payouts need another key, which is missing
  settings: { RATE_LIMIT_FACTOR: '100', MOLLIE_API_KEY: 'test_Double' },
  fill: async (dataDir) => {
    await copyDemo(dataDir);
    await fillPayouts(dataDir);
  },
};
const today = operatorsDay(new Date(), businessCalendar);
/** Before the history begins, and within the longest period that a list shows. */
const longAgo = daysAfter(today, -300);
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

async function download(page: Page, label: string): Promise<{ name: string; rows: string[] }> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${label} (.csv)` }).click();
  const file = await saving;
  const text = await readFile(await file.path(), 'utf8');
  assert.ok(text.startsWith('\uFEFF'), label);
  return { name: file.suggestedFilename(), rows: text.slice(1).trimEnd().split('\r\n').slice(1) };
}
const follow = (page: Page, nav: string, name: string) =>
  page.getByRole('navigation', { name: nav }).getByRole('link', { name, exact: true }).click();

story(
  'shows totals, roll-forward, idle balances and lists of a period, and downloads each as a file',
  async ({ page, openOther, shop, expectComplaint }) => {
    expectComplaint(/400 \(Bad Request\).*books\/totals/);
    await logInToDesk(page, shop, 'owner', 'Una');
    await page.goto(`${deskUrl(shop)}/books`);
    await heading(page, 'Books');
    await page.getByText('The most recent closed day is').waitFor();
    await expectSound(page);

    await follow(page, 'Books', 'Totals');
    await heading(page, 'Totals');
    await page.getByLabel('From').fill(longAgo);
    await tabTo(page, /^Show$/);
    await page.keyboard.press('Enter');
    await page.getByText('The totals match the closed days.').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('from'), longAgo);
    await page.getByRole('rowheader', { name: 'Deposits' }).waitFor();
    await expectNoLayoutShift(page);
    await expectSound(page);
    const totals = await download(page, 'totals by day');
    assert.match(totals.name, /^totals-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
    assert.ok(totals.rows.some((row) => /"(?:Online|Balance|Online and balance)",\d+,\d+\.\d\d,/.test(row)));
    const providers = await download(page, 'provider totals by day');
    assert.ok(providers.rows.every((row) => /^"\d{4}-\d\d-\d\d","sandbox",/.test(row)));
    const days = page.getByRole('table').last();
    await days.getByRole('link').first().click();
    await page.waitForURL(/from=(\d{4}-\d\d-\d\d)&to=\1$/);
    await expectSound(page);
    await page.goBack();

    await follow(page, 'Books', 'Roll-forward');
    await heading(page, 'Roll-forward');
    await page
      .getByRole('region', { name: /^Deferred revenue/ })
      .getByRole('row', { name: /^All days/ })
      .waitFor();
    await expectNoLayoutShift(page);
    await expectSound(page);
    const rolled = await download(page, 'the roll-forward');
    assert.ok(rolled.rows.some((row) => row.includes('"Deferred revenue","Revenue earned",-')));

    await follow(page, 'Books', 'Idle balances');
    await heading(page, 'Idle balances');
    // the demo's only balance is held during its last two hours, which may be in the newest closed day
    await page.getByLabel('To').fill(daysAfter(today, -5));
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('rowheader', { name: 'Up to 90 days' }).waitFor();
    await expectSound(page);
    const idle = await download(page, 'the balances');
    assert.ok(idle.rows.length > 0);

    await follow(page, 'Lists for this period', 'Refunds');
    for (const [name, found] of [
      ['Refunds', /Goodwill refund/],
      ['Disputes', /Withdrawn/],
      ['Goodwill', /Sorry for the wait/],
    ] as const) {
      await follow(page, 'Money', name);
      await heading(page, name);
      await expectValue(page.getByLabel('From'), longAgo);
      const list = page.getByRole('list', { name, exact: true });
      await list.getByText(found).first().waitFor();
      await expectNoLayoutShift(page);
      await expectSound(page);
      const { rows } = await download(page, name === 'Goodwill' ? 'the list' : `the ${name.toLowerCase()}`);
      assert.equal(rows.length, await list.getByRole('listitem').count());
    }
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByLabel('To').fill('2020-02-01');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText(/^In this period, no balance was credited or debited/).waitFor();
    await expectSound(page);
    await page.goto(`${deskUrl(shop)}/books/totals?from=2020-01-01&to=2020-02-01`);
    await page.getByText('None of these days are closed').waitFor();
    await expectSound(page);
    await page.goto(`${deskUrl(shop)}/books/totals?from=2020-01-01&to=2026-02-01`);
    await page.getByText('Choose a period of at most 400 days').waitFor();
    await expectSound(page);

    const reader = await openOther(browser);
    await logInToDesk(reader, shop, 'reader', 'Rhea');
    await reader.goto(`${deskUrl(shop)}/money/refunds?from=${longAgo}&to=${today}`);
    await reader.getByText('Goodwill refund').first().waitFor();
    assert.equal(await reader.getByRole('button', { name: /^Download/ }).count(), 0);
  },
  onDemo,
);

story(
  'shows payouts, fees and the balance at the provider, and the payout of a payment',
  async ({ page, openOther, shop, expectComplaint }) => {
    expectComplaint(/400 \(Bad Request\).*money\/payouts/);
    await logInToDesk(page, shop, 'owner', 'Ulla');
    await page.goto(`${deskUrl(shop)}/money`);
    await follow(page, 'Money', 'Payouts and fees');
    await heading(page, 'Payouts and fees');
    await page.getByLabel('From').fill(longAgo);
    await tabTo(page, /^Show$/);
    await page.keyboard.press('Enter');
    const held = page.getByRole('region', { name: 'Provider balances' });
    await held.getByRole('row', { name: /^Sandbox \(test\), USD/ }).waitFor();
    await page.getByText('Mollie (test) payouts and fees aren’t imported').waitFor();
    const sent = page.getByRole('list', { name: 'Payouts' }).getByRole('listitem');
    await sent.filter({ hasText: 'po_first' }).getByText('Sent to the bank').waitFor();
    await page
      .getByRole('region', { name: 'Fees' })
      .getByRole('row', { name: /Account fee/ })
      .waitFor();
    await expectNoLayoutShift(page);
    await expectSound(page);
    const file = await download(page, 'all transactions');
    assert.ok(file.name.startsWith(`payouts-${longAgo}-to-`), file.name);
    const [paid] = file.rows.filter((row) => row.includes('"Payment","charge","mov_0"'));
    assert.match(paid ?? '', /"po_first"/);

    const number = /"([RD]-[0-9A-Z]{4}-[0-9A-Z]{4})"/.exec(paid!)![1]!;
    await page.goto(`${deskUrl(shop)}/money/payments/${number}`);
    const moved = page.getByRole('region', { name: 'Provider transactions' });
    await moved.getByText(/Paid out, expected at the bank/).waitFor();
    await page
      .getByRole('region', { name: 'Where the money is now' })
      .getByRole('row', { name: /^Bank/ })
      .waitFor();
    await page.getByText('Payment provider fees').first().waitFor();
    await expectSound(page);

    await page.goto(`${deskUrl(shop)}/money/payouts?from=2020-01-01&to=2020-02-01`);
    await page.getByText('Nothing was paid out in this period.').waitFor();
    await page.getByText('No fees were charged in this period.').waitFor();
    await expectSound(page);
    await page.goto(`${deskUrl(shop)}/money/payouts?from=2020-01-01&to=2026-02-01`);
    await page.getByText('Choose a period of at most 400 days').waitFor();

    const reader = await openOther(browser);
    await logInToDesk(reader, shop, 'reader', 'Rolf');
    await reader.goto(`${deskUrl(shop)}/money/payouts?from=${longAgo}&to=${today}`);
    await reader.getByText('po_first').waitFor();
    await reader.getByText('reserve_transaction').waitFor();
    assert.equal(await reader.getByRole('button', { name: /^Explain/ }).count(), 0);
    assert.equal(await reader.getByRole('button', { name: /^Download/ }).count(), 0);
  },
  onDemo,
);

story(
  'explains an unexplained transaction, and dismisses a webhook event of an unknown payment',
  async ({ page, openOther, shop, expectComplaint }) => {
    expectComplaint(/409 \(Conflict\).*movements\/explain/);
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    await logInToDesk(page, shop, 'owner', 'Uli');
    await page.goto(`${deskUrl(shop)}/money`);
    await page.getByRole('button', { name: 'Check now' }).click();
    const finding = page.getByText(/^At sandbox, 1 transaction .*, −\$50\.00\) matches nothing/);
    await finding.waitFor();
    await tabTo(page, /^Explain the transactions$/);
    await page.keyboard.press('Enter');
    await heading(page, 'Payouts and fees');
    const open = page.getByRole('list', { name: 'Unexplained transactions' });
    await open.getByText('reserve_transaction').waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'unexplained');
    await expectSound(page);

    const late = await openOther(browser);
    await logInToDesk(late, shop, 'manager', 'Milo');
    await late.goto(`${deskUrl(shop)}/money/payouts`);
    await late.getByRole('button', { name: 'Explain mov_unknown' }).click();
    await late.getByRole('radio', { name: /^Provider fee/ }).check();

    const dialog = await openDialog(page, /^Explain mov_unknown$/);
    await sendNothing(page, dialog, /^Explain$/);
    await dialog.getByRole('radio', { name: /^Something else/ }).check();
    await sendNothing(page, dialog, /^Explain$/);
    await dialog.getByText('Enter a note that says what the transaction was').first().waitFor();
    await dialog.getByLabel('Note').fill('A reserve that the provider keeps');
    await sendOnce(page, dialog, /^Explain$/, {
      typed: [[/^Note/, 'A reserve that the provider keeps']],
      call: '/movements/explain',
    });
    await page.getByText(/^Posted to “Other provider transactions/).waitFor();
    const explained = page.getByRole('list', { name: 'Explained in this period' });
    await explained.getByText('A reserve that the provider keeps').waitFor();
    await expectGone(open);
    await expectSound(page);
    const { rows } = await download(page, 'all transactions');
    assert.match(rows.find((row) => row.includes('mov_unknown')) ?? '', /"Something else","A reserve that/);

    await late.getByRole('button', { name: 'Explain', exact: true }).click();
    await late.getByText('Uli has already explained this transaction.').first().waitFor();
    await expectSound(late);

    await page.goto(`${deskUrl(shop)}/money`);
    await page.getByRole('button', { name: 'Check now' }).click();
    await expectGone(finding);
    await page.goto(`${deskUrl(shop)}/today`);
    await page.getByRole('link', { name: /Unprocessed webhook events/ }).click();
    const event = page.getByRole('listitem').filter({ hasText: 'evt_elsewhere' });
    await event.getByText('No payment attempt has this reference', { exact: true }).waitFor();
    await expectSound(page);
    const dismissal = await openDialog(page, /^Dismiss evt_elsewhere$/);
    await sendNothing(page, dismissal, /^Dismiss$/);
    await dismissal.getByLabel('Note').fill('The other shop on this account');
    await sendOnce(page, dismissal, /^Dismiss$/, {
      typed: [[/^Note/, 'The other shop on this account']],
      call: '/events/dismiss',
    });
    await page
      .getByRole('region', { name: 'Dismissed webhook events' })
      .getByText('The other shop on this account')
      .waitFor();
    await expectSound(page);
    await page.goto(`${deskUrl(shop)}/today`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectGone(page.getByRole('link', { name: /Unprocessed webhook events/ }));
  },
  onDemo,
);
