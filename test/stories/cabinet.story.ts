import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { testPassword } from '#test/server/open-test-shop.ts';
import { partOf } from '#test/test-size.ts';
import { apiCustomer } from './api-customer.ts';
import type { Demo } from '#demo/fill-demo.ts';
import { orderButton } from './buy-slogans.ts';
import { copyDemo } from './copy-demo.ts';
import { expectAccessible, expectGone, expectNoSideScroll, expectValue } from './page-checks.ts';
import { story, type StoryOptions } from './story.ts';

/** The page's texts about an order in each state of the demo. */
const said: Record<string, string | RegExp> = {
  completed: 'Completed',
  expired: 'Payment link expired',
  'accepted by itself': 'Completed',
  'late express': /^Refunded \$[\d.]+ to your balance$/,
  cancelled: /^Refund(?:ed| of) \$129\.00 to your original payment method/,
  'partly refunded': /^Refund(?:ed| of) \$40\.00 to your original payment method/,
  'asked about': /Do you deliver on Sundays/,
  revision: /^Revision due /,
  delivered: /Gone by noon\. Every noon/,
  'in the queue': 'In the queue',
  disputed: /On hold while the payment is disputed/,
  'charged back': /Your bank reversed the payment, and the order has ended/,
  hashtags: /#\w+Leeds|#Leeds\w+/,
  report: /^Fix \d+ errors?/,
  'being processed': 'Payment processing',
  held: 'Waiting for payment',
  unpaid: /After that, the order expires/,
};

let demo: Demo;
const onDemo: StoryOptions = {
  settings: { RATE_LIMIT_FACTOR: '100' },
  async fill(dataDir) {
    demo = await copyDemo(dataDir);
  },
};

async function logIn(
  page: Page,
  { email, password }: Pick<Demo, 'email' | 'password'> = demo,
): Promise<void> {
  await page.goto('/account/login?redirect=%2Fcabinet%2Fhistory');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/cabinet/history');
}

async function expectFine(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSideScroll(page);
}

/** Checks that the links of the account are in one row, and that the current one and each focused one are in view. */
async function expectOneRowOfTabs(page: Page): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Your account' }).getByRole('link');
  const tops = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  assert.equal(new Set(tops).size, 1);
  const comesIntoView = (state: string) =>
    page.waitForFunction((wanted) => {
      const tab = document.querySelector(`.scrolling-row a${wanted}`);
      const row = tab?.closest('.scrolling-row')?.getBoundingClientRect();
      const { left, right } = tab?.getBoundingClientRect() ?? {};
      return row && left! >= row.left - 1 && right! <= row.right + 1;
    }, state);
  await comesIntoView('[aria-current=page]');
  await tabs.first().focus();
  for (let left = await tabs.count(); left > 0; left -= 1) {
    await comesIntoView(':focus');
    await page.keyboard.press('Tab');
  }
}

for (const [part, [colorScheme, width]] of (
  [
    ['light', 360],
    ['dark', 1280],
  ] as const
).entries())
  story(
    `shows orders in their states, in ${colorScheme} mode at ${width} px`,
    async ({ page }) => {
      await logIn(page);
      const states = partOf(Object.entries(said), part, 2);
      for (const [index, [shows, words]] of states.entries()) {
        const number = demo.orders[shows];
        assert.ok(number, shows);
        await page.goto(`/cabinet/history?order=${number}`);
        const order = page.getByRole('article');
        await order.getByRole('heading', { name: 'Activity' }).waitFor();
        await order.getByText(words).first().waitFor();
        if (shows === 'asked about') {
          await order.getByText('Your brief').last().click();
          await order.getByText('<b>Bold?</b> **No**, only text.').waitFor();
        }
        // checks the whole page only once, because only the order's part differs
        await expectAccessible(page, index === 0 ? undefined : order);
        await expectNoSideScroll(page);
      }
      const others = ['/cabinet/balance', '/cabinet/account-details', '/cabinet/update-password', '/contact'];
      for (const path of partOf(others, part, 2)) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectGone(page.getByLabel(/^Loading/));
        await expectFine(page);
        if (path !== '/contact') await expectOneRowOfTabs(page);
      }
    },
    { ...onDemo, browser: { colorScheme, viewport: { width, height: 800 } } },
  );

story(
  'finds orders by words and filters, keeps the search in the address, and orders one item again',
  async ({ page }) => {
    await logIn(page);
    await page.goto('/cabinet/history');
    const rows = page.getByRole('article');
    await rows.nth(2).waitFor();
    const number = demo.orders['completed']!;
    await page.getByLabel('Number, client or reference').fill(number.slice(0, 6).toLowerCase());
    await page.getByText('1 order matches.').waitFor();
    await expectFine(page);
    await page.reload();
    await page.getByText('1 order matches.').waitFor();
    await rows.getByText(number).click();
    await page.getByRole('link', { name: 'All your orders' }).click();
    await page.getByText('1 order matches.').waitFor();
    await page.getByLabel('State').selectOption('Waiting for payment');
    await page.getByText('No orders match your search.').waitFor();
    assert.match(page.url(), /\?q=[^&]+&state=unpaid$/);
    await expectFine(page);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await rows.nth(2).waitFor();
    assert.match(page.url(), /\/cabinet\/history$/);
    assert.equal(await page.getByLabel('Number, client or reference').inputValue(), '');
    await page.waitForFunction(() => document.activeElement?.id === 'order-search');
    const month = page.getByLabel('Month');
    const oldest = (await month.locator('optgroup option').allTextContents()).at(-1)!;
    await month.selectOption(oldest);
    await page.getByText(/match(?:es)?\.$/).waitFor();
    await rows.first().waitFor();
    await expectFine(page);
  },
  onDemo,
);

story(
  'shows, prints and saves a receipt, and repeats an order',
  async ({ page, expectComplaint }) => {
    await logIn(page);
    const number = demo.orders['completed']!;
    await page.goto(`/cabinet/history?order=${number}`);
    await page.getByRole('link', { name: 'Receipt' }).click();
    await page.getByRole('heading', { name: 'Receipt', level: 1 }).waitFor();
    await page.getByText('Maren Oduya').waitFor();
    await page.getByText(/^Delivery by \w+ \d+, \d{4}$/).waitFor();
    await expectFine(page);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const saved = await saving;
    assert.equal(saved.suggestedFilename(), `receipt-${number}.pdf`);
    assert.equal((await readFile(await saved.path(), 'latin1')).slice(0, 5), '%PDF-');
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('navigation').first().waitFor({ state: 'hidden' });
    await page.getByText('Billed to').waitFor();
    await page.emulateMedia({ media: 'screen' });

    await page.getByRole('link', { name: 'Back to the order' }).click();
    await page.getByRole('button', { name: 'Order again' }).click();
    await page.waitForURL('**/cart');
    await page.getByRole('button', { name: orderButton }).waitFor();
    await page.getByRole('heading', { name: 'Slogans for Golden Crust' }).waitFor();
    // this browser is new, so the form is filled in from the last order
    await expectValue(page.getByLabel('Street address'), /\w/);

    expectComplaint(/404 .*R-0000-0000/);
    await page.goto('/cabinet/history?receipt=R-0000-0000');
    await page.getByRole('alert').getByText('We can’t find order R-0000-0000 in your account.').waitFor();
    await page.goto(`/cabinet/history?receipt=${demo.orders['unpaid']}`);
    await page.getByText('This order has no receipt').waitFor();
    await page.goto('/cabinet/balance');
    await page.getByText(/^Deposit D-/).waitFor();
    await page.getByRole('button', { name: 'Money out' }).click();
    await expectGone(page.getByText(/^Deposit D-/));
    await page.getByText(/^Reserved for order/).waitFor();
    await expectFine(page);
    const keeping = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const rows = (await readFile(await (await keeping).path(), 'utf8')).trim().split('\r\n');
    assert.ok(rows.length > 1 && !rows.some((row) => row.includes('Deposit D-')));
    await page.goto('/contact');
    await page.getByRole('link', { name: 'your messages' }).click();
    await page.getByRole('link', { name: /a menu of 60 dishes/ }).click();
    // the list has the same words
    await page.getByRole('link', { name: 'All messages' }).waitFor();
    await page.getByText('Awaiting our reply').waitFor();
    await page.getByText('a menu of 60 dishes').waitFor();
    await expectFine(page);
    await page.getByRole('link', { name: 'All messages' }).click();
    await expectFine(page);
    await page
      .getByRole('link', { name: /About order R-/ })
      .filter({ hasText: /^We replied.*Redline: / })
      .first()
      .click();
    await page.getByText('Only Post 3 changes in the next version').waitFor();
  },
  onDemo,
);

story(
  'opens an order on its own page, and returns to the same place in the list',
  async ({ page }) => {
    await logIn(page);
    const number = demo.orders['completed']!;
    const row = page.locator(`#open-${number}`);
    const older = page.getByRole('button', { name: 'Show older orders' });
    await older.or(row).first().waitFor();
    if (!(await row.isVisible())) {
      await older.click();
      await page.waitForFunction(() => document.activeElement?.id.startsWith('open-'));
    }
    await row.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    // with a slow answer, the heading of the loading page gets the focus first
    const answer = Promise.withResolvers<void>();
    await page.route(`**/api/orders/${number}`, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await row.click();
    await page.waitForURL(`**/cabinet/history?order=${number}`);
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1' && window.scrollY === 0);
    answer.resolve();
    await page.getByRole('heading', { level: 1, name: /^Slogans for Golden Crust/ }).waitFor();
    await page.unroute(`**/api/orders/${number}`);
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
    await page.waitForFunction((wanted) => document.title.startsWith(`Order ${wanted}`), number);
    await page.goBack();
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 2, before);
    await page.waitForFunction((wanted) => document.activeElement?.id === `open-${wanted}`, number);
    await page.waitForFunction(() => document.title.startsWith('Your orders'));

    await row.click();
    await page.getByRole('link', { name: 'All your orders' }).click();
    await page.waitForURL('**/cabinet/history');
    await row.waitFor();
  },
  { ...onDemo, browser: { viewport: { width: 360, height: 780 } } },
);

story(
  'explains that an order is unknown or couldn’t be loaded, and loads it on retry',
  async ({ page, expectComplaint }) => {
    expectComplaint(/404 .*R-0000-0000/);
    expectComplaint(/ERR_FAILED/);
    await logIn(page);
    await page.goto('/cabinet/history?order=R-0000-0000');
    await page.getByText('We can’t find order R-0000-0000 in your account.').waitFor();
    await expectFine(page);
    const number = demo.orders['completed']!;
    await page.route('**/api/orders/*', (route) => route.abort());
    await page.goto(`/cabinet/history?order=${number}`);
    await page.getByRole('alert').getByText('We couldn’t load your order').waitFor();
    await expectFine(page);
    await page.unroute('**/api/orders/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
  },
  onDemo,
);

story('shows a returning customer what happened since the last visit', async ({ page, shop }) => {
  const customer = apiCustomer(() => shop.url);
  await customer.register();
  await customer.logIn();
  await page.clock.install();
  await logIn(page, { email: customer.email, password: testPassword });
  await page.getByText('You haven’t ordered anything yet.').waitFor();
  const { body: placed } = await customer.askForOrder();
  await page.clock.fastForward('01:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByText(placed.orderNumber).waitFor();
  assert.equal(await customer.pay(placed), 'paid');
  await page.clock.fastForward('01:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByText('In the queue').waitFor();
});
