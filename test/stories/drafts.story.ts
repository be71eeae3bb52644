/** Text typed into order forms is kept: edits of the cart, and the drafts of several tabs and accounts. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { agree, createAccount, fillCheckout, newEmail, orderButton } from './buy-slogans.ts';
import { storedCart } from './fill-order-form.ts';
import { holdScripts } from './hold-scripts.ts';
import { expectAccessible, expectGone, expectNoSideScroll, expectValue } from './page-checks.ts';
import { story } from './story.ts';

const slogans = builtInCatalogue.services[3]!;
const unsaved = 'You have unsaved changes to this item.';

const brand = (page: Page) => page.getByLabel('Brand name');

/** The ways to leave a form directly after typing. */
const waysToLeave: Record<string, (page: Page) => Promise<unknown>> = {
  Back: (page) => page.goBack(),
  reload: (page) => page.reload(),
  link: (page) => page.getByRole('banner').getByRole('link', { name: 'About us' }).click(),
  address: (page) => page.goto('/contact'),
};

/** The values in the open order form, one entry for each control and each added term. */
const filledIn = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLInputElement>('form :is(input, select, textarea)')].flatMap((control) => {
      const { type, name, id, value, checked } = control;
      const terms = [...(control.parentElement?.querySelectorAll('ul li') ?? [])];
      if (terms.length > 0) return terms.map((term) => `${id}: ${term.textContent}`);
      if (type === 'file' || value === '') return [];
      // a typed number of pieces replaces the preset
      if (name === 'quantity' && main.querySelector('[inputmode=numeric]')) return [];
      if (type === 'radio' || type === 'checkbox') return checked ? [`${name || id}: ${value}`] : [];
      return [`${id}: ${value}`];
    }),
  );

story('keeps what was typed and chosen before the scripts ran in every order form', async ({ page }) => {
  for (const { title, orderRoute, guard } of builtInCatalogue.products) {
    if (guard !== 'none') continue;
    const release = await holdScripts(page);
    await page.goto(orderRoute, { waitUntil: 'commit' });
    const form = page.locator('main form');
    await form.getByRole('textbox').first().waitFor();
    for (const box of await form.getByRole('checkbox').all()) await box.check();
    // the last choice of each group stays selected
    for (const choice of await form.getByRole('radio').all()) await choice.check();
    // the number of pieces also has presets as radio buttons
    for (const text of await form.getByRole('textbox').all())
      if ((await text.getAttribute('id')) !== 'order-quantity') await text.fill('12');
    const number = form.locator('input#order-quantity[inputmode=numeric]');
    if ((await number.count()) > 0) await number.fill('12');
    const before = await filledIn(page);
    release();
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
    await page
      .getByText(/^Saved on this device/)
      .first()
      .waitFor();
    const after = new Set(await filledIn(page));
    assert.deepEqual(
      before.filter((control) => !after.has(control)),
      [],
      title,
    );
  }
});

story('keeps the edits of a cart item however the customer leaves the page', async ({ page }) => {
  await page.goto('/about-us');
  await page.evaluate((cart) => localStorage.setItem('orders', cart), storedCart([slogans]));
  for (const [way, leave] of Object.entries(waysToLeave)) {
    await page.goto('/cart');
    await page.getByRole('link', { name: /^Edit/ }).click();
    await page.getByText('Editing an item in your cart. Saved on this device as you type').waitFor();
    await brand(page).fill(`Typed before ${way}`);
    await leave(page);
    await page.goto('/cart');
    await page.getByText(unsaved).waitFor();
    await page.getByRole('link', { name: /^Edit/ }).click();
    await page.getByText('Your changes aren’t in your cart yet.').waitFor();
    await expectValue(brand(page), `Typed before ${way}`);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expectValue(brand(page), 'Golden Crust');
    await page.goto('/cart');
    await page.getByRole('link', { name: /^Edit/ }).waitFor();
    await expectGone(page.getByText(unsaved));
  }

  // logs in between
  await page.getByRole('link', { name: /^Edit/ }).click();
  await brand(page).fill('Silver Crumb');
  await page.goto('/account/create-account');
  await createAccount(page, newEmail());
  await page.waitForURL('**/cabinet/**');
  await page.goto('/cart');
  await page.getByText(unsaved).waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByRole('link', { name: /^Edit/ }).click();
  await expectValue(brand(page), 'Silver Crumb');
  await page.getByRole('complementary').getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('**/cart');
  await page.getByRole('heading', { name: 'Slogans for Silver Crumb' }).waitFor();
  await expectGone(page.getByText(unsaved));
});

story('stores a draft for each tab, and offers the other tabs’ drafts by name', async ({ page, context }) => {
  const other = await context.newPage();
  for (const [tab, name] of [
    [page, 'Client A'],
    [other, 'Client B'],
  ] as const) {
    await tab.goto(slogans.orderRoute);
    await brand(tab).fill(name);
    await tab.getByText('Saved on this device · Start over').waitFor();
  }
  await page.reload();
  await expectValue(brand(page), 'Client A');
  await other.reload();
  await expectValue(brand(other), 'Client B');

  const third = await context.newPage();
  await third.goto(slogans.orderRoute);
  await third.getByRole('button', { name: 'Continue “Client B”, 1 minute ago' }).waitFor();
  await expectAccessible(third);
  await expectNoSideScroll(third);
  await other.close();
  await third.getByRole('button', { name: /^Continue “Client B”/ }).click();
  await expectValue(brand(third), 'Client B');
  await third.reload();
  await expectValue(brand(third), 'Client B');
  // the draft is copied from a tab that is still open, so both tabs keep it
  await third.getByRole('button', { name: 'Start over' }).click();
  await third.getByRole('button', { name: /^Continue “Client A”/ }).click();
  await expectValue(brand(third), 'Client A');
  await page.waitForFunction(() => localStorage.getItem('drafts')?.split('Client A').length === 3);
  await page.reload();
  await expectValue(brand(page), 'Client A');
});

story(
  'offers no draft of another account, and none that is older than 30 days',
  async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto('/account/create-account');
    await createAccount(other, newEmail());
    await other.waitForURL('**/cabinet/**');
    await other.goto(slogans.orderRoute);
    await brand(other).fill('Secret client');
    await other.getByText('Saved on this device · Start over').waitFor();
    // blocks the balance, which the server would refuse to an account without a session
    await page.route('**/api/balance?*', () => {});
    await page.goto('/account/create-account');
    await page.evaluate(() => sessionStorage.setItem('account', 'somebody-else'));
    await page.goto(slogans.orderRoute);
    await brand(page).waitFor();
    await page.getByText('Saved on this device as you type').waitFor();
    await expectGone(page.getByRole('button', { name: /^Continue/ }));

    await other.evaluate(() => {
      const drafts = JSON.parse(localStorage.getItem('drafts') ?? '{}') as Record<string, { at: number }>;
      for (const draft of Object.values(drafts)) draft.at -= 31 * 24 * 60 * 60 * 1000;
      localStorage.setItem('drafts', JSON.stringify(drafts));
    });
    await other.reload();
    await expectValue(brand(other), '');
    assert.equal(await other.getByText('Secret client').count(), 0);
  },
);

story(
  'places one order with the delivery day shown now when an attempt from an earlier day is repeated',
  async ({ page, expectComplaint }) => {
    expectComplaint(/ERR_FAILED|Failed to load resource/);
    await page.goto('/account/create-account');
    await createAccount(page, newEmail());
    await page.waitForURL('**/cabinet/**');
    await page.evaluate((cart) => localStorage.setItem('orders', cart), storedCart([slogans]));
    await page.goto('/cart');
    await page.getByLabel('Country').waitFor();
    await fillCheckout(page);
    await page.route('**/api/orders', (route) => route.abort());
    await page.getByRole('button', { name: orderButton }).click();
    await page.getByText('You can safely try again: we won’t place the order twice.').waitFor();
    await page.unroute('**/api/orders');
    await page.evaluate(() => {
      const attempt = JSON.parse(localStorage.getItem('orderAttempt')!) as { body: object };
      attempt.body = { ...attempt.body, deliveryDates: ['2026-01-05'] };
      localStorage.setItem('orderAttempt', JSON.stringify(attempt));
    });
    await page.reload();
    await agree(page);
    await page.getByRole('button', { name: orderButton }).click();
    await page.waitForURL('**/sandbox-pay/**');
    await page.goto('/cabinet/history');
    await page
      .getByRole('heading', { name: /Slogans/ })
      .first()
      .waitFor();
    assert.equal(await page.getByRole('heading', { name: /Slogans/ }).count(), 1);
  },
);
