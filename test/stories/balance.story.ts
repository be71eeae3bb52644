import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { createAccount, fillBrief, fillCheckout, fillDeposit, newEmail } from './buy-slogans.ts';
import { holdScripts } from './hold-scripts.ts';
import { expectAccessible, expectGone, expectNoLayoutShift, expectNoSideScroll } from './page-checks.ts';
import { story } from './story.ts';

/** Deposits this many dollars by card. */
async function addFunds(page: Page, dollars: string): Promise<void> {
  await page.goto('/cabinet/balance');
  await fillDeposit(page, dollars);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL('**/sandbox-pay/**');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL('**/pay?**');
  await page.getByRole('heading', { name: 'Funds added' }).waitFor();
}

async function orderSlogans(page: Page): Promise<void> {
  await page.goto('/services/slogans/order-service');
  await fillBrief(page);
  await page.getByRole('complementary').getByRole('button', { name: 'Add to cart' }).click();
  await page.goto('/cart');
  await fillCheckout(page);
}

const inHeader = (page: Page, balance: string) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: `Balance ${balance}` })
    .waitFor();

/** Checks that the header shows the balance after a reload before the scripts start, and in the account before the shop answers. */
async function expectSteadyBalance(page: Page, balance: string): Promise<void> {
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction((words) => {
    const link = document.querySelector('header .known-balance');
    return link && getComputedStyle(link, '::after').content === JSON.stringify(words);
  }, `Balance ${balance}`);
  release();
  await inHeader(page, balance);

  const answer = Promise.withResolvers<void>();
  await page.route('**/api/balance?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole('banner').getByRole('link', { name: 'Your orders' }).click();
  const tabs = page.getByRole('navigation', { name: 'Your account' });
  for (const tab of ['Messages', 'Account', 'Orders']) {
    await tabs.getByRole('link', { name: tab }).click();
    await tabs.locator('[aria-current=page]', { hasText: tab }).waitFor();
    await inHeader(page, balance);
  }
  await expectNoLayoutShift(page);
  answer.resolve();
  await page.unroute('**/api/balance?*');
}

story(
  'adds funds, pays orders from the balance alone and with a card, and shows refunds to the balance',
  async ({ page, shop }) => {
    const email = newEmail();
    await page.goto('/account/create-account');
    await createAccount(page, email);
    await page.waitForURL('**/cabinet/**');

    await page.goto('/cabinet/balance');
    await page.getByText('$0.00').first().waitFor();
    await page.getByText(/If you ask within 180 days of adding funds, we refund/).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Another amount').check();
    await page.getByRole('textbox', { name: 'Your amount' }).fill('12.50');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('link', { name: 'Enter a whole amount, like $20' }).waitFor();
    await expectAccessible(page);
    await addFunds(page, '150');
    await expectAccessible(page);
    const receipt = async (name: RegExp) => {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      assert.match((await saving).suggestedFilename(), /^receipt-D-.+\.pdf$/);
    };
    await receipt(/^Download the receipt/);
    await page.getByRole('link', { name: 'Go to your balance' }).click();
    await inHeader(page, '$150.00');
    await receipt(/^Receipt for deposit/);
    await shop.letter(email, /balance/i);

    await orderSlogans(page);
    await page.getByText('You’ll have $21.00 of $150.00 left.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
    await page.getByText('Nothing is charged until you confirm').waitFor();
    await page.getByLabel('From your balance').check();
    await page.getByText('pays for it right away').waitFor();
    await expectGone(page.getByText('Nothing is charged'));
    await page.getByRole('button', { name: 'Pay $129.00 from your balance' }).click();
    await page.waitForURL('**/pay?**');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await inHeader(page, '$21.00');
    await page.getByRole('banner').getByRole('link', { name: 'Redline' }).click();
    await page.waitForURL(shop.url + '/');
    await expectSteadyBalance(page, '$21.00');

    await orderSlogans(page);
    await page.getByLabel('$21.00 from your balance, $108.00 online').check();
    await page.getByRole('button', { name: 'Pay $21.00 from your balance, $108.00 online' }).click();
    await page.waitForURL('**/sandbox-pay/**');
    await page.getByText('$108.00 of $129.00; $21.00 comes from your balance').waitFor();
    await page.getByRole('button', { name: 'Cancel and go back' }).click();
    await page.getByText('Payment canceled. Nothing was charged.').waitFor();
    await page.getByText('You can pay $21.00 from your balance. You pay the other $108.00 online').waitFor();
    await page.getByRole('button', { name: 'Pay $21.00 from your balance, $108.00 online' }).click();
    await page.waitForURL('**/sandbox-pay/**');
    await page.getByRole('button', { name: 'Pay $108.00' }).click();
    await page.waitForURL('**/pay?**');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await page.getByRole('link', { name: 'Go to the order' }).click();
    await page.getByText('Paid from your balance').waitFor();
    await page.getByRole('button', { name: 'Cancel this order' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cancel the order' }).waitFor({ state: 'hidden' });
    // another key first, because a second press at the same place shortly after the first is ignored
    await page.getByRole('button', { name: 'Cancel this order' }).click();
    await expectAccessible(page);
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'group');
    await page.getByLabel('$108.00 to your original payment method and $21.00 to your balance').waitFor();
    await page.getByLabel(/^To your balance/).check();
    await page.getByRole('button', { name: 'Cancel the order' }).click();
    await page.getByRole('status').getByText('We’ll email you about your refund').waitFor();

    await page.getByRole('link', { name: 'Balance', exact: true }).click();
    await page.waitForURL('**/cabinet/balance');
    await page.getByText('$129.00').first().waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    // the heading, two deposits or refunds, and two payments
    await page.getByRole('row').nth(4).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const statement = await saving;
    assert.equal(statement.suggestedFilename(), 'statement.csv');
    assert.match(await readFile(await statement.path(), 'utf8'), /^\uFEFF"Date \(UTC\)",/);

    await page.getByRole('link', { name: 'See your monthly statements' }).click();
    await page.getByRole('heading', { name: 'Monthly statement' }).waitFor();
    await page.getByRole('heading', { name: 'Purchases for Golden Crust' }).waitFor();
    await page.getByText('Opening balance').waitFor();
    await page.getByText('+$150.00').first().waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    for (const [button, file] of [
      ['CSV', /^statement-\d{4}-\d\d\.csv$/],
      ['Download PDF', /^statement-\d{4}-\d\d\.pdf$/],
    ] as const) {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      assert.match((await coming).suggestedFilename(), file);
    }
  },
);

story(
  'links from a checkout with too little balance to a deposit, and from there back to the cart',
  async ({ page }) => {
    await page.goto('/account/create-account');
    await createAccount(page, newEmail());
    await page.waitForURL('**/cabinet/**');
    await orderSlogans(page);
    await page.getByText('Your cart stays saved.').waitFor();
    await page.getByRole('link', { name: 'Add funds to your balance' }).click();
    await page.waitForURL('**/cabinet/balance#add-funds');
    // the address was typed at checkout
    await fillDeposit(page, '150', false);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL('**/sandbox-pay/**');
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.getByRole('heading', { name: 'Funds added' }).waitFor();
    await page.getByRole('link', { name: 'Back to your cart' }).click();
    await page.waitForURL('**/cart#checkout');
    await page.getByText('You’ll have $21.00 of $150.00 left.').waitFor();
  },
);
