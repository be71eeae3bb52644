import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { isFullSize } from '#test/test-size.ts';
import { apiCustomer } from './api-customer.ts';
import { agree, fillCheckout, orderButton } from './buy-slogans.ts';
import { fillOrderForm } from './fill-order-form.ts';
import { expectAccessible, expectGone, expectNoSideScroll, expectValue } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };
const slogans = builtInCatalogue.services[3]!;

/** Creates an account and returns its address. */
async function newAccount(shop: Shop): Promise<string> {
  const customer = apiCustomer(() => shop.url);
  await customer.register();
  return customer.email;
}

async function logIn(page: Page, email: string, remember: boolean): Promise<void> {
  await page.goto('/account/login');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByLabel('Remember me on this device').setChecked(remember);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/cabinet/history');
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await page.getByText('You’ve logged out').waitFor();
}

/** Reloads the tab and checks whose account it shows; null: none. */
async function expectAccount(page: Page, email: string | null): Promise<void> {
  // waits for the other tabs' message
  if (email === null) await page.waitForFunction(() => document.documentElement.dataset['session'] !== 'in');
  await page.goto('/cabinet/account-details');
  if (email === null) {
    await page.waitForURL('**/account/login?**');
    await page.getByRole('link', { name: 'Log in', exact: true }).first().waitFor();
  } else await page.getByRole('definition').getByText(email, { exact: true }).waitFor();
}

/** Makes the server reject the access tokens in the tabs, as it does ten minutes after a login. */
async function expireTokens(context: BrowserContext): Promise<void> {
  const expired = new Set<string>();
  for (const page of context.pages())
    for (const token of await page.evaluate(() =>
      [sessionStorage, localStorage].map((store) => store.getItem('jwtToken') ?? ''),
    ))
      if (token !== '') expired.add(`Bearer ${token}`);
  await context.route('**/api/**', (route) =>
    expired.has(route.request().headers()['authorization'] ?? '')
      ? route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"status":401}' })
      : route.fallback(),
  );
}

/** Whether the first and the second login are remembered. */
const logins = [
  [true, true],
  [false, true],
  [true, false],
  [false, false],
] as const;

// the order below mixes a remembered login with one that isn't
for (const [first, second] of isFullSize ? logins : logins.slice(0, 1))
  story(
    `keeps an account in each of two tabs, the first ${first ? '' : 'not '}remembered, the second ${second ? '' : 'not '}remembered`,
    async ({ page: a, context, openOther, shop, expectComplaint }) => {
      expectComplaint(/401/);
      const [x, y] = [await newAccount(shop), await newAccount(shop)];
      const remembered = second ? y : first ? x : null;
      const b = await context.newPage();
      await logIn(b, y, false);
      await logIn(a, x, first);
      // a logout ends one account, and its tab doesn't switch to the other
      await logOut(b);
      await expectAccount(b, null);
      await expectAccount(a, x);
      await logIn(b, y, second);
      // the tab of the replaced login keeps that login
      if (first && second) await a.waitForFunction(() => sessionStorage.getItem('jwtToken') !== null);

      const expectBoth = async () => {
        await expectAccount(a, x);
        await expectAccount(b, y);
      };
      await expectBoth();
      await expireTokens(context);
      await expectBoth();
      const copies: Page[] = [];
      for (const tab of [a, b]) {
        const copied = context.waitForEvent('page');
        await tab.evaluate(() => void window.open('/contact', '_blank'));
        copies.push(await copied);
      }
      await expireTokens(context);
      await expectBoth();
      await expectAccount(copies[0]!, x);
      await expectAccount(copies[1]!, y);

      const fresh = await context.newPage();
      await expectAccount(fresh, remembered);
      const { cookies, origins } = await context.storageState();
      const restarted = await openOther({ storageState: { cookies, origins } });
      await expectAccount(restarted, remembered);

      await b.getByLabel('First name').fill('Zoë');
      await b.waitForFunction(() => sessionStorage.getItem('typed')?.includes('Zoë'));
      await logOut(a);
      await expectAccount(copies[0]!, null);
      await expectAccount(a, null);
      await expectAccount(b, y);
      await expectValue(b.getByLabel('First name'), 'Zoë');
      await expectAccount(copies[1]!, y);
      await expectAccount(fresh, second ? y : null);
      await logOut(b);
      for (const tab of [b, copies[1]!]) await expectAccount(tab, null);
      assert.deepEqual(
        await Promise.all(
          context
            .pages()
            .map((tab) =>
              tab.evaluate(() =>
                [sessionStorage, localStorage].flatMap((store) =>
                  ['jwtToken', 'refreshToken'].filter((key) => store.getItem(key) !== null),
                ),
              ),
            ),
        ),
        context.pages().map(() => []),
      );
    },
    { settings },
  );

/** Puts slogans in the cart of a logged-in customer and fills in the checkout. */
async function fillCart(page: Page): Promise<void> {
  await page.goto(slogans.orderRoute);
  await fillOrderForm(page, slogans);
  await page.getByRole('complementary').getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('heading', { name: 'Slogans for Golden Crust' }).waitFor();
  await fillCheckout(page);
}

const ordersOf = async (page: Page) => {
  await page.goto('/cabinet/history');
  await page.getByRole('heading', { level: 1, name: 'Your orders' }).waitFor();
  return page.getByRole('link', { name: /R-/ });
};

story(
  'places an order only for the account that its checkout names',
  async ({ page: a, context, shop, expectComplaint }) => {
    expectComplaint(/40[01]/);
    const [x, y] = [await newAccount(shop), await newAccount(shop)];
    const b = await context.newPage();
    await logIn(a, x, false);
    await logIn(b, y, true);
    await fillCart(b);
    const named = (email: string) =>
      b.getByText('You’re ordering as').locator('..').getByText(email).waitFor();
    await named(y);
    await expectNoSideScroll(b);

    // the first tab renews its session, and shows its own customer's address
    await expireTokens(context);
    await expectAccount(a, x);
    await a.goto('/cart');
    await a.getByText('You’re ordering as').locator('..').getByText(x).waitFor();
    assert.equal(await a.getByLabel('Street address').count(), 0);

    // an order that arrives with the other account's token
    const otherToken = await a.evaluate(() => sessionStorage.getItem('jwtToken'));
    await b.route('**/api/orders', (route) =>
      route.request().method() === 'POST'
        ? route.continue({
            headers: { ...route.request().headers(), authorization: `Bearer ${otherToken}` },
          })
        : route.fallback(),
    );
    await b.getByRole('button', { name: orderButton }).first().click();
    await b
      .getByRole('alert')
      .getByText(
        `You’re logged in as ${x}, but this form was filled out for ${y}. Nothing was sent. Reload the page to continue.`,
      )
      .waitFor();
    await expectAccessible(b);
    await b.getByRole('button', { name: 'Reload the page' }).click();
    await named(y);
    await b.unroute('**/api/orders');
    await agree(b);
    await b.getByRole('button', { name: orderButton }).first().click();
    await b.waitForURL('**/sandbox-pay/**');
    await (await ordersOf(b)).first().waitFor();
    await expectGone(await ordersOf(a));
  },
  { settings },
);

story(
  'names the logged-in account when a tab’s own session is gone, and doesn’t send the tab’s form',
  async ({ page: a, context, shop }) => {
    const [x, y] = [await newAccount(shop), await newAccount(shop)];
    await logIn(a, x, true);
    await a.goto('/cabinet/account-details');
    await a.getByLabel('First name').fill('Typed by X');
    await a.waitForFunction(() => sessionStorage.getItem('typed')?.includes('Typed by X'));
    const b = await context.newPage();
    await b.goto('/');
    const tokens = await b.evaluate(
      async (body) => {
        const answer = await fetch('/api/Accounts/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return (await answer.json()) as { accessToken: string; refreshToken: string };
      },
      { email: y, password: testPassword },
    );
    // the tab itself replaces the tokens, and other tabs get no message, as after the end of the browser
    await a.evaluate(({ accessToken, refreshToken }) => {
      localStorage.setItem('jwtToken', accessToken);
      localStorage.setItem('refreshToken', refreshToken);
    }, tokens);
    const sent: string[] = [];
    a.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await a.getByRole('button', { name: 'Save changes' }).click();
    await a.waitForURL('**/account/not-logged-in**');
    await a.getByText(`This browser is logged in as ${y}.`).waitFor();
    assert.deepEqual(sent, []);
    await expectAccessible(a);
    await expectNoSideScroll(a);
    await a.getByRole('link', { name: 'Log in again' }).click();
    await a.getByText(`This browser is logged in as ${y}.`).waitFor();
    await expectAccessible(a);
    await a.getByRole('button', { name: 'Continue with that account' }).click();
    await a.waitForURL('**/cabinet/account-details');
    await a.getByRole('definition').getByText(y, { exact: true }).waitFor();
    assert.equal(await a.evaluate(() => sessionStorage.getItem('typed')), null);
  },
  { settings },
);
