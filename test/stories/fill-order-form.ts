import type { Page } from 'playwright-core';
import type { Product } from '#contract/catalogue/product.ts';
import { exampleDetails } from '#demo/example-orders.ts';

/** Types the example into the product's open order form. */
export async function fillOrderForm(page: Page, product: Product): Promise<void> {
  const { quantity, brief } = exampleDetails(product);
  if (quantity < product.quantity.max) {
    const control = page.locator('[id="order-quantity"]');
    if ((await control.getAttribute('type')) === 'text') await control.fill(String(quantity));
    else
      await page
        .locator('fieldset', { has: control })
        .last()
        .getByLabel(String(quantity), { exact: true })
        .check();
  }
  for (const field of product.fields) {
    const answer = brief[field.key] ?? '';
    const control = page.locator(`[id="order-brief-${field.key}"]`);
    if ('options' in field) {
      const labels = field.options.filter(({ value }) => answer.includes(value)).map(({ label }) => label);
      if ((await control.evaluate((element) => element.tagName)) === 'SELECT')
        await control.selectOption({ label: labels[0] ?? '' });
      else
        for (const label of labels)
          await page.locator('fieldset', { has: control }).last().getByLabel(label, { exact: true }).check();
    } else if (field.type === 'tags')
      for (const tag of answer) {
        await control.fill(tag);
        await control.press('Enter');
      }
    else await control.fill(Array.isArray(answer) ? answer.join('\n') : answer);
  }
}

/** A cart with one line of each of these products, as the browser stores it. */
export const storedCart = (products: readonly Product[]): string =>
  JSON.stringify(
    products.map((product) => ({
      id: `line-${product.orderType}`,
      orderType: product.orderType,
      details: exampleDetails(product),
    })),
  );
