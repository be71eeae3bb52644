/** The desk's work in a browser: from the next line to the customer, by two people, by keyboard and on a phone. */
import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import { apiCustomer } from './api-customer.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { expectAccessible, expectGone, expectNoSideScroll } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

async function openOther(context: BrowserContext): Promise<Page> {
  const other = await context.browser()!.newContext({ viewport: { width: 1440, height: 900 } });
  // ends with the story's own
  context.once('close', () => void other.close());
  return other.newPage();
}

/** A paid order of slogans by a new customer; answers its number and customer. */
async function order(shop: Shop) {
  const customer = apiCustomer(() => shop.url);
  await customer.register();
  await customer.logIn();
  const { body } = await customer.askForOrder();
  assert.equal(await customer.pay(body), 'paid');
  return { number: body.orderNumber, customer };
}

let batch = 0;
/** Fills each text with words that no other customer got. */
async function write(page: Page): Promise<void> {
  batch += 1;
  const fields = page.locator('textarea[id^="piece-"]');
  const tabs = page.getByRole('navigation', { name: 'Pieces' }).getByRole('button');
  const groups = Math.max(1, await tabs.count());
  for (let group = 0; group < groups; group += 1) {
    if (groups > 1) await tabs.nth(group).click();
    for (let field = 0; field < (await fields.count()); field += 1)
      await fields.nth(field).fill(`Golden Crust bakes loaf ${group}.${field} of batch ${batch}.`);
  }
}
const openLine = (page: Page, shop: Shop, number: string) => page.goto(`${deskUrl(shop)}/lines/${number}/1`);

story(
  'takes a line to the customer: one person writes it, another reads and delivers it',
  async ({ page, context, shop }) => {
    const { number, customer } = await order(shop);
    await logInToDesk(page, shop, 'writer', 'Wim');
    const editor = await openOther(context);
    await logInToDesk(editor, shop, 'editor', 'Eda');

    await page.getByText('Not taken yet').waitFor();
    await page.keyboard.press('n');
    await page.waitForURL('**/desk/lines/R-*/1');
    await page.getByText('Checks', { exact: true }).last().waitFor();
    await expectAccessible(page);
    await write(page);
    await page.getByLabel('Message to the customer').fill('The third is my favorite.');
    await page.getByText(/^Saved /).waitFor();
    await page.getByText('Every piece has a text.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Deliver', exact: true }).count(), 0);
    await page.reload();
    assert.equal(await page.getByLabel('Message to the customer').inputValue(), 'The third is my favorite.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('status').getByText('Handed in.').waitFor();

    await editor.goto(`${deskUrl(shop)}/queue?show=check`);
    await editor.getByRole('link', { name: new RegExp(number) }).click();
    await editor.getByRole('button', { name: 'Deliver', exact: true }).waitFor();
    await editor.keyboard.press('Control+Enter');
    const dialog = editor.getByRole('dialog', { name: /^Deliver version 1/ });
    await dialog
      .getByText('None of the longer sentences was delivered to another customer before.')
      .waitFor();
    await expectAccessible(editor);
    await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
    await editor.getByRole('button', { name: 'Undo', exact: true }).click();
    await editor.getByRole('status').getByText('Delivery undone.').waitFor();
    assert.equal((await customer.orders())[0]!.work.status, 'inProgress');

    await editor.getByRole('button', { name: 'Deliver', exact: true }).click();
    await dialog
      .getByText('None of the longer sentences was delivered to another customer before.')
      .waitFor();
    await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
    await editor.getByText('Delivered', { exact: true }).first().waitFor();
    assert.equal((await customer.orders())[0]!.work.status, 'delivered');
    const letter = await shop.letter(customer.email, /ready/);
    assert.match(letter.text ?? '', /The third is my favorite\./);
  },
  { settings },
);

story(
  'keeps both texts when two people save one, and everything typed without a network',
  async ({ page, context, shop, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    const { number } = await order(shop);
    await logInToDesk(page, shop, 'owner', 'Una');
    const other = await openOther(context);
    await logInToDesk(other, shop, 'editor', 'Otto');
    await openLine(page, shop, number);
    await openLine(other, shop, number);
    const message = (one: Page) => one.getByLabel('Message to the customer');
    await message(other).waitFor();
    await other.context().setOffline(true);
    await message(other).fill('From Otto.');
    await other.getByText('Not saved yet').first().waitFor();
    await message(page).fill('From Una.');
    await page.getByText(/^Saved /).waitFor();
    await other.context().setOffline(false);
    await other.getByText('Una has changed this text.').waitFor();
    assert.equal(await message(other).inputValue(), 'From Otto.');
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Keep mine' }).click();
    await other.getByText(/^Saved .* by Otto/).waitFor();
    await page.reload();
    await page.getByText(/^Saved .* by Otto/).waitFor();
    assert.equal(await message(page).inputValue(), 'From Otto.');

    await page.context().setOffline(true);
    await message(page).fill('Typed without a network.');
    await page.getByText('Not saved yet').first().waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await page.getByText(/^Saved .* by Una/).waitFor();
    assert.equal(await message(page).inputValue(), 'Typed without a network.');
  },
  { settings },
);

story(
  'assigns many lines by keyboard, and says when work changed without moving it',
  async ({ page, shop }) => {
    await logInToDesk(page, shop, 'owner', 'Kay');
    const [first, second] = [await order(shop), await order(shop)];
    await page.goto(`${deskUrl(shop)}/queue?who=free`);
    const links = page.locator('[data-line]');
    await links.nth(1).waitFor();
    const before = await links.count();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 chosen').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('m');
    await page.getByRole('status').getByText('2 assigned.').waitFor();
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-line]').length === count,
      before - 2,
    );

    await order(shop);
    await page.getByText('There are new changes.').waitFor({ timeout: 20_000 });
    assert.equal(await links.count(), before - 2);
    await page.keyboard.press('.');
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-line]').length === count,
      before - 1,
    );

    await page.getByLabel('Brand or order').fill(second.number);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.waitForURL(/q=R-/);
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Find or jump to' }).fill(first.number);
    await page.getByRole('link', { name: `${first.number} · 1` }).click();
    await page.getByRole('button', { name: /^Ask the customer/ }).waitFor();
    await page.keyboard.press('q');
    const question = page.getByRole('dialog', { name: 'Ask the customer' });
    await question.getByRole('button', { name: 'Send the question' }).click();
    await question.getByText('Write the question').first().waitFor();
    await question.getByLabel('Question', { exact: true }).fill('Which year did the mill open?');
    await question.getByRole('button', { name: 'Send the question' }).click();
    await expectGone(question);
    await page.getByText('Question asked', { exact: true }).first().waitFor();
    assert.equal(
      (await first.customer.orders())[0]!.lines[0]!.work.question,
      'Which year did the mill open?',
    );
  },
  { settings },
);

for (const colorScheme of ['light', 'dark'] as const)
  story(
    `fits a phone in ${colorScheme}: today, the queue and a line without sideways scrolling`,
    async ({ page, shop }) => {
      const { number } = await order(shop);
      await page.emulateMedia({ colorScheme });
      await logInToDesk(page, shop, 'owner', `Pia${colorScheme}`);
      await page.setViewportSize({ width: 320, height: 640 });
      for (const path of ['today?who=team', 'queue', `lines/${number}/1`]) {
        await page.goto(`${deskUrl(shop)}/${path}`);
        await page.locator('[data-line], textarea[id^="piece-"]').first().waitFor();
        await expectNoSideScroll(page);
        await expectAccessible(page);
      }
      for (const tab of ['Brief', 'Checks', 'Text']) {
        await page.getByRole('tab', { name: tab }).click();
        await expectNoSideScroll(page);
        await expectAccessible(page);
      }
    },
    { settings },
  );
