import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { createAccount, fillCheckout, orderButton, newEmail } from './buy-slogans.ts';
import { exampleDetails } from '#demo/example-orders.ts';
import { fillOrderForm, storedCart } from './fill-order-form.ts';
import { expectAccessible, expectGone, expectValue } from './page-checks.ts';
import { story } from './story.ts';

const { bundles, products, services } = builtInCatalogue;

const slogans = services[3]!;
const hashtags = services[5]!;

const cartLink = (page: Page, count: number) =>
  page.getByRole('banner').getByRole('link', { name: count === 0 ? 'Cart' : `Cart (${count})`, exact: true });

const ordered = async (page: Page) =>
  JSON.parse((await page.evaluate(() => localStorage.getItem('orders'))) ?? '[]') as {
    id: string;
    orderType: number;
    details: { quantity: number; brief: Record<string, string> };
  }[];

story('adds, edits, removes, restores and clears items of the cart', async ({ page }) => {
  for (const product of [slogans, hashtags]) {
    await page.goto(product.orderRoute);
    await fillOrderForm(page, product);
    await page.getByRole('complementary').getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL('**/cart');
  }
  await cartLink(page, 2).waitFor();
  assert.deepEqual(
    (await ordered(page)).map(({ orderType }) => orderType),
    [3, 5],
  );
  assert.equal(await page.evaluate(() => localStorage.getItem('drafts')), '{}', 'the draft is used up');

  await page.getByRole('link', { name: 'Edit Slogans for Golden Crust' }).click();
  await page.getByLabel('Brand name').fill('Silver Crumb');
  await page.getByLabel(/20 slogans/).check();
  await page.getByRole('complementary').getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('**/cart');
  await page.getByRole('heading', { name: 'Slogans for Silver Crumb' }).waitFor();
  await page.getByText('$199.00').first().waitFor();
  assert.equal((await ordered(page))[0]?.details.brief['brandName'], 'Silver Crumb');

  await page.getByRole('button', { name: 'Remove Slogans for Silver Crumb' }).click();
  await cartLink(page, 1).waitFor();
  await expectAccessible(page);
  // the message is next in the tab order, and the restored line gets the focus
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Undo');
  await page.keyboard.press('Enter');
  await cartLink(page, 2).waitFor();
  assert.equal((await ordered(page))[0]?.orderType, 3, 'a line comes back to its place');
  await page.waitForFunction(() =>
    document.activeElement?.textContent?.startsWith('Slogans for Silver Crumb'),
  );

  await page.getByRole('button', { name: 'Empty the cart' }).click();
  await page.getByText('Your cart is empty.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await cartLink(page, 2).waitFor();
});

story(
  'names items of the same product and brand by their subjects, each with its own direction, and keeps prices whole beside long names',
  async ({ page }) => {
    const [blurb] = JSON.parse(storedCart([services[2]!])) as {
      details: { quantity: number; brief: object };
    }[];
    const brandName = 'قهوة الصباح ☕ في السوق القديم بجانب النهر الكبير';
    const lines = ['Rye loaf 800 g: stone-milled', 'خبز: لكل صباح'].map((item, index) => ({
      ...blurb,
      id: `blurb-${index}`,
      details: {
        ...blurb!.details,
        quantity: 1,
        brief: { ...blurb!.details.brief, brandName, items: [item] },
      },
    }));
    await page.goto('/about-us');
    await page.evaluate((cart) => localStorage.setItem('orders', cart), JSON.stringify(lines));
    await page.goto('/cart');
    for (const subject of ['Rye loaf 800 g', 'خبز']) {
      const name = `Blurb for ${brandName}: ${subject}`;
      const heading = page.getByRole('heading', { name, exact: true });
      await heading.waitFor();
      assert.deepEqual(await heading.locator('bdi[translate=no]').allInnerTexts(), [brandName, subject]);
      await page.getByRole('link', { name: `Edit ${name}`, exact: true }).waitFor();
      await page.getByRole('button', { name: `Remove ${name}`, exact: true }).waitFor();
    }
    for (const [width, textSize] of [
      [360, '100%'],
      [768, '100%'],
      [360, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), textSize);
      const rows = await page.locator('li[id^=line-]').evaluateAll((items) =>
        items.map((item) => {
          const [price, row] = [item.querySelector('strong')!, item.firstElementChild!];
          const end = price.getBoundingClientRect().right - row.getBoundingClientRect().right;
          return { lines: price.getClientRects().length, end: Math.round(end) };
        }),
      );
      assert.deepEqual(rows, Array(2).fill({ lines: 1, end: 0 }), `${width} px, text of ${textSize}`);
    }
  },
);

story('shows the same cart in two tabs', async ({ page, context }) => {
  await page.goto('/cart');
  const other = await context.newPage();
  await other.goto(slogans.orderRoute);
  await fillOrderForm(other, slogans);
  await other.getByRole('complementary').getByRole('button', { name: 'Add to cart' }).click();
  await cartLink(page, 1).waitFor();
  await page.getByRole('heading', { name: 'Slogans for Golden Crust' }).waitFor();
  await page.getByRole('button', { name: /^Remove/ }).click();
  await cartLink(other, 0).waitFor();
  await other.getByText('Your cart is empty.').waitFor();
});

story(
  'keeps cart, billing details and consents through login, and offers no checkout for an empty cart',
  async ({ page, shop }) => {
    await page.goto('/cart#checkout');
    await page.getByText('Your cart is empty.').waitFor();
    await page
      .getByRole('region', { name: 'Services' })
      .getByRole('link', { name: 'Slogans', exact: true })
      .waitFor();
    await page.waitForURL((url) => url.pathname === '/cart' && url.hash === '');
    await expectGone(page.getByRole('button', { name: orderButton }));

    await page.goto(slogans.orderRoute);
    await fillOrderForm(page, slogans);
    await page.getByRole('complementary').getByRole('button', { name: 'Check out' }).click();
    await page.waitForURL('**/cart#checkout');
    const total = page.getByRole('complementary', { name: 'Total' });
    const price = await total.getByRole('status').innerText();
    await page.getByRole('button', { name: /^One more: Slogans/ }).click();
    await page.getByText('2 sets', { exact: false }).first().waitFor();
    assert.notEqual(await total.getByRole('status').innerText(), price);
    await page.getByRole('button', { name: /^One fewer: Slogans/ }).click();
    await total.getByRole('status').filter({ hasText: price }).waitFor();
    await fillCheckout(page);
    await page.getByRole('button', { name: orderButton }).click();
    await page.waitForURL('**/account/login?redirect=**');
    await page.getByRole('link', { name: 'Create an account' }).first().click();
    await createAccount(page, newEmail());
    await page.waitForURL('**/cart#checkout');
    await expectValue(page.getByLabel('Street address'), '12 Main Street');
    await expectGone(page.getByRole('checkbox', { name: /agree/i, checked: false }));
    await page.getByRole('button', { name: orderButton }).click();
    await page.waitForURL('**/sandbox-pay/**');

    await page.goto(`${shop.url}/cart`);
    await cartLink(page, 0).waitFor();
    await page.getByText(/^Order R-\S+ is waiting for your payment\./).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to payment' }).click();
    await page.getByRole('heading', { name: 'Pay for your order' }).waitFor();
    const paidFor = page.getByRole('complementary', { name: 'Summary' });
    await paidFor.getByText(/^1 set, \d+ slogans$/).waitFor();
    await page.getByText(/If the first revision still misses your brief/).waitFor();
    await page.getByText(/ if you pay now/).waitFor();
    await page.goto('/');
    // The next order's billing details are filled in, and its consents are not.
    await page.evaluate((cart) => localStorage.setItem('orders', cart), storedCart([hashtags]));
    await page.goto('/cart');
    await page.getByRole('button', { name: orderButton }).waitFor();
    await expectValue(page.getByLabel('City'), 'Austin');
    assert.equal(await page.getByRole('checkbox', { name: /privacy/ }).isChecked(), false);
  },
);

story(
  'validates the checkout form only after the login when the visitor has no account',
  async ({ page }) => {
    await page.goto('/cart');
    await page.evaluate((cart) => localStorage.setItem('orders', cart), storedCart([slogans]));
    await page.reload();
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('Street address').fill('12 Main Street');
    await page.getByRole('button', { name: orderButton }).click();
    await page.waitForURL('**/account/login?redirect=**');
    await page.getByRole('link', { name: 'Create an account' }).first().click();
    await createAccount(page, newEmail());
    await page.waitForURL('**/cart#checkout');
    await expectValue(page.getByLabel('First name'), 'Ann');
    await expectValue(page.getByLabel('Street address'), '12 Main Street');
    await page.getByRole('button', { name: orderButton }).click();
    await page.getByRole('alert').getByText('There’s a problem').waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'Enter your city' }).waitFor();
    await page.waitForFunction(() => document.title.startsWith('Error: '));
    await expectAccessible(page);
  },
);

story('shows the address fields of the chosen country', async ({ page }) => {
  const inCart = storedCart([slogans, bundles[0]!]);
  await page.addInitScript((cart) => localStorage.setItem('orders', cart), inCart);
  await page.goto('/cart');
  await page.getByText(bundles[0]!.items[0]!.label).waitFor();
  await page.getByText(/^Save \$\d+ \(\d+%\)$/).waitFor();
  const country = page.getByLabel('Country');
  await country.selectOption('US');
  await page.getByLabel('ZIP code').fill('78701');
  await page.getByLabel('State').selectOption('TX');
  await country.selectOption('GB');
  await page.getByLabel('Postcode').waitFor();
  await expectGone(page.getByLabel('State'));
  await country.selectOption('HK');
  await expectGone(page.getByLabel(/Post|ZIP/));
  await page.reload();
  await page.getByRole('button', { name: orderButton }).waitFor();
  await expectValue(country, 'HK');
});

story(
  'fills in an order form from the page’s address, and restores a draft after the page was closed',
  async ({ page }) => {
    await page.goto(slogans.orderRoute);
    await page.getByText('Saved on this device as you type').waitFor();
    await expectGone(page.getByRole('button', { name: 'Start over' }));
    await page.goto(`${slogans.orderRoute}?quantity=3&variant=5`);
    await page.getByRole('complementary').getByText('$237.00').first().waitFor();
    await page.getByLabel('Brand name').fill('Golden Crust');
    await page.getByText('Saved on this device').waitFor();
    await page.goto('/');
    await page.goto(slogans.orderRoute);
    await page.getByText('We saved what you typed').waitFor();
    await expectValue(page.getByLabel('Brand name'), 'Golden Crust');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expectValue(page.getByLabel('Brand name'), '');
    await page.waitForFunction(() => document.activeElement?.id.startsWith('order-'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectValue(page.getByLabel('Brand name'), 'Golden Crust');
    await page.getByRole('button', { name: 'Start over' }).waitFor();
    await page.reload();
    await expectValue(page.getByLabel('Brand name'), 'Golden Crust');
  },
);

story(
  'shows the typed item after Back from the cart, and adds no second item when it is saved',
  async ({ page }) => {
    await page.goto(slogans.orderRoute);
    await fillOrderForm(page, slogans);
    await page.getByRole('button', { name: 'Check out' }).click();
    await page.waitForURL('**/cart*');
    await page.goBack();
    await page.getByText('Editing an item in your cart').waitFor();
    await expectValue(page.getByLabel('Brand name'), String(exampleDetails(slogans).brief['brandName']));
    await page.getByRole('button', { name: 'Save changes' }).first().click();
    await page.waitForURL('**/cart*');
    // fails unless there is exactly one item
    await page.getByRole('button', { name: /^Remove/ }).waitFor();
  },
);

story(
  'updates and itemizes the price when the numbers of items, words and platforms change',
  async ({ page }) => {
    await page.goto('/account/create-account');
    await createAccount(page, newEmail());
    await page.waitForURL('**/cabinet/**');
    const summary = page.getByRole('complementary', { name: 'Your order' });

    await page.goto(services[2]!.orderRoute);
    await page
      .getByLabel('Items to describe')
      .fill('Rye loaf, keeps five days\n\nWheat loaf, keeps three days');
    await page.getByText('2 listed, 1 ordered').waitFor();
    await page.getByRole('button', { name: 'Order 2 blurbs instead' }).click();
    await summary.getByText('$28.00').first().waitFor();

    await page.goto(services[4]!.orderRoute);
    await page.getByLabel('Text to analyze').fill('Bread and butter. '.repeat(400));
    await page.getByText('1,200 words (up to 5,000)').waitFor();
    await summary.getByText('$15.00').first().waitFor();
    await page.getByLabel(/editor’s comments/).check();
    await summary.getByText('$94.00').first().waitFor();
    assert.equal(await page.getByRole('radio', { name: /Express/ }).count(), 1);

    await page.goto(services[0]!.orderRoute);
    for (const platform of ['Instagram', 'Facebook'])
      await page.getByLabel(platform, { exact: true }).check();
    await page.getByLabel(/Posting calendar/).check();
    await summary.getByText('1 extra platform').waitFor();
    const express = page.getByRole('group', { name: 'When do you need it?' });
    assert.equal(await express.getByRole('radio').count(), 2);
    await express.getByRole('radio', { name: /Express/ }).check();
    await summary.getByText('Express delivery').waitFor();
  },
);

story(
  'removes stored items that can no longer be ordered, and shows a message about them',
  async ({ page, context }) => {
    const good = JSON.parse(storedCart([slogans])) as unknown[];
    const details = exampleDetails(bundles[0]!);
    await context.addInitScript(
      (lines) => {
        if (sessionStorage.getItem('seeded')) return;
        sessionStorage.setItem('seeded', 'yes');
        localStorage.setItem('orders', JSON.stringify(lines));
      },
      [
        ...good,
        ...good,
        null,
        'rubbish',
        { id: 'gone', orderType: 99, details },
        { id: 'variant', orderType: 6, details: { ...details, variant: 'gone' } },
        { id: 'brief', orderType: 6, details: { ...details, brief: { brandName: 7 } } },
      ],
    );
    await page.goto('/cart');
    await page.getByText('We removed 3 items that are no longer available').waitFor();
    await cartLink(page, 1).waitFor();
    assert.equal((await ordered(page)).length, 1);
    assert.equal(products.length, 11);
  },
);
