/** Notifications about work: what a person chooses, and what their browser shows. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { day } from '#contract/durations.ts';
import { waitFor } from '#test/wait-for.ts';
import { orderSlogans } from './desk-lines.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { expectAccessible, expectGone, expectNoSideScroll, expectSound } from './page-checks.ts';
import { story } from './story.ts';

type Shown = { title: string; body: string; click: () => void };
declare global {
  interface Window {
    shown: Shown[];
  }
}

/** Replaces the browser's notifications, which a headless browser doesn't show, by a list. */
const recordNotifications = (page: Page) =>
  page.addInitScript(() => {
    window.shown = [];
    class Recorded extends EventTarget {
      static permission = 'default';
      static async requestPermission() {
        localStorage.setItem('allowed', 'yes');
        Recorded.permission = 'granted';
        return 'granted';
      }
      constructor(title: string, { body }: { body: string }) {
        super();
        window.shown.push({ title, body, click: () => this.dispatchEvent(new Event('click')) });
      }
      close() {}
    }
    if (localStorage.getItem('allowed')) Recorded.permission = 'granted';
    Object.assign(window, { Notification: Recorded });
  });

const shownIn = (page: Page) => page.evaluate(() => window.shown.map(({ title, body }) => ({ title, body })));

story(
  'saves email settings and a time away, and shows one notification for an assigned line in two tabs',
  async ({ page, openOther, shop, context, expectComplaint }) => {
    expectComplaint(/400 .*notifications/);
    await recordNotifications(page);
    await logInToDesk(page, shop, 'writer', 'Wren');
    await page.goto(`${deskUrl(shop)}/me`);
    await page.getByLabel('A customer answers a question').uncheck();
    await page.getByRole('button', { name: 'Save notification settings' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    const choice = page.getByLabel('A customer answers a question');
    await choice.waitFor();
    assert.equal(await choice.isChecked(), false);
    assert.equal(await page.getByLabel('My work is due soon or overdue').isChecked(), true);
    await page.getByLabel(/^Away until/).fill('2020-01-01');
    await page.getByRole('button', { name: 'Save notification settings' }).click();
    await page.getByText('Choose a date from tomorrow to one year from now').first().waitFor();
    await page.getByLabel(/^Away until/).fill(new Date(Date.now() + 7 * day).toISOString().slice(0, 10));
    await page.getByRole('button', { name: 'Save notification settings' }).click();
    await page.getByText(/^You’re away until \w{3}, /).waitFor();
    await expectAccessible(page);
    await page.getByLabel(/^Away until/).fill('');
    await page.getByRole('button', { name: 'Save notification settings' }).click();
    await expectGone(page.getByText(/^You’re away until/));
    await page.getByRole('button', { name: 'Turn on in this browser' }).click();
    await page.getByRole('button', { name: 'Turn off in this browser' }).waitFor();
    assert.deepEqual(
      (await shownIn(page)).map(({ title }) => title),
      ['Notifications are on'],
    );
    await expectSound(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSideScroll(page);

    const second = await context.newPage();
    await recordNotifications(second);
    for (const tab of [page, second]) {
      await tab.goto(`${deskUrl(shop)}/today`);
      await tab.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    }
    const { number } = await orderSlogans(shop);
    const editor = await openOther();
    await logInToDesk(editor, shop, 'editor', 'Ebba');
    await editor.goto(`${deskUrl(shop)}/queue`);
    await editor.getByLabel(`Select ${number}, line 1`).check();
    await editor
      .getByRole('region', { name: 'Selected lines' })
      .getByRole('button', { name: /^Assign(?! to)/ })
      .click();
    await editor.getByRole('dialog').getByRole('button', { name: /^Wren/ }).click();
    const all = async () => [...(await shownIn(page)), ...(await shownIn(second))];
    const [shown] = await waitFor('a notification', async () => {
      const found = await all();
      return found.length > 0 && found;
    });
    assert.equal(shown?.title, 'Assigned to you');
    assert.match(shown.body, /^Slogans, Golden Crust, due /);
    // both tabs poll again
    for (const tab of [page, second]) await tab.waitForResponse(/\/api\/desk\/pulse$/);
    assert.equal((await all()).length, 1);
    const tab = (await shownIn(page)).length === 1 ? page : second;
    await tab.evaluate(() => window.shown[0]!.click());
    await tab.waitForURL(`**/desk/lines/${number}/1`);
    await expectSound(tab);
    await second.close();
  },
  { settings: { RATE_LIMIT_FACTOR: '100' } },
);

story(
  'opens a conversation from the notification about a new message in it',
  async ({ page, shop }) => {
    await recordNotifications(page);
    await logInToDesk(page, shop, 'support', 'Sol');
    await page.goto(`${deskUrl(shop)}/me`);
    const choice = page.getByLabel('A customer writes about my work or in my conversations');
    await choice.waitFor();
    assert.equal(await choice.isChecked(), true);
    // the role may not write lines
    await expectGone(page.getByLabel('My work is due soon or overdue'));
    await choice.uncheck();
    await page.getByRole('button', { name: 'Save notification settings' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Turn on in this browser' }).click();
    await page.getByRole('button', { name: 'Turn off in this browser' }).waitFor();

    const { number, customer } = await orderSlogans(shop);
    const write = (text: string) =>
      customer.call<{ ticketNumber: string }>(`/api/orders/${number}/messages`, { text });
    const { ticketNumber } = (await write('Could it be drier?')).body;
    await page.goto(`${deskUrl(shop)}/tickets/${ticketNumber}`);
    await page.getByLabel('Write to Ann Lee').waitFor();
    await page.keyboard.press('m');
    await page.getByText('Sol', { exact: true }).last().waitFor();
    await page.goto(`${deskUrl(shop)}/today`);
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await write('And ten more?');
    const shown = await waitFor('a notification', async () =>
      (await shownIn(page)).find(({ title }) => title === 'New message'),
    );
    assert.match(shown.body, /^Slogans, Golden Crust, reply by /);
    await page.evaluate(() => window.shown.find(({ title }) => title === 'New message')!.click());
    await page.waitForURL(`**/desk/tickets/${ticketNumber}`);
    await expectSound(page);
  },
  { settings: { RATE_LIMIT_FACTOR: '100' } },
);
