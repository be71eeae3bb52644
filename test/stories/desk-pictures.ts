import type { Browser, Page } from 'playwright-core';
import { operatorsDay } from '#contract/delivery-date.ts';
import { day } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { apiCustomer } from './api-customer.ts';
import { fillBrief } from './buy-slogans.ts';
import { declineCounting } from './decline-counting.ts';
import { addAuthenticator, deskUrl, joinWithPasskey } from './desk-people.ts';
import { operate } from './operate.ts';
import type { Shop } from './shop.ts';

type Take = (page: Page, name: string) => Promise<void>;

/** The length of the demo's history in days. */
const days = 40;
const dayOf = (daysAgo: number) => operatorsDay(new Date(Date.now() - daysAgo * day), businessCalendar);
const period = `?from=${dayOf(days)}&to=${dayOf(1)}`;

/** Screens with their charts, reports and lists. */
const screens = [
  'today',
  'queue',
  'queue?show=done',
  'tickets',
  'tickets?show=closed',
  'orders',
  'customers',
  'approvals',
  'money',
  'money/payments',
  ...['money/refunds', 'money/disputes', 'money/goodwill'].map((list) => list + period),
  'books',
  `books/period?from=${dayOf(1)}&to=${dayOf(1)}`,
  ...['books/period', 'books/totals', 'books/roll-forward', 'books/idle'].map((report) => report + period),
  'replies',
  'people',
  'roles',
  'emails',
  'calendar',
  'networks',
  'log',
  'me',
];

/** A picture's name, without the days of a period: "desk-books-totals". */
const nameOf = (screen: string) =>
  `desk-${screen.replace(/\?from=(.*)&to=(.*)$/, (_, from, to) => (from === to ? '-day' : ''))}`;

/**
 * Takes pictures of the desk of a shop with a history. An owner joins, opens an order with a message and a half-written text, and
 * proposes another order.
 */
export async function tourDesk(
  browser: Browser,
  shop: Shop,
  colorScheme: 'light' | 'dark',
  take: Take,
): Promise<void> {
  const customer = apiCustomer(() => shop.url);
  await customer.register();
  await customer.logIn();
  const { body } = await customer.askForOrder();
  await customer.pay(body);
  const number = body.orderNumber;
  const sent = await customer.call<{ ticketNumber: string }>(`/api/orders/${number}/messages`, {
    text: 'Could the tone be a bit drier? And could you write ten more?',
  });

  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
  await context.addInitScript(declineCounting);
  const page = await context.newPage();
  const open = (path: string) => page.goto(`${deskUrl(shop)}/${path}`);
  await open('login');
  await take(page, 'desk-login');
  await addAuthenticator(page);
  const [link] = (await operate(shop, 'staff', 'invite', 'owner')).split('\n');
  await page.goto(link!);
  await page.getByLabel('Your name').waitFor();
  await take(page, 'desk-welcome');
  // one person per theme, because each needs an email address of their own
  await joinWithPasskey(page, link!, colorScheme === 'light' ? 'Una' : 'Ute');
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();

  await open(`lines/${number}/1`);
  await page.locator('textarea[id^="piece-"]').first().fill('Slow bread, early.');
  await page.getByText(/^Saved (?!replies)/).waitFor();
  await take(page, 'desk-line');
  await open(`orders/${number}`);
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  await take(page, 'desk-order');
  await page.getByRole('link', { name: 'Ann Lee' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ann Lee' }).waitFor();
  await take(page, 'desk-customer');
  await open(`money/payments/${number}`);
  await page.getByRole('heading', { name: 'Postings' }).waitFor();
  await take(page, 'desk-payment');
  for (const screen of screens) {
    await open(screen);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take(page, nameOf(screen));
  }
  await takeDialogs(page, open, number, take);
  await open('emails');
  await page.getByRole('link', { name: /^Receipt/ }).click();
  await page.locator('iframe').waitFor();
  await take(page, 'desk-email');
  await open(`tickets/${sent.body.ticketNumber}`);
  await proposeOrder(page, take);
  await context.close();
}

/** Takes pictures of the bar of selected lines, a menu, and dialogs. */
async function takeDialogs(
  page: Page,
  open: (path: string) => Promise<unknown>,
  number: string,
  take: Take,
): Promise<void> {
  await open('queue');
  for (const row of [0, 1, 2])
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(row)
      .check();
  await take(page, 'desk-queue-selected');
  await page.getByRole('button', { name: /^Assign(?! to)/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /open/ }).first().waitFor();
  await take(page, 'desk-dialog-assign');
  await open('people');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await take(page, 'desk-people-menu');
  await page.getByRole('button', { name: 'Remove from team' }).click();
  await take(page, 'desk-dialog-remove');
  await open(`lines/${number}/1`);
  for (const [button, name] of [
    [/^Deliver/, 'deliver'],
    [/^Ask the customer/, 'ask'],
    ['Paste all pieces', 'paste'],
    ['Move the due date', 'move'],
  ] as const) {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
    await take(page, `desk-dialog-${name}`);
    await page.keyboard.press('Escape');
  }
}

/** Proposes an order in the open conversation, and opens its link as the customer. */
async function proposeOrder(page: Page, take: Take): Promise<void> {
  await page.getByRole('button', { name: 'Propose an order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Propose an order' });
  await dialog.getByLabel('Service or bundle').selectOption({ label: 'Slogans' });
  await fillBrief(page);
  await take(page, 'desk-proposal');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await page.getByText('Not opened yet.').waitFor();
  await take(page, 'desk-ticket');
  const [link] = /\S+#proposal=[\w-]{43}/.exec(await page.getByLabel(/^Write to /).inputValue()) ?? [];
  await page.goto(link!);
  await page.getByText('The proposed order is in your cart.').waitFor();
  await take(page, 'desk-proposal-in-cart');
}
