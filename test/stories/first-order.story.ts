import assert from 'node:assert/strict';
import { shop as ours } from '#contract/shop.ts';
import {
  address,
  agree,
  brief,
  createAccount,
  fillBrief,
  fillCheckout,
  orderButton,
  newEmail,
} from './buy-slogans.ts';
import {
  expectAccessible,
  expectNoLayoutShift,
  expectNoSideScroll,
  expectValue,
  openWithLateFonts,
} from './page-checks.ts';
import { story } from './story.ts';

story('lets a new visitor order slogans, pay by card and follow the order', async ({ page, shop }) => {
  await openWithLateFonts(page, '/');
  assert.match(await page.title(), new RegExp(ours.name));
  await expectNoLayoutShift(page);
  await page.locator('main a[href="/services/slogans"]').first().click();
  await page.waitForURL('**/services/slogans');
  await page.locator('main a[href="/services/slogans/order-service"]').first().click();
  await page.waitForURL('**/services/slogans/order-service');

  await page.getByRole('complementary').getByText('$79.00').first().waitFor();
  await fillBrief(page);
  await page.getByRole('complementary').getByText('$129.00').first().waitFor();
  await page.getByLabel(/20 slogans/).check();
  await page.getByRole('complementary').getByText('$199.00').first().waitFor();
  await page.getByLabel(/10 slogans/).check();
  await expectAccessible(page);
  await page.getByRole('complementary').getByRole('button', { name: 'Add to cart' }).click();

  await page.goto('/cart');
  await page.getByText('Golden Crust').first().waitFor();
  await expectAccessible(page);
  await fillCheckout(page);
  await page.getByRole('button', { name: orderButton }).click();

  await page.waitForURL('**/account/login?redirect=**');
  await page.getByRole('link', { name: 'Create an account' }).last().click();
  await page.waitForURL('**/account/create-account?**');
  await expectValue(page.getByLabel('First name'), 'Ann');
  await expectValue(page.getByLabel('Last name'), 'Lee');
  await expectAccessible(page);
  const email = newEmail();
  await createAccount(page, email);

  await page.waitForURL('**/cart**');
  await page.getByText('Golden Crust').first().waitFor();
  await expectValue(page.getByLabel('Street address'), address.street);
  await agree(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: orderButton }).click();

  await page.waitForURL('**/sandbox-pay/**');
  await page.getByText('Test mode – no real money').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await page.waitForURL('**/pay?**');
  await page.getByText('Payment canceled. Nothing was charged.').waitFor();
  await page.getByText(/^Delivery by .* if you pay now$/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay $129.00 online' }).click();
  await page.waitForURL('**/sandbox-pay/**');
  await page.getByRole('button', { name: /^Pay \$129\.00/ }).click();

  await page.waitForURL('**/pay?**');
  await page.getByRole('heading', { name: 'Paid' }).waitFor();
  await page.getByText(/^We’ll deliver your order by \w{3}, \w{3} \d/).waitFor();
  await page.getByText(/^Delivery by \w{3}, \w{3} \d/).waitFor();
  await page.getByText(`We’re sending a confirmation to ${email}.`).waitFor();
  await page.getByRole('link', { name: 'See the receipt' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the order' }).click();

  await page.waitForURL('**/cabinet/history?order=R-**');
  await page.getByText('Your brief').click();
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  for (const words of [number, brief.brandName, brief.offer, brief.audience, brief.difference, '$129.00'])
    await page.getByText(words, { exact: false }).first().waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByText('Your brief').click();
  await page.getByText(brief.offer).first().waitFor();

  const receipt = await shop.letter(email, /^Receipt for order R-/);
  assert.ok(receipt.subject?.includes(number));
  const copy = await shop.letter(ours.supportEmail, /^Paid: order R-/);
  for (const words of Object.values(brief)) assert.ok(copy.text?.includes(words), words);
  for (const secret of [email, brief.brandName, brief.offer, 'violet tractor', 'eyJ', address.street])
    assert.ok(!shop.output().includes(secret), `the log holds ${secret}`);

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.goto('/cabinet/history');
  await page.waitForURL('**/account/login?redirect=**');
});

story(
  'shows every page of a first order on the narrowest phone without sideways scrolling',
  async ({ page, expectComplaint }) => {
    for (const path of [
      '/',
      '/services/slogans',
      '/services/slogans/order-service',
      '/cart',
      '/account/login',
      '/account/create-account',
      '/account/not-logged-in',
      '/pay',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectNoSideScroll(page);
      await expectAccessible(page);
    }
    expectComplaint(/status of 404/);
    const answer = await page.goto('/no/such/page');
    assert.equal(answer?.status(), 404);
    await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
    await page.getByText('/no/such/page').waitFor();
    await expectAccessible(page);
  },
);

story(
  'shows the pages of a first order in dark mode with enough contrast',
  async ({ page }) => {
    for (const path of [
      '/',
      '/services/slogans',
      '/services/slogans/order-service',
      '/cart',
      '/account/login',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(page);
    }
  },
  { browser: { colorScheme: 'dark' } },
);
