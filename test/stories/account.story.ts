import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import type { Page } from 'playwright-core';
import { testPassword } from '#test/server/open-test-shop.ts';
import { createAccount, newEmail } from './buy-slogans.ts';
import { expectAccessible, expectGone, expectNoSideScroll, expectValue } from './page-checks.ts';
import { story } from './story.ts';

// each story has its own customer
let email = '';
beforeEach(() => {
  // an address of wide letters that has no place to break a line
  email = `${'w'.repeat(24)}${newEmail()}`;
});
const newPassword = 'amber kettle sings 77';

const linkIn = (text: string | undefined, path: string): string => {
  const link = /http:\/\/\S+#\S+/.exec(text ?? '')?.[0] ?? '';
  assert.equal(new URL(link).pathname, path);
  return link;
};

async function register(page: Page): Promise<void> {
  await page.goto('/account/create-account');
  await createAccount(page, email);
  await page.waitForURL('**/cabinet/history');
  await page.goto('/cabinet/account-details');
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

story(
  'lets a customer confirm the email address and change details, and shows the details at the next visit',
  async ({ page, shop }) => {
    await register(page);
    await page.getByText(/click the link we emailed/).waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    const first = await shop.letter(email, /^Confirm/);
    await page.getByRole('button', { name: 'Send it again' }).click();
    await page.getByText(`We’ve sent another email to ${email}`).waitFor();
    await page.getByLabel('First name').fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('link', { name: 'Enter your first name' }).waitFor();
    await page.getByLabel('First name').fill('Zoë 𠮷');
    await page.getByLabel(/^Country/).selectOption('PL');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Your details are saved').waitFor();

    const links = (await shop.letters())
      .filter(({ subject, messageId }) => subject?.startsWith('Confirm') && messageId !== first.messageId)
      .map(({ text }) => linkIn(text, '/account/login'));
    await page.goto(links[0]!);
    await page.getByText('Your email address is confirmed.').first().waitFor();
    await page.waitForURL('**/cabinet/history');
    await page.goto('/cabinet/account-details');
    await page.getByLabel('First name').waitFor();
    await expectValue(page.getByLabel('First name'), 'Zoë 𠮷');
    await expectValue(page.getByLabel(/^Country/), 'PL');
    await expectGone(page.getByText(/click the link we emailed/));
  },
);

story(
  'replaces a forgotten password by an emailed code, and removes the code from the address bar at once',
  async ({ page, shop, expectComplaint }) => {
    await register(page);
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.getByText('You’ve logged out').waitFor();
    await page.goto('/account/login');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('Email address').fill(email);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByText('Check your inbox').waitFor();
    await expectAccessible(page);
    const letter = await shop.letter(email, /^Set a new password/);
    await page.goto(linkIn(letter.text, '/account/reset'));
    await page.waitForURL(/\/account\/reset$/);
    await expectValue(page.getByLabel('Email address'), email);
    await expectValue(page.getByLabel('Code'), /^[0-9A-Z]{8}$/);
    await expectAccessible(page);
    expectComplaint(/400/);
    await page.getByLabel('New password', { exact: true }).fill('password');
    await page.getByLabel('Confirm new password').fill('password');
    await page.getByRole('button', { name: /^Save password/ }).click();
    await page.getByRole('link', { name: /most common/ }).waitFor();
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await page.getByRole('button', { name: /^Save password/ }).click();
    await page.waitForURL('**/cabinet/history');
    await page.getByText('Your new password is saved').waitFor();
    await page.goto('/cabinet/account-details');
    await page.getByLabel('First name').waitFor();
    // the code also confirmed the address
    await expectGone(page.getByText(/click the link we emailed/));
    await shop.letter(email, /^Your password was changed/);
  },
);

story(
  'changes a password, lists and logs out other browsers, and logs out all tabs at once',
  async ({ page, context, openOther, expectComplaint }) => {
    await register(page);
    const other = await openOther({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      timezoneId: 'America/New_York',
    });
    await other.goto('/account/login');
    await logIn(other, testPassword);
    await other.waitForURL('**/cabinet/history');

    await page.goto('/cabinet/update-password');
    await page.getByText('Firefox on Linux').waitFor();
    await page.getByText('New York time').waitFor();
    expectComplaint(/400/);
    // expects the error of the ended session's calls
    expectComplaint(/401/);
    await page.getByRole('button', { name: /^Log out Firefox on Linux/ }).click();
    await page.getByLabel('Your password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'This isn’t your current password. Try again' }).waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByLabel('Your password').fill(testPassword);
    await page.getByRole('button', { name: 'Log out Firefox on Linux', exact: true }).click();
    await page.getByText('Firefox on Linux was logged out').waitFor();
    await other.goto('/cabinet/update-password');
    await other.waitForURL('**/account/not-logged-in**');
    await other.getByRole('heading', { name: 'You were logged out' }).waitFor();
    await other.goto('/account/login');
    await logIn(other, testPassword);
    await other.waitForURL('**/cabinet/history');

    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('link', { name: 'This isn’t your current password. Try again' }).waitFor();
    await page.getByLabel('Current password').fill(testPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText(/^Password changed/).waitFor();
    await other.reload();
    await other.waitForURL('**/account/not-logged-in**');
    await other.context().close();

    // a tab opened from this one shares its session, renews it once for both, and is logged out with it
    const [second] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(() => void window.open('/cabinet/account-details', '_blank')),
    ]);
    await second.getByLabel('First name').waitFor();
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await page.getByLabel('Your password').fill(newPassword);
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await page.getByText('You’ve been logged out everywhere').waitFor();
    await second.waitForURL('**/account/not-logged-in**');
  },
);

story(
  'changes the email address with an emailed code, and explains a link opened by another account',
  async ({ page, context, shop, openOther, expectComplaint }) => {
    await register(page);
    const other = await openOther();
    await other.goto('/account/login');
    await logIn(other, testPassword);
    await other.waitForURL('**/cabinet/history');
    const next = newEmail();
    // expects one failing call, one with invalid fields, and the other browser's ended session
    expectComplaint(/40[01]|Failed to load/);
    await page.getByRole('button', { name: 'Change email address' }).click();
    await page.waitForFunction(() => document.activeElement?.id === 'change-email-email');
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByRole('link', { name: 'Enter your email address' }).waitFor();
    await page.getByRole('link', { name: 'Enter your current password' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('New email address').fill(next);
    await page.reload();
    await expectValue(page.getByLabel('New email address'), next);
    await page.getByLabel('Current password').fill('wrong');
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByRole('link', { name: 'This isn’t your current password. Try again' }).waitFor();
    await page.getByLabel('Current password').fill(testPassword);
    await context.route('**/api/Accounts/change-email', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByRole('alert').filter({ hasText: 'There’s a problem' }).waitFor();
    await expectValue(page.getByLabel('New email address'), next);
    await page.getByRole('button', { name: 'Email me a code' }).dblclick();
    await page.getByText(`An email is on its way to ${next}.`).waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'confirm-new-email-code');
    await expectAccessible(page);
    await expectNoSideScroll(page);

    const letter = await shop.letter(next, /^Confirm your new email address/);
    const code = /^Code: (\w{8})$/m.exec(letter.text ?? '')?.[1] ?? '';
    await page.goto('/');
    await page.goto(linkIn(letter.text, '/cabinet/account-details'));
    await page.waitForFunction(() => document.activeElement?.id === 'confirm-new-email-code');
    await page.getByLabel('Code').fill('AAAAAAAA');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /^That code is incorrect/ }).waitFor();
    await page.getByLabel('Code').fill(code.toLowerCase());
    await page.keyboard.press('Enter');
    await page.getByText(/^We’ve changed your email address/).waitFor();
    await page.getByRole('definition').getByText(next, { exact: true }).waitFor();
    await expectGone(page.getByText(/click the link we emailed/));
    await other.reload();
    await other.waitForURL('**/account/not-logged-in**');
    await shop.letter(email, /^Request to change your email address/);
    await shop.letter(email, /^Your email address was changed/);

    const stranger = await openOther();
    await stranger.goto('/account/create-account');
    await createAccount(stranger, newEmail());
    await stranger.waitForURL('**/cabinet/history');
    await stranger.goto(linkIn(letter.text, '/cabinet/account-details'));
    await stranger.getByText(/^There’s no email change to confirm for/).waitFor();
    await expectAccessible(stranger);
    await expectNoSideScroll(stranger);
  },
);

story(
  'renews the session once when calls fail in two tabs at the same time',
  async ({ page, context, expectComplaint }) => {
    await register(page);
    const [second] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(() => void window.open('/cabinet/account-details', '_blank')),
    ]);
    await second.getByLabel('First name').waitFor();
    let refreshes = 0;
    const bothFailed = Promise.all(
      [page, second].map((tab) => tab.waitForResponse((response) => response.status() === 401)),
    );
    await context.route('**/api/Accounts/refresh', async (route) => {
      refreshes += 1;
      await bothFailed;
      await route.continue();
    });
    // simulates two tabs after ten minutes: both have a token that the server rejects
    const spoil = () => {
      localStorage.setItem('jwtToken', 'expired');
    };
    await Promise.all([page.evaluate(spoil), second.evaluate(spoil)]);
    expectComplaint(/401/);
    await Promise.all(
      [page, second].map(async (tab) => {
        await tab
          .getByRole('link', { name: /^Password/ })
          .first()
          .click();
        await tab.getByText(/in use now$/).waitFor();
      }),
    );
    assert.equal(refreshes, 1);
  },
);

story(
  'explains to a visitor why an account is needed, creates one, and continues the order',
  async ({ page }) => {
    await page.goto('/services/blurbs/order-service');
    await page.waitForURL('**/account/login?redirect=**');
    await page.getByText('To order blurbs, log in or create an account.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create an account' }).last().click();
    await page.waitForURL('**/account/create-account?redirect=**');
    await page.getByText('To order blurbs, you need an account.').waitFor();
    await createAccount(page, email);
    await page.waitForURL('**/services/blurbs/order-service');
  },
);

story('names a weak password together with every other wrong field', async ({ page }) => {
  await page.goto('/account/create-account');
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Lee');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('password');
  await page.getByLabel('Confirm password').fill('password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: 'Agree to the privacy policy' }).waitFor();
  await page.getByRole('link', { name: /most common passwords/ }).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alert');
});

story(
  'shows advice on a new password while it is typed or pasted, and none on an earlier one',
  async ({ page }) => {
    await page.goto('/account/create-account');
    await page.getByLabel('First name').fill('Gwendolyn');
    const field = page.getByLabel('Password', { exact: true });
    const advice = page.locator('[data-field]', { has: field }).getByRole('status');
    // screen readers announce only text that appears in an existing region
    await advice.waitFor({ state: 'attached' });
    assert.equal(await advice.innerText(), '');
    const note = await advice.locator('xpath=ancestor::*[@id][1]').getAttribute('id');
    assert.match((await field.getAttribute('aria-describedby')) ?? '', new RegExp(`\\b${note}\\b`));

    const placeOf = () => field.boundingBox();
    const before = await placeOf();
    await field.pressSequentially('password');
    await advice.getByText('This is one of the most common passwords').waitFor();
    assert.deepEqual(await placeOf(), before, 'the field moved');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'password');
    assert.equal(await page.getByRole('alert').filter({ hasText: 'password' }).count(), 0);
    // in one event, as when pasted
    await field.clear();
    await page.keyboard.insertText('gwendolyn77');
    await advice.getByText('Don’t use your name').waitFor();

    // the answer about the first text arrives after the answer about the second
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/check-password', async (route) => {
      if (route.request().postData()?.includes('gwendolyn78')) await held;
      await route.continue();
    });
    const asked = (password: string) => (call: { postData: () => string | null }) =>
      call.postData()?.includes(password) === true;
    const first = page.waitForRequest(asked('gwendolyn78'));
    await field.fill('gwendolyn78');
    await first;
    await field.fill('gwendolyn79');
    await advice.getByText('Don’t use your name').waitFor();
    const late = page.waitForResponse((answer) => asked('gwendolyn78')(answer.request()));
    release();
    await (await late).finished();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    assert.match(await advice.innerText(), /^Don’t use your name/);
    await expectAccessible(page);
    await field.fill(newPassword);
    await expectGone(advice.getByText('Don’t use your name'));
  },
);

story('shows the reason for the login page from its first frame', async ({ page }) => {
  // Blocks all scripts.
  await page.route('**/assets/*.js', () => {});
  const reason = async (redirect: string) => {
    await page.goto(`/account/login${redirect}`, { waitUntil: 'domcontentloaded' });
    const shown = page.locator('[data-reason]').filter({ visible: true });
    return (await shown.allInnerTexts()).join('\n');
  };
  assert.match(await reason('?redirect=%2Fservices%2Fblurbs%2Forder-service'), /^To order blurbs, log in/);
  assert.match(await reason('?redirect=%2Fcart%23checkout'), /^Your cart and brief are saved/);
  assert.equal(await reason('?redirect=%2Fcabinet%2Fhistory%3Forder%3DR-1'), 'Log in to see your orders.');
  assert.equal(await reason('?redirect=%2Fcabinet%2Fdetails'), 'Log in to see your account.');
  assert.equal(await reason(''), '');
});

story(
  'explains on the page what to do after registering an address that has an account',
  async ({ page, expectComplaint }) => {
    expectComplaint(/400/);
    await register(page);
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.getByText('You’ve logged out').waitFor();
    await page.goto('/account/create-account');
    await createAccount(page, email, newPassword);
    await page.waitForURL('**/account/login');
    await page.getByText(`We’ve sent an email to ${email}.`).waitFor();
    await expectValue(page.getByLabel('Email address'), email);
    await expectAccessible(page);
  },
);
