/** Infected files in a browser: notes for the customer and the desk, and no delivery of such files. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eicar, openClamdFake } from '#test/server/clamd-fake.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { apiCustomer } from './api-customer.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { expectAccessible, expectGone, expectNoSideScroll } from './page-checks.ts';
import { story } from './story.ts';

const socket = join(tmpdir(), `redline-clamd-${process.pid}.ctl`);
const settings = { RATE_LIMIT_FACTOR: '100', CLAMD_URL: `unix:${socket}` };
const phone = { width: 320, height: 640 };

const add = (page: Page, label: string, name: string, text: string) =>
  page
    .getByLabel(label, { exact: true })
    .last()
    .setInputFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from(text) }]);

story(
  'deletes infected files, shows this to the customer and the desk, and delivers none',
  async ({ page, context, openOther, shop }) => {
    const clamd = await openClamdFake({ path: socket });
    context.once('close', () => void clamd.close());
    const customer = apiCustomer(() => shop.url);
    await customer.register();
    await customer.logIn();
    const { body } = await customer.askForOrder();
    await customer.pay(body);
    await page.goto('/account/login');
    await page.getByLabel('Email address').fill(customer.email);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/cabinet/**');
    const orderPage = `/cabinet/history?order=${body.orderNumber}`;
    await page.goto(orderPage);
    await page.getByText('Your files', { exact: true }).click();
    // the scan fails now and succeeds after the file is attached
    clamd.manner = 'cut';
    await add(page, 'Files for our team', 'menu.txt', `Our menu ${eicar}`);
    await page.getByRole('button', { name: 'Download menu.txt' }).waitFor();

    const desk = await openOther();
    await logInToDesk(desk, shop, 'owner', 'Vic');
    await desk.goto(`${deskUrl(shop)}/lines/${body.orderNumber}/1`);
    await desk.getByText('not scanned for viruses yet').waitFor();
    clamd.manner = 'clamd';
    // the page polls while a file awaits its scan, and the job retries after some seconds
    await desk.getByText('Deleted: it had a virus').waitFor();
    await expectGone(desk.getByRole('button', { name: 'Download menu.txt' }));
    await expectAccessible(desk);

    await page.goto(orderPage);
    await page.getByText('Your files', { exact: true }).click();
    await page.getByText('Deleted: it had a virus').waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Remove menu.txt' }).click();
    await expectGone(page.getByRole('button', { name: 'Remove menu.txt' }));

    const fields = desk.locator('textarea[id^="piece-"]');
    const tabs = desk.getByRole('navigation', { name: 'Pieces' }).getByRole('button');
    const groups = Math.max(1, await tabs.count());
    for (let group = 0; group < groups; group += 1) {
      if (groups > 1) await tabs.nth(group).click();
      for (let field = 0; field < (await fields.count()); field += 1)
        await fields.nth(field).fill(`Golden Crust bakes loaf ${group}.${field} before the town wakes.`);
    }
    await desk
      .getByText(/^Saved (?!replies)/)
      .first()
      .waitFor();
    clamd.manner = 'cut';
    await add(desk, 'Files for the customer', 'plan.txt', eicar);
    await desk.getByText('not scanned for viruses yet').waitFor();
    clamd.manner = 'clamd';
    await desk.getByText('Deleted: it had a virus').last().waitFor();
    await desk.getByRole('button', { name: /^Deliver/ }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByText(/“plan.txt” had a virus, so its contents were deleted/).waitFor();
    await dialog.getByText('You can’t deliver this version until these problems are fixed.').waitFor();
    await expectAccessible(desk);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await desk.getByRole('button', { name: 'Remove plan.txt' }).click();
    await expectGone(desk.getByRole('button', { name: 'Remove plan.txt' }));
    await desk.getByRole('button', { name: /^Deliver/ }).click();
    await dialog.getByRole('button', { name: /^Deliver/ }).click();
    // a page that stood still for ten seconds misses the time to undo
    await desk
      .getByText(/^Undo|^Delivered$/)
      .filter({ visible: true })
      .first()
      .waitFor();
  },
  { settings, browser: { viewport: phone, reducedMotion: 'reduce' } },
);
