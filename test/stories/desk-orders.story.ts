/** Orders at the desk: the list and one order in every state, a cancellation, and a delivery from a phone. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { DeskSession } from '#contract/desk/staff.ts';
import { tabTo } from './by-keyboard.ts';
import { expectHeadingFocus, openDialog, sendNothing, sendOnce } from './desk-dialogs.ts';
import { openLine, orderSlogans, writeLine } from './desk-lines.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import {
  expectAccessible,
  expectGone,
  expectNoLayoutShift,
  expectNoSideScroll,
  expectSound,
} from './page-checks.ts';
import { openShopper } from './shopper.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };
const browser = { reducedMotion: 'reduce' } as const;
const long = (word: string) => word.padEnd(70, word);

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const orders = (page: Page) => page.getByRole('list', { name: 'Orders' }).getByRole('listitem');

/** Checks that a shop in test mode says so once, and that a shop that takes real money marks its test orders instead. */
async function expectTestMarks(page: Page, number: string): Promise<void> {
  const mode = page.getByRole('banner').getByText(/^Test mode/);
  await mode.waitFor();
  await expectGone(page.getByText('(test)'));
  const session = '**/api/desk/session';
  await page.route(session, async (route) => {
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
    const response = await route.fetch({ headers });
    const { me, ...rest } = (await response.json()) as DeskSession;
    await route.fulfill({ response, json: { ...rest, me: me && { ...me, livemode: true } } });
  });
  await page.reload();
  await orders(page).filter({ hasText: number }).getByText('(test)').waitFor();
  await expectGone(mode);
  await page.keyboard.press('/');
  await page.getByRole('searchbox').fill(number);
  const found = page.getByRole('dialog', { name: 'Search' }).getByRole('link');
  await found.filter({ hasText: /^Order.*\(test\).*Placed.*Paid/ }).waitFor();
  await found.filter({ hasText: /· 1 \(test\).*Slogans.*Due .*In the queue/ }).waitFor();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await page.unroute(session);
  await page.reload();
  await mode.waitFor();
}

story(
  'lists orders, also with long names, says when there are none, and reloads the list after a network error',
  async ({ page, context, shop, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    expectComplaint(/404/);
    await logInToDesk(page, shop, 'owner', 'Ona');
    const open = (path: string) => page.goto(`${deskUrl(shop)}/${path}`);
    await open('orders');
    await page.getByText(/^No orders yet/).waitFor();
    await expectSound(page);

    const name = { firstName: long('Wolfe'), lastName: long('Stein') };
    const shopper = await openShopper(shop, undefined, name);
    const { orderNumber: unpaid } = await shopper.order(name);
    const placed = await shopper.order({ ...name, city: long('Llanfair'), address: long('Pwllgwyngyll') });
    await shopper.pay(placed);
    await page.reload();
    await orders(page).nth(1).waitFor();
    await expectNoLayoutShift(page);
    await expectSound(page);
    const [newest] = await orders(page).allInnerTexts();
    assert.match(newest!, new RegExp(`Paid[^]*${placed.orderNumber}`));

    await orders(page).filter({ hasText: unpaid }).getByRole('link').click();
    await heading(page, `Order ${unpaid}`).waitFor();
    await page.getByRole('heading', { name: 'Money' }).waitFor();
    await expectSound(page);
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await orders(page).nth(1).waitFor();

    // the screen's script is cached, but its data can't be loaded
    await context.setOffline(true);
    await orders(page).filter({ hasText: placed.orderNumber }).getByRole('link').click();
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await expectSound(page);
    await context.setOffline(false);
    await again.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Money' }).waitFor();
    await expectHeadingFocus(page);
    await expectSound(page);

    // a loaded order stays readable without a network
    await context.setOffline(true);
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await again.waitFor();
    await orders(page).nth(1).waitFor();
    await expectSound(page);
    await context.setOffline(false);
    await again.click();
    await expectGone(again);

    await open('orders?customer=999999');
    await page.getByText('This customer has no orders.').waitFor();
    await expectSound(page);
    await page.getByRole('link', { name: /^Show all/ }).click();
    await orders(page).nth(1).waitFor();
    await open('orders/R-0000-0000');
    await page.getByRole('alert').filter({ hasText: 'order' }).waitFor();
    await expectGone(again);
    await expectSound(page);
  },
  { settings, browser },
);

story(
  'finds orders by state, service, day and words, keeps the filter in the address, and says when none match',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/400/);
    const { orderNumber: unpaid } = await (await openShopper(shop)).order();
    const { number: paid } = await orderSlogans(shop);
    await logInToDesk(page, shop, 'owner', 'Fen');
    await page.goto(`${deskUrl(shop)}/orders`);
    await orders(page).nth(1).waitFor();
    await page.getByText('Customer and services', { exact: true }).waitFor();
    await expectTestMarks(page, paid);
    /** Waits until the list has one of the two orders, and not the other. */
    const only = async (number: string) => {
      await orders(page).filter({ hasText: number }).waitFor();
      await expectGone(orders(page).filter({ hasText: number === paid ? unpaid : paid }));
    };
    const payment = page.getByLabel('Payment', { exact: true });
    await payment.focus();
    await payment.selectOption('Awaiting payment');
    await only(unpaid);
    assert.equal(await payment.evaluate((control) => control === document.activeElement), true);
    await page.reload();
    await only(unpaid);
    assert.equal(await payment.inputValue(), 'awaitingPayment');
    await orders(page).filter({ hasText: unpaid }).getByRole('link').click();
    await heading(page, `Order ${unpaid}`).waitFor();
    await page.goBack();
    await only(unpaid);
    await page.waitForFunction(
      (path) => document.activeElement?.getAttribute('href')?.endsWith(path),
      `/orders/${unpaid}`,
    );
    await payment.selectOption('Any');
    await page.getByLabel('Work', { exact: true }).selectOption('In the queue');
    await only(paid);
    await page.getByLabel('Brand, customer or number').fill(unpaid.slice(2, 6));
    await page.getByLabel('Service', { exact: true }).selectOption('Slogans');
    await page
      .getByText(
        `No orders match these filters: “${unpaid.slice(2, 6)}”, work “In the queue”, service “Slogans”.`,
      )
      .waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await orders(page).nth(1).waitFor();
    assert.equal(new URL(page.url()).search, '');
    assert.equal(await page.getByLabel('Brand, customer or number').inputValue(), '');
    await page.getByLabel('Brand, customer or number').fill('golden');
    await page.getByLabel('From', { exact: true }).fill('2026-02-02');
    await page.getByLabel('To', { exact: true }).fill('2026-02-01');
    await page.keyboard.press('Enter');
    await page.getByText('The end date can’t be before the start date').waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
  },
  { settings, browser },
);

story(
  'cancels an order by keyboard once with a reason, and keeps what was typed',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    const { number, customer } = await orderSlogans(shop);
    await logInToDesk(page, shop, 'owner', 'Cara');
    await page.goto(`${deskUrl(shop)}/orders/${number}`);
    await heading(page, `Order ${number}`).waitFor();
    const dialog = await openDialog(page, /^Cancel order$/);
    await sendNothing(page, dialog, /^Cancel order$/);
    await tabTo(page, /^Enter a reason/);
    await page.keyboard.press('Enter');
    await page.keyboard.type('They ordered twice.');
    await dialog.getByLabel(/balance/).focus();
    await page.keyboard.press('Space');
    await sendOnce(page, dialog, /^Cancel order$/, {
      typed: [[/^Reason/, 'They ordered twice.']],
      call: '/cancel',
    });
    await page.getByRole('status').getByText(number).waitFor();
    await expectGone(page.getByRole('button', { name: 'Cancel order' }));
    await expectHeadingFocus(page);
    await page.getByRole('region', { name: 'Activity' }).getByText('They ordered twice.').first().waitFor();
    await expectSound(page);
    const [order] = await customer.orders();
    assert.deepEqual([order!.payment.status, order!.work.status], ['refunded', 'cancelled']);
  },
  { settings, browser },
);

story(
  'delivers a line on the screen of a phone',
  async ({ page, openOther, shop }) => {
    const { number, customer } = await orderSlogans(shop);
    const writer = await openOther(browser);
    await logInToDesk(writer, shop, 'writer', 'Wanda');
    await openLine(writer, shop, number);
    await writer.getByLabel('Message to the customer').fill('The third is my favorite.');
    await writeLine(writer);
    await writer.getByText('Every piece has text.').waitFor();
    await writer.keyboard.press('Control+Enter');
    await writer
      .getByRole('status')
      .getByText(/^The text was submitted/)
      .waitFor();

    await logInToDesk(page, shop, 'editor', 'Edda');
    const phone = async () => {
      await expectNoSideScroll(page, 360);
      await expectSound(page);
    };
    await page.getByRole('button', { name: 'Next' }).tap();
    await page.waitForURL(`**/desk/lines/${number}/1`);
    for (const tab of ['Brief', 'Checks', 'Text']) {
      await page.getByRole('tab', { name: tab }).tap();
      await phone();
    }
    await page.getByRole('button', { name: 'Deliver', exact: true }).tap();
    const dialog = page.getByRole('dialog', { name: /^Deliver version 1/ });
    await dialog.getByText(/delivered to another customer\./).waitFor();
    await phone();
    await dialog.getByRole('button', { name: 'Deliver', exact: true }).tap();
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByText('Delivered', { exact: true }).first().waitFor();
    await phone();
    assert.equal((await customer.orders())[0]!.work.status, 'delivered');
  },
  { settings, browser: { ...browser, viewport: { width: 360, height: 740 }, hasTouch: true } },
);
