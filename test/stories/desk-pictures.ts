import type { Browser, Page } from 'playwright-core';
import { apiCustomer } from './api-customer.ts';
import { addAuthenticator, deskUrl, joinWithPasskey } from './desk-people.ts';
import { operate } from './operate.ts';
import type { Shop } from './shop.ts';

type Take = (page: Page, name: string) => Promise<void>;

const screens = ['today', 'queue', 'orders', 'customers', 'people', 'roles', 'log', 'me'];

/** Photographs the desk: an owner joins, and finds an order with a message, half written. */
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
  await customer.call(`/api/orders/${number}/messages`, { text: 'Could the tone be a bit drier?' });

  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const open = (path: string) => page.goto(`${deskUrl(shop)}/${path}`);
  await open('login');
  await take(page, 'desk-login');
  await addAuthenticator(page);
  const [link] = (await operate(shop, 'staff', 'invite', 'owner')).split('\n');
  await page.goto(link!);
  await page.getByLabel('Your name').waitFor();
  await take(page, 'desk-welcome');
  // one person for each theme, because an address belongs to one account
  await joinWithPasskey(page, link!, colorScheme === 'light' ? 'Una' : 'Ute');
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();

  await open(`lines/${number}/1`);
  await page.locator('textarea[id^="piece-"]').first().fill('Slow bread, early.');
  await page.getByText(/^Saved /).waitFor();
  await take(page, 'desk-line');
  await open(`orders/${number}`);
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  await take(page, 'desk-order');
  await page.getByRole('link', { name: 'Ann Lee' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ann Lee' }).waitFor();
  await take(page, 'desk-customer');
  for (const screen of screens) {
    await open(screen);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take(page, `desk-${screen}`);
  }
  await context.close();
}
