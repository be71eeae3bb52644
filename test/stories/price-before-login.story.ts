import assert from 'node:assert/strict';
import { createAccount, newEmail } from './buy-slogans.ts';
import { expectAccessible, expectNoSideScroll } from './page-checks.ts';
import { story } from './story.ts';

story(
  'shows the chosen price and date before and during login, and keeps the choice in the order form',
  async ({ page }) => {
    await page.goto('/services/blurbs');
    await page.getByRole('link', { name: 'See your price and date' }).click();
    const choices = page.getByRole('region', { name: 'Your price and date' });
    await choices.getByText(/The brief has \d+ questions and takes about \d+ minutes/).waitFor();
    const price = choices.getByRole('complementary', { name: 'Your price' });
    await choices.getByLabel('Up to 100 words').check();
    await choices.getByLabel('How many blurbs?').fill('0');
    await price.getByText('Order 1 to 50 blurbs.').waitFor();
    await choices.getByLabel('How many blurbs?').fill('7');
    await choices.getByLabel('SEO title and meta description').check();
    await choices.getByLabel(/^Express|Express,/).check();
    const chosen = await price.getByRole('status').textContent();
    const [, total = '', day = ''] = /(\$[\d.,]+)\s*Delivery by (\w+, \w+ \d+)/.exec(chosen ?? '') ?? [];
    assert.ok(total !== '' && day !== '', chosen ?? '');
    await expectAccessible(page);
    await expectNoSideScroll(page);

    await price.getByRole('link', { name: 'Order blurbs' }).click();
    await page.waitForURL('**/account/login?redirect=**');
    await page.getByText(`To order blurbs (${total}, by ${day}), log in or create an account.`).waitFor();
    await expectAccessible(page);
    // the second link, because the first one is in the sentence under the heading
    await page.getByRole('link', { name: 'Create an account' }).nth(1).click();
    await createAccount(page, newEmail());
    await page.waitForURL('**/services/blurbs/order-service');
    const order = page.getByRole('complementary', { name: 'Your order' });
    await order.getByText(total).first().waitFor();
    await order.getByText(day).waitFor();
    assert.equal(await page.getByLabel('Up to 100 words').isChecked(), true);
    assert.equal(await page.getByLabel('How many blurbs?').inputValue(), '7');
  },
);

story('says what the brief can add to the price when each platform adds to it', async ({ page }) => {
  await page.goto('/services/smm-posts#your-price');
  const price = page.getByRole('complementary', { name: 'Your price' });
  await price
    .getByText('The first platform is included. Each additional platform adds 30% of the post price.')
    .waitFor();
  await expectAccessible(page);
});
