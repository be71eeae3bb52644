import type { Page } from 'playwright-core';
import { variantForWords } from '#contract/brief.ts';
import { type BriefField, defaultVariant, type Product } from '#contract/catalogue.ts';
import type { OrderDetails } from '#contract/order-details.ts';
import { countWords } from '#contract/text.ts';

const sentence = 'We mill our own flour and bake slow bread that arrives before breakfast. ';

function exampleText(field: Extract<BriefField, { max: number; type: string }>): string {
  if (field.key === 'brandName') return 'Golden Crust';
  if (field.type === 'url') return 'https://goldencrust.example/order';
  if (field.type === 'longtext') return sentence.repeat(12).trim();
  if (field.type === 'textarea') return sentence.repeat(2).trim();
  return 'SlowBread';
}

function exampleAnswer(field: BriefField, quantity: number): string | string[] {
  switch (field.type) {
    case 'select':
      return field.options[0]?.value ?? '';
    case 'multiselect':
      return field.options.slice(0, 1).map(({ value }) => value);
    case 'lines':
      return Array.from(
        { length: field.maxItems === 'quantity' ? quantity : 1 },
        (_, index) => `Rye loaf number ${index + 1}, stone-milled, keeps five days`,
      );
    case 'tags':
      return ['sourdough', 'rye bread', 'bakery'].slice(0, Math.max(1, field.minItems));
    default:
      return exampleText(field);
  }
}

/** An order of the product as small as it gets, with every question answered. */
export function exampleDetails(product: Product): OrderDetails {
  const quantity = product.quantity.min;
  const brief = Object.fromEntries(
    product.fields.map((field) => [field.key, exampleAnswer(field, quantity)]),
  );
  const derived = product.variantDerivedFrom;
  return {
    quantity,
    variant: derived
      ? variantForWords(product, countWords(String(brief[derived.field])))
      : defaultVariant(product).value,
    options: Object.fromEntries(
      product.options
        .filter((option) => option.type !== 'derived')
        .map((option) => [option.key, option.type === 'choice' ? option.default : false]),
    ),
    express: false,
    brief,
  };
}

/** Types the example into the product's order form, which is open. */
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
