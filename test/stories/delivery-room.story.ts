/** Versions and requested changes between a customer and the team, each in a browser of their own. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { testPassword } from '#test/server/open-test-shop.ts';
import type { Page } from 'playwright-core';
import { apiCustomer } from './api-customer.ts';
import { tabTo } from './by-keyboard.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { openTeam } from './open-team.ts';
import { expectAccessible, expectGone, expectNoSideScroll, expectValue } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

/** Creates a customer with a paid order of slogans, logged in on the order's page. */
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

/** Fills each field of the work sheet. */
async function write(desk: Page, words: (group: number, field: number) => string): Promise<void> {
  const fields = desk.locator('textarea[id^="piece-"]');
  const tabs = desk.getByRole('navigation', { name: 'Pieces' }).getByRole('button');
  await fields.first().waitFor();
  const groups = Math.max(1, await tabs.count());
  for (let group = 0; group < groups; group += 1) {
    if (groups > 1) await tabs.nth(group).click();
    for (let field = 0; field < (await fields.count()); field += 1)
      await fields.nth(field).fill(words(group, field));
  }
  await desk.getByText(/^Saved (?!replies)/).waitFor();
}

async function deliver(desk: Page, version: number): Promise<void> {
  await desk.getByRole('button', { name: /^Deliver(?: an improved version)?$/ }).click();
  const dialog = desk.getByRole('dialog', { name: new RegExp(`^Deliver version ${version}`) });
  await dialog.getByText('No long sentence in this text has been delivered to another customer.').waitFor();
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
  'lets a customer request changes, read the answer to each, and see what changed',
  async ({ page, openOther, shop }) => {
    const number = await order(page, shop);
    const desk = await openOther();
    await logInToDesk(desk, shop, 'owner', 'Maya');
    await desk.goto(`${deskUrl(shop)}/lines/${number}/1`);
    await desk.getByLabel('Message to the customer').waitFor();
    await write(desk, first);
    await deliver(desk, 1);

    await page.reload();
    await page.getByText('left to review').waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download .docx' }).click();
    const docx = await saving;
    assert.equal(docx.suggestedFilename(), `${number}-1-v1.docx`);
    // a Word document is a ZIP archive, which begins with PK
    assert.equal((await readFile(await docx.path())).subarray(0, 2).toString(), 'PK');
    const sheet = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download sheet (.csv)' }).click();
    assert.match(
      await readFile(await (await sheet).path(), 'utf8'),
      /^\uFEFF"Part","Text","Words","Characters"\r\n/,
    );

    await page.getByRole('button', { name: 'Request a revision' }).click();
    await page.getByRole('heading', { name: 'What should change?' }).waitFor();
    // selects two words of the first part with the mouse
    const part = page.locator('[data-piece]').first();
    await part.evaluate((element) => {
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      const at = words?.textContent?.indexOf('the whole') ?? 0;
      if (words) document.getSelection()?.setBaseAndExtent(words, at, words, at + 'the whole'.length);
    });
    await page.getByRole('button', { name: 'Change the selected words' }).click();
    await page.getByLabel('Change 1', { exact: true }).fill('Our town, please.');
    await page.getByText('“the whole”').waitFor();
    // selects a paragraph with the keyboard
    await page.locator('[data-piece]').nth(1).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Drier.');
    await expectValue(page.getByLabel('Change 2', { exact: true }), 'Drier.');
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.reload();
    await page.getByRole('button', { name: 'Request a revision' }).click();
    await expectValue(page.getByLabel('Change 2', { exact: true }), 'Drier.');
    await page.getByLabel('Change 2', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Request this revision' }).click();
    await page.getByRole('alert').getByText('Tell us what should change').waitFor();
    await page.getByLabel('Change 2', { exact: true }).fill('Drier.');
    await page.getByRole('button', { name: 'Request this revision' }).click();
    await page.getByText(/You requested a revision\. You’ll have the next version by/).waitFor();
    await expectAccessible(page);

    await desk.reload();
    await desk.getByText('2 of 2 requested changes still need an answer.').waitFor();
    await desk.getByRole('button', { name: 'Show in the text' }).first().click();
    await desk.waitForFunction(() => document.getSelection()?.toString() === 'the whole');
    await write(desk, second);
    const points = desk.getByRole('region', { name: 'Requested changes' }).getByRole('listitem');
    await points.nth(0).getByRole('radio', { name: 'Done', exact: true }).check();
    await points.nth(0).getByRole('button', { name: 'Save' }).click();
    await desk.getByText('1 of 2 requested changes still needs an answer.').waitFor();
    await points.nth(1).getByRole('radio', { name: 'Not done' }).check();
    await points.nth(1).getByRole('button', { name: 'Save' }).click();
    await points.nth(1).getByText('Explain why the change isn’t done').first().waitFor();
    await points.nth(1).getByLabel('Why isn’t this change done?').fill('It is as dry as rye.');
    await points.nth(1).getByRole('button', { name: 'Save' }).click();
    await desk.getByText('All requested changes are answered.').waitFor();
    await expectAccessible(desk);
    await deliver(desk, 2);

    await page.reload();
    await page.getByText('How we handled your changes').waitFor();
    await page.getByText('It is as dry as rye.').waitFor();
    await page.getByRole('button', { name: 'What changed since version 1' }).click();
    await page.getByText(/parts changed\./).waitFor();
    assert.match((await page.locator('ins').first().textContent()) ?? '', /added: long/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Extend review by 7 days' }).click();
    await page.getByRole('status').getByText('7 more days').waitFor();
    await expectGone(page.getByRole('button', { name: 'Extend review by 7 days' }));

    // delivers an improvement that the customer did not request
    await desk.reload();
    await write(desk, (group, field) => `${second(group, field)} Baked at night.`);
    await deliver(desk, 3);
    await desk.getByRole('button', { name: 'Version 3' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'What changed since version 1' }).click();
    await page.locator('ins', { hasText: 'Baked at night.' }).first().waitFor();
    assert.match((await page.locator('del').first().textContent()) ?? '', /removed: /);
    await desk.getByRole('button', { name: 'Version 3' }).click();
    await desk.getByRole('button', { name: 'Compare with version 1' }).click();
    await desk.locator('ins', { hasText: 'Baked at night.' }).first().waitFor();
    await expectAccessible(desk);
  },
  { settings },
);

story(
  'lets a customer request changes to a delivery by keyboard alone',
  async ({ page, shop }) => {
    const number = await order(page, shop);
    const team = await openTeam(shop);
    await team.deliver(number, 1, { 'Slogan 2': 'Bread that is gone by noon.' });
    await page.reload();
    await page.getByText('left to review').waitFor();
    await tabTo(page, /^Request a revision$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What should change?' }).waitFor();
    await tabTo(page, /^Request a change to: Bread that is gone/);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Shorter.');
    await tabTo(page, /^Request this revision$/);
    await page.keyboard.press('Enter');
    await page.getByText('You requested a revision.').waitFor();
  },
  { settings },
);
