import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { Product } from '#contract/catalogue/product.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { isFullSize } from '#test/test-size.ts';
import { address, newEmail, orderButton } from './buy-slogans.ts';
import type { Demo } from '#demo/fill-demo.ts';
import { fillByKeyboard, focused, tabTo, type } from './by-keyboard.ts';
import { copyDemo } from './copy-demo.ts';
import { story } from './story.ts';

const productOf = (slug: string) =>
  builtInCatalogue.products.find(({ route }) => route.endsWith(`/${slug}`))!;
const slogans = productOf('slogans');
const hashtags = productOf('hashtag-optimization');
const bundle = productOf('growth-launchpad');

/**
 * Waits until a new page has scrolled to its top and taken the focus, because an earlier Tab would move to an invisible control.
 */
const arrived = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.closest('main') && window.scrollY === 0);

/** Opens the product from the home page, and then its order form. */
async function openOrderForm(page: Page, { title, route }: Product) {
  await tabTo(page, new RegExp(`^${title}$`));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${route}`);
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await tabTo(page, /^(?:Order|Get) /);
  await page.keyboard.press('Enter');
}

/** Fills in what the account lacks, gives the consents and orders. */
async function checkOut(page: Page) {
  await type(page, /^Street address/, address.street);
  await type(page, /^City/, address.city);
  await tabTo(page, /^State/);
  await page.keyboard.type('Texas');
  await type(page, /^ZIP code/, address.zip);
  await tabTo(page, /^I agree to the privacy/);
  await page.keyboard.press('Space');
  await tabTo(page, /I agree to delivery/);
  await page.keyboard.press('Space');
  await tabTo(page, orderButton);
  await page.keyboard.press('Enter');
}

async function typeAccount(page: Page) {
  await arrived(page);
  await tabTo(page, /^Create an account$/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account/create-account?**');
  await arrived(page);
  await type(page, /^First name/, 'Ann');
  await type(page, /^Last name/, 'Lee');
  await type(page, /^Email address/, newEmail());
  await type(page, /^Password$/, testPassword);
  await type(page, /^Confirm password/, testPassword);
}

story('places an order by keyboard, from the home page to the provider’s payment page', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, /^Skip to content$/);
  await page.keyboard.press('Enter');
  await openOrderForm(page, slogans);
  await page.waitForURL(`**${slogans.orderRoute}`);
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');

  await tabTo(page, /^5 slogans/);
  await page.keyboard.press('ArrowDown');
  await fillByKeyboard(page, slogans);
  await tabTo(page, /^(Add to cart|Check out)$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === '/cart');
  await page.getByLabel('Country').waitFor();
  await tabTo(page, /^Country/);
  await page.keyboard.type('United States');
  await type(page, /^First name/, 'Ann');
  await type(page, /^Last name/, 'Lee');
  await checkOut(page);

  await page.waitForURL('**/account/login?**');
  await typeAccount(page);
  // no consent here, because the policy was agreed to at checkout
  await tabTo(page, /^Create account$/);
  await page.keyboard.press('Enter');

  await page.waitForURL(({ pathname }) => pathname === '/cart');
  await page.getByRole('button', { name: orderButton }).waitFor();
  await tabTo(page, orderButton);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/sandbox-pay/**');
});

const bought = isFullSize ? [slogans, hashtags, bundle] : [bundle];
story(
  `buys ${bought.map(({ title }) => title).join(', ')} by keyboard on a phone`,
  async ({ page }) => {
    await page.goto('/');
    for (const product of bought) {
      await openOrderForm(page, product);
      if (product.guard === 'logged-in') {
        await page.waitForURL('**/account/login?**');
        await typeAccount(page);
        await tabTo(page, /^I agree to the privacy/);
        await page.keyboard.press('Space');
        await tabTo(page, /^Create account$/);
        await page.keyboard.press('Enter');
      }
      await page.waitForURL(`**${product.orderRoute}`);
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      await fillByKeyboard(page, product);
      await tabTo(page, /^Add to cart$/);
      await page.keyboard.press('Enter');
      await page.waitForURL(({ pathname }) => pathname === '/cart');
      await page.getByRole('heading', { name: 'Checkout' }).waitFor();
      await arrived(page);
      if (product === bundle) continue;
      await tabTo(page, /^Add something else$/);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/#services');
    }
    await page.getByLabel('Country').waitFor();
    await tabTo(page, /^Country/);
    await page.keyboard.type('United States');
    await checkOut(page);
    await page.waitForURL('**/sandbox-pay/**');
    await tabTo(page, /^Pay \$/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/pay?**');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
  },
  { browser: { viewport: { width: 360, height: 640 } } },
);

let demo: Demo;
story(
  'answers a question and accepts finished work by keyboard',
  async ({ page }) => {
    await page.addInitScript(() =>
      localStorage.setItem('agreePrivacy', JSON.stringify({ version: 1, date: '', choice: 'declined' })),
    );
    await page.goto('/account/login?redirect=%2Fcabinet%2Fhistory');
    await type(page, /^Email address/, demo.email);
    await type(page, /^Password/, demo.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/cabinet/history');
    await page.getByText('Show older orders').waitFor();

    await tabTo(page, /^2 items for 2 clients/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Your answer').waitFor();
    await type(page, /^Your answer/, 'Every day but Monday.');
    await tabTo(page, /^Send answer/);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('We’ve got your answer').waitFor();

    await page.goto(`/cabinet/history?order=${demo.orders['delivered']}`);
    await page.getByRole('button', { name: 'Accept' }).waitFor();
    await tabTo(page, /^Accept$/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Yes, accept$/);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Accepted. The work stays in your account.').waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    // the pressed button has disappeared, so the focus moves to the line's heading
    await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
    await tabTo(page, /^Receipt$/);
    await page.keyboard.press('Enter');
    await page.getByText('Billed to').waitFor();
  },
  {
    settings: { RATE_LIMIT_FACTOR: '100' },
    async fill(dataDir) {
      demo = await copyDemo(dataDir);
    },
  },
);

story('opens, uses and closes the menu on a phone by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  await tabTo(page, /^Menu$/);
  // the first key press has started the scripts
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  await page.keyboard.press('Enter');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  assert.equal(await focused(page), 'Menu');
  await page.keyboard.press('Enter');
  await tabTo(page, /^Bundles$/);
  await page.keyboard.press('Enter');
  await menu.waitFor({ state: 'hidden' });
  await page.waitForURL('**/#bundles');
});

story(
  'announces each new page, begins at its top, and restores the scroll position on Back',
  async ({ page }) => {
    await page.goto('/');
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
    const card = page.getByRole('main').getByRole('link', { name: 'Growth launchpad' });
    await card.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    assert.ok(before > 0);
    await card.click();
    await page.waitForURL('**/bundles/growth-launchpad');
    await page.waitForFunction(() => window.scrollY === 0);
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    const spoken = page.locator('[aria-live="polite"][aria-atomic]');
    await spoken.getByText(await page.title(), { exact: true }).waitFor();
    assert.match(await page.title(), /Growth launchpad/);

    await page.goBack();
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 2, before);
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click();
    await page.waitForFunction(() => {
      const { top } = document.getElementById('services')!.getBoundingClientRect();
      return top >= -1 && top < 200;
    });
  },
);
