import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import type { Page } from 'playwright-core';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { createAccount, newEmail } from './buy-slogans.ts';
import { fillOrderForm } from './fill-order-form.ts';
import { expectAccessible, expectValue } from './page-checks.ts';
import { story } from './story.ts';

const { services } = builtInCatalogue;

// each story has its own customer
let email = '';
beforeEach(() => {
  email = newEmail();
});
const blurbs = services[2]!;

async function register(page: Page): Promise<void> {
  await page.goto('/account/create-account');
  await createAccount(page, email);
  await page.waitForURL('**/cabinet/history');
  await page.goto('/cabinet/account-details');
}

async function logIn(page: Page, { remember = true } = {}): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  if (!remember) await page.getByLabel('Remember me on this device').uncheck();
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Ends the session on the server while the page is still logged in. */
async function endSession(page: Page): Promise<void> {
  const tokens = await page.evaluate(() => ({
    accessToken: localStorage.getItem('jwtToken'),
    refreshToken: localStorage.getItem('refreshToken'),
  }));
  const answer = await page.request.post('/api/Accounts/logout', {
    headers: { authorization: `Bearer ${tokens.accessToken}` },
    data: { refreshToken: tokens.refreshToken },
  });
  assert.equal(answer.status(), 204);
}

async function comeBack(page: Page, path: string): Promise<void> {
  await page.waitForURL('**/account/not-logged-in**');
  await page.getByRole('heading', { name: 'You were logged out' }).waitFor();
  await page.getByRole('link', { name: 'Log in again' }).click();
  await logIn(page);
  await page.waitForURL(`**${path}`);
}

story('keeps typed text when a session ends in the middle of a form', async ({ page, expectComplaint }) => {
  expectComplaint(/401/);
  await register(page);
  await page.getByLabel('First name').fill('Zoë');
  await endSession(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('**/account/not-logged-in**');
  await expectAccessible(page);
  await comeBack(page, '/cabinet/account-details');
  await expectValue(page.getByLabel('First name'), 'Zoë');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Your details are saved').waitFor();

  await page.goto('/contact');
  await expectValue(page.getByLabel('Name', { exact: true }), 'Zoë Lee');
  await page.getByRole('textbox', { name: 'Message' }).fill('How many rounds of revision are there?');
  await endSession(page);
  await page.getByRole('button', { name: 'Send message' }).click();
  await comeBack(page, '/contact');
  await expectValue(page.getByRole('textbox', { name: 'Message' }), 'How many rounds of revision are there?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('heading', { name: 'Message sent' }).waitFor();

  await page.goto(blurbs.orderRoute);
  await fillOrderForm(page, blurbs);
  const brand = await page.getByLabel('Brand name').inputValue();
  await endSession(page);
  // the page notices the ended session with its next call
  await page.getByRole('banner').getByRole('link', { name: 'Your orders' }).click();
  await comeBack(page, '/cabinet/history');
  await page.goto(blurbs.orderRoute);
  await expectValue(page.getByLabel('Brand name'), brand);
});

story(
  'keeps a login in its tab without "remember me", and with it in all tabs until one logs out',
  async ({ page, context }) => {
    await register(page);
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.getByText('You’ve logged out').waitFor();
    await page.goto('/account/login');
    await logIn(page, { remember: false });
    await page.waitForURL('**/cabinet/history');
    await page.goto('/cabinet/account-details');
    const held = () =>
      page.evaluate(() =>
        [localStorage, sessionStorage].map((store) =>
          ['jwtToken', 'refreshToken', 'rememberMe'].filter((key) => store.getItem(key) !== null),
        ),
      );
    assert.deepEqual(await held(), [[], ['jwtToken', 'refreshToken']]);
    const stranger = await context.newPage();
    await stranger.goto('/cabinet/account-details');
    await stranger.waitForURL('**/account/login?redirect=**');
    await stranger.getByText('Log in to see your account.').waitFor();

    await page.getByLabel('First name').fill('Zoë');
    await page.waitForFunction(() => sessionStorage.getItem('typed')?.includes('Zoë'));
    await stranger.goto('/services/slogans/order-service');
    await stranger.getByLabel('Brand name').fill('Golden Crust');
    await stranger.waitForFunction(() => localStorage.getItem('drafts')?.includes('Golden Crust'));
    await page.evaluate(() => localStorage.setItem('billing', '{"city":"Berlin"}'));
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.getByText('You’ve logged out').waitFor();
    assert.deepEqual(await held(), [[], []]);
    const left = await page.evaluate(() =>
      ['typed', 'drafts', 'billing'].filter(
        (key) => sessionStorage.getItem(key) ?? localStorage.getItem(key),
      ),
    );
    assert.deepEqual(left, []);

    await page.goto('/account/login');
    await logIn(page);
    await page.waitForURL('**/cabinet/history');
    assert.deepEqual(await held(), [['jwtToken', 'refreshToken', 'rememberMe'], []]);
    await stranger.goto('/cabinet/account-details');
    await stranger.getByLabel('First name').fill('Ada');
    await stranger.waitForFunction(() => sessionStorage.getItem('typed')?.includes('Ada'));

    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.getByText('You’ve logged out').waitFor();
    await stranger.waitForURL('**/account/not-logged-in**');
    assert.equal(await stranger.evaluate(() => sessionStorage.getItem('typed')), null);
    assert.deepEqual(
      (await held()).flat().filter((key) => key !== 'rememberMe'),
      [],
    );
  },
);

story(
  'removes the code of an emailed link from the address bar, the history and the referrer',
  async ({ page, shop }) => {
    await register(page);
    const letter = await shop.letter(email, /^Confirm/);
    const link = /http:\/\/\S+#\S+/.exec(letter.text ?? '')![0];
    const code = new URLSearchParams(new URL(link).hash.slice(1)).get('confirm')!;
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.getByText('You’ve logged out').waitFor();

    const told: string[] = [];
    page.on('request', (request) => {
      told.push(request.url(), request.headers()['referer'] ?? '');
    });
    await page.goto(link);
    await page.getByText('Log in to confirm your email address.').waitFor();
    assert.equal(page.url(), `${shop.url}/account/login`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.waitForURL('**/account/recovery-password');
    await page.goBack();
    await page.waitForURL('**/account/login');
    assert.deepEqual(
      told.filter((address) => address.includes(code) && !address.includes('#')),
      [],
    );
    assert.ok(!shop.output().includes(code), 'nor does it stand in the log');
  },
);

story(
  'confirms an address from its emailed link only for its own account, and once that is logged in',
  async ({ page, shop }) => {
    await register(page);
    const own = email;
    const letter = await shop.letter(own, /^Confirm/);
    const link = /http:\/\/\S+#\S+/.exec(letter.text ?? '')![0];
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.getByText('You’ve logged out').waitFor();

    email = newEmail();
    await register(page);
    await page.goto(link);
    await page.getByText(`You’re logged in as ${email}, but this link is for ${own}.`).first().waitFor();
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.getByText('You’ve logged out').waitFor();

    email = own;
    await page.goto(link);
    await page.getByText('Log in to confirm your email address.').waitFor();
    await expectAccessible(page);
    await logIn(page);
    await page.getByText('Your email address is confirmed.').first().waitFor();
  },
);
