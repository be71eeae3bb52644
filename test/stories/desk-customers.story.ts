/** Customers at the desk: the list and one customer in every state, and each dialog by keyboard. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { focused, tabTo, type } from './by-keyboard.ts';
import { expectFocus, expectHeadingFocus, openDialog, sendNothing, sendOnce } from './desk-dialogs.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { expectGone, expectNoLayoutShift, expectSound, expectValue } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { openShopper, type Shopper } from './shopper.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };
const browser = { reducedMotion: 'reduce' } as const;
const long = (word: string) => word.padEnd(70, word);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const customers = (page: Page) => page.getByRole('list', { name: 'Customers' }).getByRole('listitem');
const figure = (page: Page, label: string) =>
  page.locator('dl[aria-label="Money"] > div').filter({ hasText: label }).locator('dd');

/** Opens the page of this customer from the list. */
async function openCustomer(page: Page, shop: Shop, { email }: Pick<Shopper, 'email'>): Promise<void> {
  await page.goto(`${deskUrl(shop)}/customers?q=${encodeURIComponent(email)}`);
  await customers(page).getByRole('link').click();
  await page.getByText(email).first().waitFor();
}

story(
  'finds customers, also with long names, says when none match, and reloads the list after a network error',
  async ({ page, context, shop, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    expectComplaint(/404/);
    await logInToDesk(page, shop, 'owner', 'Fay');
    await page.goto(`${deskUrl(shop)}/customers`);
    await page.getByText(/^No customers yet/).waitFor();
    await expectSound(page);

    const name = { firstName: long('Wolfe'), lastName: long('Stein') };
    const shopper = await openShopper(shop, undefined, name);
    await shopper.pay(await shopper.order({ ...name, address: long('Pwllgwyngyll') }));
    const other = await openShopper(shop);
    await page.reload();
    await customers(page).nth(1).waitFor();
    await expectNoLayoutShift(page);
    await expectSound(page);

    const find = page.getByRole('search').getByRole('textbox');
    await tabTo(page, /^Name, email/);
    await page.keyboard.type('nobody'.repeat(12));
    await page.keyboard.press('Enter');
    await page.getByText(/^No customers match/).waitFor();
    await expectSound(page);
    await tabTo(page, /^Clear$/);
    await page.keyboard.press('Enter');
    await customers(page).nth(1).waitFor();
    await expectValue(find, '');
    await expectHeadingFocus(page);
    await find.fill('wolfewo');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=wolfewo/);
    await expectGone(customers(page).filter({ hasText: other.email }));
    await customers(page).getByRole('link').click();
    await heading(page).filter({ hasText: name.lastName }).waitFor();
    await page
      .getByRole('region', { name: 'Statement' })
      .getByText(/^No transactions/)
      .waitFor();
    await page.getByText('United States').first().waitFor();
    await expectSound(page);

    // an order of the customer, the customer, and all of their orders
    await page.getByRole('list', { name: 'Orders' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'Money' }).waitFor();
    await expectSound(page);
    await page.getByRole('link', { name: name.lastName }).click();
    await heading(page).filter({ hasText: name.lastName }).waitFor();

    // the screen's script is cached, but the other customer's data can't be loaded
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await customers(page).nth(1).waitFor();
    await context.setOffline(true);
    await customers(page).filter({ hasText: other.email }).getByRole('link').click();
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' }).first();
    await again.waitFor();
    await expectSound(page);
    await context.setOffline(false);
    await again.focus();
    await page.keyboard.press('Enter');
    await heading(page).filter({ hasText: 'Ann Lee' }).waitFor();
    await expectHeadingFocus(page);
    await page.getByText('No orders yet.').waitFor();
    await expectSound(page);
    await page.goto(`${deskUrl(shop)}/customers/999999`);
    await page.getByRole('alert').filter({ hasText: 'customer' }).waitFor();
    await expectGone(again);
    await expectSound(page);
  },
  { settings, browser },
);

story(
  'credits and debits a balance by keyboard, once, and never below zero',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    expectComplaint(/409/);
    const shopper = await openShopper(shop);
    await logInToDesk(page, shop, 'owner', 'Cleo');
    await openCustomer(page, shop, shopper);
    let dialog = await openDialog(page, /^Credit or debit$/);
    await sendNothing(page, dialog, /^Add money$/);
    await tabTo(page, /^Enter an amount/);
    await page.keyboard.press('Enter');
    await page.keyboard.type('64.50');
    await type(page, /^Reason/, 'Sorry for the wait');
    const typed = [
      [/^Amount/, '64.50'],
      [/^Reason/, 'Sorry for the wait'],
    ] as const;
    await sendOnce(page, dialog, /^Add money$/, { typed, call: '/adjust' });
    await expectFocus(page, /^Credit or debit$/);
    await figure(page, 'Available').filter({ hasText: '$64.50' }).waitFor();
    await page.getByRole('row', { name: /Sorry for the wait.*\+\$64\.50/ }).waitFor();
    await expectSound(page);

    await page.keyboard.press('Enter');
    dialog = page.getByRole('dialog');
    await tabTo(page, /^Credit/);
    await page.keyboard.press('ArrowRight');
    await type(page, /^Amount/, '64.51');
    await type(page, /^Reason/, 'Credited twice');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').filter({ hasText: '$64.50' }).waitFor();
    await expectValue(dialog.getByLabel(/^Reason/), 'Credited twice');
    await expectSound(page);
    await dialog.getByLabel(/^Amount/).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('64.50');
    await page.keyboard.press('Enter');
    await expectGone(dialog);
    await figure(page, 'Available').filter({ hasText: '$0.00' }).waitFor();
    await shop.letter(shopper.email, /balance/i);
  },
  { settings, browser },
);

story(
  'credits a balance once when the response is lost and the form is sent again after a reload',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/ERR_FAILED/);
    const shopper = await openShopper(shop);
    await logInToDesk(page, shop, 'owner', 'Otis');
    await openCustomer(page, shop, shopper);
    const open = () => page.getByRole('button', { name: 'Credit or debit' }).click();
    const dialog = page.getByRole('dialog');
    await open();
    await dialog.getByLabel(/^Amount/).fill('12');
    await dialog.getByLabel(/^Reason/).fill('For the delay');
    await page.route('**/adjust', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').filter({ hasText: 'can’t connect' }).waitFor();
    await page.unroute('**/adjust');
    await page.reload();
    await figure(page, 'Available').filter({ hasText: '$12.00' }).waitFor();
    await open();
    await expectValue(dialog.getByLabel(/^Reason/), 'For the delay');
    await dialog.getByRole('button', { name: 'Add money' }).click();
    await expectGone(dialog);
    await page.reload();
    await figure(page, 'Available').filter({ hasText: '$12.00' }).waitFor();
  },
  { settings, browser },
);

story(
  'locks, unlocks and logs out a customer by keyboard, each act once and with a reason',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    const shopper = await openShopper(shop);
    await logInToDesk(page, shop, 'owner', 'Lola');
    await openCustomer(page, shop, shopper);
    const run = async (button: RegExp, reason: string, call: string) => {
      const dialog = await openDialog(page, button);
      await sendNothing(page, dialog, button);
      await type(page, /^Reason/, reason);
      await sendOnce(page, dialog, button, { typed: [[/^Reason/, reason]], call });
      await page.getByRole('region', { name: 'Notes' }).getByText(reason).waitFor();
    };
    await run(/^Log out everywhere$/, 'They asked on the phone.', '/log-out');
    await expectGone(page.getByRole('button', { name: 'Log out everywhere' }));
    await expectHeadingFocus(page);
    await run(/^Lock$/, 'Somebody guesses their password.', '/lock');
    await expectFocus(page, /^Unlock$/);
    await page.getByText(/^Locked since/).waitFor();
    await expectSound(page);
    await assert.rejects(openShopper(shop, shopper.email), /answered 4/);
    await page.reload();
    await run(/^Unlock$/, 'They called us.', '/unlock');
    await expectFocus(page, /^Lock$/);
    await openShopper(shop, shopper.email);
  },
  { settings, browser },
);

story(
  'exports and erases a customer’s data by keyboard, and offers no erasure while they have money',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    const shopper = await openShopper(shop);
    await logInToDesk(page, shop, 'owner', 'Elsa');
    await openCustomer(page, shop, shopper);
    await tabTo(page, /^Export data$/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    assert.match(download.suggestedFilename(), /\.json$/);
    assert.ok((await readFile(await download.path(), 'utf8')).includes(shopper.email));
    await expectFocus(page, /^Export data$/);

    const adjust = async (direction: 'Credit' | 'Debit') => {
      await page.getByRole('button', { name: 'Credit or debit' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(new RegExp(`^${direction}`)).check();
      await dialog.getByLabel(/^Amount/).fill('5');
      await dialog.getByLabel(/^Reason/).fill(`${direction} before the erasure`);
      await page.keyboard.press('Enter');
      await expectGone(dialog);
    };
    await adjust('Credit');
    await page.reload();
    const dialog = await openDialog(page, /^Erase data$/);
    await dialog.getByText('This account’s balance isn’t zero.').waitFor();
    assert.equal(await dialog.getByLabel(/^To confirm/).count(), 0, 'offers no field that would be refused');
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expectGone(dialog);
    assert.equal(await focused(page), 'Erase data');

    await adjust('Debit');
    await page.reload();
    await openDialog(page, /^Erase data$/);
    await sendNothing(page, dialog, /^Erase permanently$/);
    await type(page, /^To confirm/, shopper.email);
    const typed = [[/^To confirm/, shopper.email]] as const;
    await sendOnce(page, dialog, /^Erase permanently$/, { typed, call: '/erase' });
    await page.getByText(/erased on/).waitFor();
    await expectHeadingFocus(page);
    await expectGone(page.getByRole('button', { name: /Credit|Lock|Export|Erase|Add note/ }));
    await expectSound(page);
    await expectGone(page.getByText(shopper.email));
    await page.goto(`${deskUrl(shop)}/customers`);
    await customers(page).filter({ hasText: 'Erased' }).waitFor();
    await expectSound(page);
  },
  { settings, browser },
);
