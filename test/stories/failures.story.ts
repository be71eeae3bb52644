import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { createAccount, fillCheckout, orderButton, newEmail } from './buy-slogans.ts';
import { fillOrderForm, storedCart } from './fill-order-form.ts';
import { expectAccessible, expectNoSideScroll } from './page-checks.ts';
import { story } from './story.ts';

const { services } = builtInCatalogue;

const slogans = services[3]!;

/** Opens the checkout, ready to place the order, with one line in the cart. */
async function standBeforeOrder(page: Page): Promise<void> {
  await page.goto('/account/create-account?redirect=/cart');
  await page.evaluate((cart) => localStorage.setItem('orders', cart), storedCart([slogans]));
  // waits for the session: with Back, the browser restores a page that was left during a login or renewal without a session
  await page.reload();
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  await createAccount(page, newEmail());
  await page.waitForURL(({ pathname }) => pathname === '/cart');
  await fillCheckout(page);
}

const placeOrder = (page: Page) => page.getByRole('button', { name: orderButton }).click();

async function expectOneOrder(page: Page): Promise<void> {
  await page.goto('/cabinet/history');
  await page
    .getByText(/R-\w{4}/)
    .first()
    .waitFor();
  assert.equal(await page.getByRole('article').count(), 1);
}

story(
  'explains that the order is safe when the network fails, and places it once when the network returns',
  async ({ page, context, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    await standBeforeOrder(page);
    await context.setOffline(true);
    await placeOrder(page);
    const alert = page.getByRole('alert').filter({ hasText: 'We can’t connect' });
    await alert.getByText('Your cart and brief are saved on this device.').waitFor();
    await expectAccessible(page);
    await context.setOffline(false);
    await placeOrder(page);
    await page.waitForURL('**/sandbox-pay/**');
    await expectOneOrder(page);
  },
);

story('places no second order when the response to the first is lost', async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_CONNECTION_RESET/);
  await standBeforeOrder(page);
  await page.route(
    '**/api/orders',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await placeOrder(page);
  await page.getByText(/we won’t place the order twice/).waitFor();
  await placeOrder(page);
  await page.waitForURL('**/sandbox-pay/**');
  await expectOneOrder(page);
});

story('explains a server error and a changed price', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 500/);
  expectComplaint(/status of 503/);
  expectComplaint(/status of 400/);
  await standBeforeOrder(page);
  await page.route('**/api/orders', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
  await placeOrder(page);
  await page.getByRole('alert').getByText('An unexpected server error occurred.').waitFor();
  const busy = 'The shop is very busy right now. No changes were made. Try again in a moment.';
  await page.route(
    '**/api/orders',
    (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        headers: { 'retry-after': '5' },
        body: JSON.stringify({
          title: 'Service Unavailable',
          status: 503,
          detail: busy,
          errors: { '': [busy] },
        }),
      }),
    { times: 1 },
  );
  await placeOrder(page);
  await page.getByRole('alert').getByText(busy).waitFor();
  const changed = 'The price has changed to $150.00. Check your cart and try again.';
  await page.route(
    '**/api/orders',
    (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        body: JSON.stringify({ title: 'Validation failed', status: 400, errors: { price: [changed] } }),
      }),
    { times: 1 },
  );
  await placeOrder(page);
  await page.getByRole('alert').getByText(changed).waitFor();
  await page.getByRole('button', { name: 'Show today’s prices' }).waitFor();
});

story(
  'explains a missing network, and opens the page on retry or when the network returns',
  async ({ page, context, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    expectComplaint(/Failed to fetch/);
    await page.goto('/services/slogans');
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
    await context.setOffline(true);
    await page.getByRole('banner').getByRole('link', { name: 'About us' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'This page couldn’t be loaded' });
    await alert.getByText('Your cart and what you typed are saved.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor();
    await context.setOffline(false);
    // the browser's online event reaches the page; pressing “Try again” has the same effect
    await page.getByRole('heading', { level: 1, name: /for a living/ }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/about-us');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: /A line people repeat/ }).waitFor();
  },
);

story('reloads a page whose script cannot be loaded, once', async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED/);
  expectComplaint(/dynamically imported module/);
  await page.goto('/services/slogans');
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  let refused = 0;
  await page.route('**/assets/about-us-page*.js', (route) => {
    refused += 1;
    return refused === 1 ? route.abort() : route.continue();
  });
  await page.getByRole('banner').getByRole('link', { name: 'About us' }).click();
  await page.waitForURL('**/about-us');
  await page.getByRole('heading', { level: 1, name: /for a living/ }).waitFor();
});

story(
  'shows an error with a reload button in place of a lazily loaded part that can’t be loaded',
  async ({ page, expectComplaint }) => {
    expectComplaint(/ERR_FAILED/);
    expectComplaint(/dynamically imported module/);
    const picker = '**/assets/price-picker*.js';
    await page.route(picker, (route) => route.abort());
    await page.goto('/services/slogans');
    const part = page.getByRole('region', { name: 'Your price and date' });
    await part.getByText('This part of the page couldn’t be loaded.').waitFor();
    await page.getByRole('heading', { level: 1, name: /A line people repeat/ }).waitFor();
    await expectAccessible(page);
    await page.unroute(picker);
    await part.getByRole('button', { name: 'Reload the page' }).click();
    await part.getByRole('radio').first().waitFor();
  },
);

story(
  'lays out long names, emoji, right-to-left text and pasted novels without sideways scrolling',
  async ({ page }) => {
    const name = 'Ö'.repeat(70);
    const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(2);
    await page.goto('/account/create-account');
    await createAccount(page, newEmail());
    await page.waitForURL('**/cabinet/history');
    await page.goto(slogans.orderRoute);
    await fillOrderForm(page, slogans);
    await page.getByLabel('Brand name').fill(`${long}${'🥐'.repeat(12)}`);
    await page.getByLabel('What do you do?').fill('نخبز الخبز ببطء ونوصله قبل الفطور. '.repeat(10));
    await page.getByLabel('Slogans you like').fill('bread'.repeat(20_000));
    await page.getByText('99,500 characters too many').waitFor();
    await expectNoSideScroll(page);
    await page.getByRole('complementary').getByRole('button', { name: 'Add to cart' }).click();
    await page
      .getByRole('link', { name: /^“Slogans you like, and why” must be 500 characters or fewer/ })
      .click();
    await page.getByLabel('Slogans you like').fill('');
    await page.getByRole('complementary').getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL('**/cart');
    await fillCheckout(page);
    await page.getByLabel('First name').fill(name);
    await page.getByLabel('Last name').fill(name);
    await page.getByLabel('Street address').fill('Rindfleischetikettierungsüberwachungsstraße12');
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: orderButton }).click();
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await page.getByText(long).first().waitFor();
    await expectNoSideScroll(page);
    await page.goto('/cabinet/balance');
    await page.getByText(/Rindfleisch/).waitFor();
    await expectNoSideScroll(page);
  },
);
