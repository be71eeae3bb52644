/** Files of a brief in a browser: from the order form, also a visitor's, through cart and payment to the desk. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { fileBounds } from '#contract/files/files.ts';
import { docx, pdf, png } from '#test/server/example-files.ts';
import { createAccount, fillBrief, fillCheckout, newEmail, orderButton } from './buy-slogans.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { storedCart } from './fill-order-form.ts';
import { expectAccessible, expectGone, expectNoSideScroll } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const { bundles, services } = builtInCatalogue;
const slogans = services[3]!;
const hashtags = services[5]!;
const settings = { RATE_LIMIT_FACTOR: '100' };

const menu = pdf(2 * fileBounds.part);
const given = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

const field = (page: Page) => page.getByRole('group', { name: 'Files (optional)' });
const control = (page: Page) => page.locator('main input[type=file]');
const choose = async (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  control(page).setInputFiles(files);
const listed = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name: `Download ${name}`, exact: true });
const summary = (page: Page) => page.getByRole('complementary', { name: 'Your order' });

/** Presses a button that downloads a file. Returns the file's bytes. */
async function saved(page: Page, button: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await download.path());
}

/** The number of files stored on this device. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('files', 1);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('files'));
        opening.addEventListener('success', () => {
          const count = opening.result.transaction('files').objectStore('files').count();
          count.addEventListener('success', () => {
            opening.result.close();
            resolve(count.result);
          });
        });
      }),
  );

async function openFiles(page: Page, number: string): Promise<Locator> {
  await page.goto(`/cabinet/history?order=${number}`);
  await page.getByText('Your files', { exact: true }).first().click();
  const files = page.getByRole('group', { name: 'Files for our team' });
  await files.waitFor();
  return files;
}

/** The number of the order whose payment link is open. */
const numberOf = async (page: Page) => {
  const link = page.getByRole('link', { name: 'Go to the order' });
  return new URL((await link.getAttribute('href'))!, page.url()).searchParams.get('order')!;
};

async function openConfirmed(page: Page, shop: Shop): Promise<void> {
  const email = newEmail();
  await page.goto('/account/create-account');
  await createAccount(page, email);
  await page.waitForURL('**/cabinet/history');
  const { text } = await shop.letter(email, /^Confirm/);
  await page.goto(/http:\/\/\S+#\S+/.exec(text ?? '')![0]);
  await page.getByText('Your email address is confirmed.').first().waitFor();
}

story(
  'keeps a visitor’s files with the brief through reload, edit, login and payment, and shows them at the desk',
  async ({ page, openOther, shop }) => {
    await page.goto(slogans.orderRoute);
    await fillBrief(page);
    await page.getByLabel('Files (optional)').waitFor();
    await page.getByText(/^A menu, a logo.*PDF, Office.*Up to 25 MB each/).waitFor();
    await expectAccessible(page);
    await choose(page, given('menu.pdf', menu), given('logo.svg', Buffer.from('<svg/>')));
    await listed(field(page), 'menu.pdf').waitFor();
    await field(page).getByText('“logo.svg” isn’t a supported file type. Save it as PNG or PDF.').waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'order-files');
    await expectAccessible(page);
    await expectNoSideScroll(page);
    assert.deepEqual(await saved(page, listed(field(page), 'menu.pdf')), menu);
    await page.getByText('Saved on this device · Start over').waitFor();
    await page.reload();
    await listed(field(page), 'menu.pdf').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'About us' }).click();
    await page.waitForURL('**/about-us');
    await page.goBack();
    await listed(field(page), 'menu.pdf').waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();
    await expectGone(listed(field(page), 'menu.pdf'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await listed(field(page), 'menu.pdf').waitFor();

    await summary(page).getByRole('button', { name: 'Check out' }).click();
    await page.waitForURL('**/cart#checkout');
    await page.getByText('Files: menu.pdf', { exact: true }).waitFor();
    // the page scrolls to the checkout once the checkout has loaded
    await page.getByLabel('Country').waitFor();
    await page.getByRole('link', { name: /^Edit/ }).click();
    await listed(field(page), 'menu.pdf').waitFor();
    await choose(page, given('logo.png', png()));
    await listed(field(page), 'logo.png').waitFor();
    await page.goto('/cart');
    await page.getByText('You have unsaved changes to this item.').waitFor();
    await page.getByRole('link', { name: /^Edit/ }).click();
    await listed(field(page), 'logo.png').waitFor();
    await summary(page).getByRole('button', { name: 'Save changes' }).click();
    await page.waitForURL('**/cart');
    await page.getByText('Files: menu.pdf and logo.png', { exact: true }).waitFor();

    await fillCheckout(page);
    await page.getByRole('button', { name: orderButton }).click();
    await page.waitForURL('**/account/login?redirect=**');
    await page.getByRole('link', { name: 'Create an account' }).last().click();
    await createAccount(page, newEmail());
    await page.waitForURL('**/cart#checkout');
    await page.getByText('With your files: menu.pdf and logo.png').waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    // the address isn't confirmed, so the files are uploaded after the payment
    await page.getByRole('button', { name: orderButton }).click();
    await page.waitForURL('**/sandbox-pay/**');
    await page.getByRole('button', { name: 'Cancel and go back' }).click();
    await page.getByText(/^We’ll add menu\.pdf and logo\.png to your order once you’ve paid/).waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    const number = await numberOf(page);
    await page.getByRole('button', { name: 'Pay $129.00 online' }).click();
    await page.waitForURL('**/sandbox-pay/**');
    await page.getByRole('button', { name: /^Pay \$129\.00/ }).click();
    await page.waitForURL('**/pay?**');
    await page.getByText('We’ve added menu.pdf and logo.png to your order.').waitFor();
    await expectAccessible(page);
    assert.equal(await kept(page), 0);

    const files = await openFiles(page, number);
    await listed(files, 'logo.png').waitFor();
    assert.deepEqual(await saved(page, listed(files, 'menu.pdf')), menu);
    const desk = await openOther();
    await logInToDesk(desk, shop, 'owner', 'Una');
    await desk.goto(`${deskUrl(shop)}/lines/${number}/1`);
    await desk.getByRole('heading', { name: 'Files from the customer' }).waitFor();
    await listed(desk, 'logo.png').waitFor();
    assert.deepEqual(await saved(desk, listed(desk, 'menu.pdf')), menu);

    await page.getByRole('button', { name: 'Order again' }).click();
    await page
      .getByText('Added with the same brief. If your order had files, choose “Edit” to add them again.')
      .waitFor();
    await expectGone(page.getByText(/^Files:/));
  },
  { settings },
);

story(
  'names each file that can’t be uploaded before the order is placed, and places one order',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/400 \(Bad Request\).*\/parts/);
    expectComplaint(/ERR_FAILED/);
    await openConfirmed(page, shop);
    await page.evaluate((cart) => localStorage.setItem('orders', cart), storedCart([bundles[0]!, slogans]));
    await page.goto('/cart');
    await page.getByRole('link', { name: /^Edit/ }).first().click();
    await choose(page, given('plan.docx', docx([{ name: 'vbaProject.bin' }])), given('menu.pdf', menu));
    await listed(field(page), 'menu.pdf').waitFor();
    await summary(page).getByRole('button', { name: 'Save changes' }).click();
    await page.waitForURL('**/cart');
    await fillCheckout(page);
    await page.getByRole('button', { name: orderButton }).click();
    const unsent = page.getByRole('alert').filter({ hasText: 'your order isn’t placed yet' });
    await unsent.getByText('“plan.docx” contains macros. Save it without them.').waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    assert.equal(await unsent.getByRole('listitem').count(), 1);

    // the answer to the order arrives, but the first answer to attaching a file is lost
    let lost = 0;
    await page.route('**/api/orders/*/lines/1/files', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await page.route('**/api/payments/*/pay', (route) => route.abort());
    await page.getByRole('button', { name: 'Order now, send files later' }).click();
    await page.waitForURL('**/pay?**');
    const left = page
      .getByRole('alert')
      .filter({ hasText: 'Some files haven’t been added to your order yet.' });
    await left.getByText('“plan.docx” contains macros. Save it without them.').waitFor();
    await left.getByText(/^“menu\.pdf” wasn’t sent\./).waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await left.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('We’ve added menu.pdf to your order.').waitFor();
    await left.getByRole('button', { name: 'Don’t send it plan.docx' }).click();
    await expectGone(left);
    assert.equal(await kept(page), 0);
    const number = await numberOf(page);
    await page.goto('/cabinet/history');
    await page.getByText(number).first().waitFor();
    assert.equal(await page.getByText(/^R-\w/).count(), 1);

    const files = await openFiles(page, number);
    await listed(files, 'menu.pdf').waitFor();
    assert.equal(await listed(files, 'menu.pdf').count(), 1, 'once');
  },
  { settings },
);

story(
  'offers no files for automatic work, and deletes files that were not uploaded at logout',
  async ({ page, openOther, shop }) => {
    await page.goto(hashtags.orderRoute);
    await summary(page).waitFor();
    await expectGone(control(page));
    const plain = await openOther({ javaScriptEnabled: false });
    await plain.goto(`${shop.url}${slogans.orderRoute}`);
    await plain.getByText(/email us at .* Attach your files to that email\./).waitFor();

    await openConfirmed(page, shop);
    await page.goto(slogans.orderRoute);
    await fillBrief(page);
    await choose(page, given('menu.pdf', menu));
    await listed(field(page), 'menu.pdf').waitFor();
    await summary(page).getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL('**/cart');
    assert.equal(await kept(page), 1);
    await page.goto('/cabinet/account-details');
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.getByText('You’ve logged out').waitFor();
    assert.equal(await kept(page), 0);
    // the cart still names the file, so the page tells the customer that it is gone
    await openConfirmed(page, shop);
    await page.goto('/cart');
    await page.getByText('Files: menu.pdf', { exact: true }).waitFor();
    await fillCheckout(page);
    await page.getByRole('button', { name: orderButton }).click();
    await page.getByText('“menu.pdf” is no longer on this device.', { exact: false }).waitFor();
  },
  { settings },
);
