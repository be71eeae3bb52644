import assert from 'node:assert/strict';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { formatMoney } from '#contract/money.ts';
import { configurationOf } from '#contract/catalogue/order-details.ts';
import { priceLine } from '#contract/catalogue/pricing.ts';
import { workTitle } from '#contract/catalogue/work-title.ts';
import { shop as ours } from '#contract/shop.ts';
import { createAccount, fillCheckout, orderButton, newEmail } from './buy-slogans.ts';
import { exampleDetails } from '#demo/example-orders.ts';
import { fillOrderForm } from './fill-order-form.ts';
import { expectAccessible, expectNoSideScroll } from './page-checks.ts';
import { story } from './story.ts';

const { products, policies } = builtInCatalogue;

story('configures each product, puts it in the cart and orders it', async ({ page, shop }) => {
  // The owner's rule: two order forms are public, and the others require a login and then return to the form.
  for (const { orderRoute, guard } of products) {
    await page.goto(orderRoute);
    if (guard === 'none') await page.getByRole('button', { name: 'Add to cart' }).first().waitFor();
    else await page.waitForURL(`**/account/login?redirect=${encodeURIComponent(orderRoute)}`);
  }
  const last = products.at(-1)!;
  await page.getByRole('link', { name: 'Create an account' }).first().click();
  await createAccount(page, newEmail());
  await page.waitForURL(`**${last.orderRoute}`);

  let total = 0;
  for (const [index, product] of products.entries()) {
    await page.goto(product.route);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^(?:Order|Get) / })
      .first()
      .click();
    await page.waitForURL(`**${product.orderRoute}`);
    await fillOrderForm(page, product);
    const price = priceLine(product, configurationOf(product, exampleDetails(product))).total;
    total += price;
    const summary = page.getByRole('complementary', { name: 'Your order' });
    await summary.getByText(formatMoney(price)).first().waitFor();
    await summary.getByText('Brief complete').waitFor();
    const isWritten = product.fulfilment === 'human';
    assert.equal(await summary.getByText(policies.guarantee).isVisible(), isWritten, product.title);
    if (product.kind === 'service') await expectAccessible(page);
    await expectNoSideScroll(page);
    await summary.getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL('**/cart');
    await page.getByRole('link', { name: `Cart (${index + 1})` }).waitFor();
  }

  await page.getByRole('complementary', { name: 'Total' }).getByText(formatMoney(total)).waitFor();
  await fillCheckout(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: orderButton }).click();
  await page.waitForURL('**/sandbox-pay/**');
  await page.getByRole('button', { name: new RegExp(`^Pay \\${formatMoney(total)}`) }).click();
  await page.waitForURL('**/pay?**');
  await page.getByRole('heading', { name: 'Paid' }).waitFor();

  const copy = await shop.letter(ours.supportEmail, /^Paid: order R-/);
  for (const product of products) {
    const title = workTitle(product, exampleDetails(product).quantity);
    assert.ok(copy.text?.includes(title), title);
  }
});
