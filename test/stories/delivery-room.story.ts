/** Versions and changes between a customer and the team, each in their own browser. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testPassword } from '#test/server/open-test-shop.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { apiCustomer } from './api-customer.ts';
import { tabTo } from './by-keyboard.ts';
import { addAuthenticator, deskUrl, joinWithPasskey } from './desk-people.ts';
import { operate } from './operate.ts';
import { expectAccessible, expectNoSideScroll } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

async function openDesk(context: BrowserContext, shop: Shop): Promise<Page> {
  const other = await context.browser()!.newContext({ viewport: { width: 1440, height: 900 } });
  context.once('close', () => void other.close());
  const page = await other.newPage();
  await addAuthenticator(page);
  const [link] = (await operate(shop, 'staff', 'invite', 'owner')).split('\n');
  await joinWithPasskey(page, link!, 'Maya');
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  return page;
}

/** A customer with a paid order of slogans, logged in on the order's page. */
async function order(page: Page, shop: Shop): Promise<string> {
  const customer = apiCustomer(() => shop.url);
  await customer.register();
  await customer.logIn();
  const { body } = await customer.askForOrder();
  assert.equal(await customer.pay(body), 'paid');
  await page.goto(
    `/account/login?redirect=${encodeURIComponent(`/cabinet/history?order=${body.orderNumber}`)}`,
  );
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page
    .getByRole('heading', { name: /Slogans/ })
    .first()
    .waitFor();
  return body.orderNumber;
}

/** Fills each text of the sheet. */
async function write(desk: Page, words: (group: number, field: number) => string): Promise<void> {
  const fields = desk.locator('textarea[id^="piece-"]');
  const tabs = desk.getByRole('navigation', { name: 'Pieces' }).getByRole('button');
  const groups = Math.max(1, await tabs.count());
  for (let group = 0; group < groups; group += 1) {
    if (groups > 1) await tabs.nth(group).click();
    for (let field = 0; field < (await fields.count()); field += 1)
      await fields.nth(field).fill(words(group, field));
  }
  await desk.getByText(/^Saved /).waitFor();
}

async function deliver(desk: Page, version: number): Promise<void> {
  await desk.getByRole('button', { name: 'Deliver', exact: true }).click();
  const dialog = desk.getByRole('dialog', { name: new RegExp(`^Deliver version ${version}`) });
  await dialog.getByText('None of the longer sentences was delivered to another customer before.').waitFor();
  await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
  await desk.getByText('Delivered', { exact: true }).first().waitFor();
}

const first = (group: number, field: number) =>
  `Golden Crust bakes loaf ${group}.${field} before the whole town wakes up.`;
const second = (group: number, field: number) =>
  field === 0
    ? `Golden Crust bakes loaf ${group}.${field} long before our town wakes up.`
    : first(group, field);

story(
  'asks for changes in the text, has each answered, and sees what changed',
  async ({ page, context, shop }) => {
    const number = await order(page, shop);
    const desk = await openDesk(context, shop);
    await desk.goto(`${deskUrl(shop)}/lines/${number}/1`);
    await desk.getByLabel('Message to the customer').waitFor();
    await write(desk, first);
    await deliver(desk, 1);

    await page.reload();
    await page.getByText('left to review it').waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download .docx' }).click();
    const docx = await saving;
    assert.equal(docx.suggestedFilename(), `${number}-1-v1.docx`);
    // a ZIP archive, as every Word document is
    assert.equal((await readFile(await docx.path())).subarray(0, 2).toString(), 'PK');
    const sheet = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download sheet (.csv)' }).click();
    assert.match(
      await readFile(await (await sheet).path(), 'utf8'),
      /^\uFEFF"Part","Text","Words","Characters"\r\n/,
    );

    await page.getByRole('button', { name: 'Request a revision' }).click();
    await page.getByRole('heading', { name: 'What should change?' }).waitFor();
    // by mouse: two words of the first part
    const part = page.locator('[data-piece]').first();
    await part.evaluate((element) => {
      const [text] = element.querySelectorAll('span');
      const words = text?.firstChild;
      const at = words?.textContent?.indexOf('the whole') ?? 0;
      if (words) document.getSelection()?.setBaseAndExtent(words, at, words, at + 'the whole'.length);
    });
    await page.getByRole('button', { name: 'Change the selected words' }).click();
    await page.getByLabel('Change 1', { exact: true }).fill('Our town, please.');
    await page.getByText('“the whole”').waitFor();
    // by keyboard: a paragraph
    await page.locator('[data-piece]').nth(1).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Drier.');
    assert.equal(await page.getByLabel('Change 2', { exact: true }).inputValue(), 'Drier.');
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.reload();
    await page.getByRole('button', { name: 'Request a revision' }).click();
    assert.equal(await page.getByLabel('Change 2', { exact: true }).inputValue(), 'Drier.', 'kept');
    await page.getByLabel('Change 2', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Send 2 changes' }).click();
    await page.getByRole('alert').getByText('Tell us what should change').waitFor();
    await page.getByLabel('Change 2', { exact: true }).fill('Drier.');
    await page.getByRole('button', { name: 'Send 2 changes' }).click();
    await page.getByText(/We’ve got your 2 changes\. You’ll have the next version by/).waitFor();
    await expectAccessible(page);

    await desk.reload();
    await desk.getByText('2 of 2 still open.').waitFor();
    await desk.getByRole('button', { name: 'Show it' }).first().click();
    assert.equal(
      await desk.evaluate(() => document.getSelection()?.toString()),
      'the whole',
      'the words are selected in the text',
    );
    await write(desk, second);
    const points = desk.getByRole('region', { name: 'Changes the customer wants' }).getByRole('listitem');
    await points.nth(0).getByRole('radio', { name: 'Done', exact: true }).check();
    await points.nth(0).getByRole('button', { name: 'Save' }).click();
    await desk.getByText('1 of 2 still open.').waitFor();
    await points.nth(1).getByRole('radio', { name: 'Not done' }).check();
    await points.nth(1).getByRole('button', { name: 'Save' }).click();
    await points.nth(1).getByText('Say why it isn’t done').first().waitFor();
    await points.nth(1).getByLabel('Why not?').fill('It is as dry as rye.');
    await points.nth(1).getByRole('button', { name: 'Save' }).click();
    await desk.getByText('All answered.').waitFor();
    await expectAccessible(desk);
    await deliver(desk, 2);

    await page.reload();
    await page.getByText('How we handled your changes').waitFor();
    await page.getByText('It is as dry as rye.').waitFor();
    await page.getByRole('button', { name: 'What changed since version 1' }).click();
    await page.getByText(/places changed in/).waitFor();
    assert.match((await page.locator('ins').first().textContent()) ?? '', /added: long/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Take 7 more days' }).click();
    await page.getByRole('status').getByText('7 more days').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Take 7 more days' }).count(), 0);
  },
  { settings },
);

story(
  'asks for changes by keyboard alone',
  async ({ page, shop }) => {
    const number = await order(page, shop);
    // a text of the command line has no parts
    const file = join(shop.dataDir, 'slogans.txt');
    await writeFile(file, 'Old grains, slow dough.\n\nBread that is gone by noon.');
    await operate(shop, 'deliver', number, '1', '--file', file);
    await page.reload();
    await page.getByText('left to review it').waitFor();
    await tabTo(page, /^Request a revision$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What should change?' }).waitFor();
    await tabTo(page, /^Ask for a change to: Bread that is gone/);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Shorter.');
    await tabTo(page, /^Send 1 change$/);
    await page.keyboard.press('Enter');
    await page.getByText('We’ve got your change.').waitFor();
  },
  { settings },
);
