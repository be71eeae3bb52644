/**
 * The pages while a browser's translator is active, which replaces the text nodes under React: one of each kind, some order forms
 * and every other screen of the desk, and with FULL=true all.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { formatMoney } from '#contract/money.ts';
import { configurationOf } from '#contract/catalogue/order-details.ts';
import { priceLine } from '#contract/catalogue/pricing.ts';
import type { PlacedOrder } from '#contract/storefront/orders.ts';
import type { Product } from '#contract/catalogue/product.ts';
import { exampleDetails } from '#demo/example-orders.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { isFullSize, partOf } from '#test/test-size.ts';
import { pages } from '#web/sitemap.ts';
import { apiCustomer } from './api-customer.ts';
import { fillCheckout, orderButton } from './buy-slogans.ts';
import { declineCounting } from './decline-counting.ts';
import { openLine, writeLine } from './desk-lines.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { readDeskScreens } from './desk-screens.ts';
import { fillOrderForm, storedCart } from './fill-order-form.ts';
import { openTeam } from './open-team.ts';
import { expectGone } from './page-checks.ts';
import { expectSound, translatePages, useFields } from './page-translator.ts';
import { type Shop, waitFor } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };
const { products } = builtInCatalogue;
const priceOf = (product: Product): number =>
  priceLine(product, configurationOf(product, exampleDetails(product))).total;

/** Opens a page of the storefront, and waits until its scripts have started. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.dispatchEvent('body', 'pointerover');
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
}

/** Creates a customer with an order in each of these states, a report and a message about an order. */
async function openCustomer(shop: Shop) {
  const customer = apiCustomer(() => shop.url);
  await customer.register();
  await customer.logIn();
  const order = async (slug: string) => {
    const product = products.find((one) => one.slug === slug)!;
    const details = exampleDetails(product);
    const lines = { orderTypes: [product.orderType], orderDetails: [details], price: priceOf(product) };
    const wanted = { ...slogansOrder, ...lines };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { status, body } = await customer.call<PlacedOrder>('/api/orders', wanted, headers);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const orders = {
    delivered: await order('slogans'),
    open: await order('slogans'),
    report: await order('content-quality-analyzer'),
    unpaid: await order('starter-presence'),
  };
  for (const paid of [orders.delivered, orders.open, orders.report])
    assert.equal(await customer.pay(paid), 'paid');
  const team = await openTeam(shop);
  await team.deliver(orders.delivered.orderNumber, 1, { 'Slogan 1': 'Slow bread, early.' });
  const message = { text: 'Could you write ten more?' };
  const { body } = await customer.call<{ ticketNumber: string }>(
    `/api/orders/${orders.open.orderNumber}/messages`,
    message,
  );
  await waitFor('the report', async () =>
    (await customer.orders()).find(
      ({ number, work }) => number === orders.report.orderNumber && work.status === 'delivered',
    ),
  );
  return { email: customer.email, orders, ticket: body.ticketNumber };
}

async function logIn(page: Page, email: string): Promise<void> {
  await open(page, '/account/login');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/cabinet/history');
}

story(
  'shows correct texts on storefront pages when a page translator changes it before the scripts start',
  async ({ page, context, shop, expectComplaint }) => {
    expectComplaint(/404 \(Not Found\) \(.*no-such-page/);
    const { email, orders, ticket } = await openCustomer(shop);
    await context.addInitScript(declineCounting);
    await translatePages(context, 'DOMContentLoaded');
    const visit = async (path: string) => {
      await open(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await useFields(page);
      await expectSound(page);
    };
    const isOpen = ({ guard }: (typeof pages)[number]) => guard === undefined || guard === 'redirect';
    const visited = pages.filter(
      ({ file }, index) => isFullSize || pages.findIndex((one) => one.file === file) === index,
    );
    for (const { path } of visited.filter(isOpen)) await visit(path);
    await visit('/no-such-page');
    const { pathname, search } = new URL(orders.unpaid.paymentLink);
    await visit(pathname + search);

    await logIn(page, email);
    for (const { path, guard } of visited)
      if (guard === 'logged-in')
        await visit(path === '/cabinet/report' ? `${path}?order=${orders.report.orderNumber}&line=1` : path);
    for (const { orderNumber } of Object.values(orders)) await visit(`/cabinet/history?order=${orderNumber}`);
    await visit(`/cabinet/history?receipt=${orders.delivered.orderNumber}`);
    await visit(`/cabinet/messages?ticket=${ticket}`);
  },
  { settings },
);

story(
  'shows correct prices in order forms, cart, checkout and payment while a page translator runs',
  async ({ page, context, shop }) => {
    const customer = apiCustomer(() => shop.url);
    await customer.register();
    await context.addInitScript(declineCounting);
    await translatePages(context, 'hydrated');
    await logIn(page, customer.email);
    const total = (at: string) => page.getByRole('complementary', { name: at });
    for (const product of partOf(products, 0, 3)) {
      await open(page, product.orderRoute);
      await fillOrderForm(page, product);
      await page.getByRole('button', { name: 'Start over' }).waitFor();
      const price = formatMoney(priceOf(product));
      await total('Your order').getByText(price).first().waitFor();
      await total('Your order').getByText('Brief complete').waitFor();
      await expectSound(page);
      // the page shows that the draft was saved, until someone types again
      await useFields(page);
      await expectSound(page);
    }
    await page.evaluate((cart) => localStorage.setItem('orders', cart), storedCart(products));
    await open(page, '/cart');
    const amount = products.reduce((sum, product) => sum + priceOf(product), 0);
    await total('Total').getByText(formatMoney(amount)).waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Remove' }).first().click();
    const rest = amount - priceOf(products[0]!);
    await total('Total').getByText(formatMoney(rest)).waitFor();
    await fillCheckout(page);
    await expectSound(page);
    await page.getByRole('button', { name: orderButton }).click();
    await page.waitForURL('**/sandbox-pay/**');
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.waitForURL('**/pay?**');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await page.getByText(formatMoney(rest)).first().waitFor();
    await expectSound(page);
  },
  { settings },
);

/** Requests approval of a refund as a person with a lower limit. */
async function askForRefund(page: Page, shop: Shop, number: string): Promise<void> {
  await translatePages(page.context(), 'DOMContentLoaded');
  await logInToDesk(page, shop, 'support', 'Sam');
  await page.goto(`${deskUrl(shop)}/orders/${number}`);
  await page.getByRole('button', { name: /^Refund(?! of)/ }).click();
  await page.getByLabel(/^Amount/).fill('70');
  await page.getByLabel(/^Reason/).fill('Delivered twice');
  await expectSound(page);
  await page.getByRole('button', { name: 'Request approval' }).click();
  await page.getByRole('list', { name: 'Waiting for approval' }).getByText('$70.00').waitFor();
  await expectSound(page);
  // closes the page, which would otherwise poll while the owner changes its role
  await page.close();
}

story(
  'shows correct texts on the screens of the desk while a page translator runs',
  async ({ page, context, openOther, shop, expectComplaint }) => {
    // expects that the translator's script is blocked in the frame that shows an email, where no script runs
    const blocked = /Blocked script execution in '.*\/emails\/.*sandboxed/;
    expectComplaint(blocked);
    const { orders, ticket } = await openCustomer(shop);
    await translatePages(context, 'DOMContentLoaded');
    await logInToDesk(page, shop, 'owner', 'Una');
    await askForRefund(await openOther(), shop, orders.open.orderNumber);
    const linked = new Set<string>();
    const visit = async (path: string) => {
      const emailShown = path.startsWith('emails/')
        ? page.waitForEvent('console', (message) => blocked.test(message.text()))
        : undefined;
      await page.goto(`${deskUrl(shop)}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await emailShown;
      await expectGone(page.locator('.skeleton'));
      const links = await page
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      for (const link of links) linked.add(link.replace(/^\/desk\//, '').replace(/[?#].*$/, ''));
      await useFields(page);
      await expectSound(page);
    };
    await openLine(page, shop, orders.open.orderNumber);
    await page.locator('textarea[id^="piece-"]').first().waitFor();
    await writeLine(page);
    await page.getByText(/^Saved (?!replies)/).waitFor();
    await expectSound(page);

    const screens = await readDeskScreens();
    const plain = screens.filter((one) => !one.includes(':'));
    for (const path of partOf(plain, 1, 2)) await visit(path);
    const { orderNumber } = orders.delivered;
    const known = [`lines/${orderNumber}/1`, `money/payments/${orderNumber}`, `tickets/${ticket}`];
    for (const screen of screens.filter((one) => one.includes(':'))) {
      const pattern = new RegExp(`^${screen.replaceAll(/:\w+/g, '[^/]+')}$`);
      const path = [...known, ...linked].find((one) => pattern.test(one));
      assert.ok(path ?? !isFullSize, `no link leads to ${screen}`);
      if (path) await visit(path);
    }
  },
  { settings },
);
