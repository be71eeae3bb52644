import { variantForWords } from '#contract/catalogue/brief.ts';
import type { BriefField, Product } from '#contract/catalogue/product.ts';
import { defaultVariant } from '#contract/catalogue/pricing.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { countWords } from '#contract/text.ts';

const sentence = 'We mill our own flour and bake slow bread that arrives before breakfast. ';

function exampleText(field: Extract<BriefField, { max: number; type: string }>): string {
  if (field.key === 'brandName') return 'Golden Crust';
  if (field.type === 'url') return 'https://goldencrust.example/order';
  if (field.type === 'longtext') return sentence.repeat(12).trim();
  if (field.type === 'textarea') return sentence.repeat(2).trim();
  return 'SlowBread';
}

function exampleAnswer(product: Product, field: BriefField, quantity: number): string | string[] {
  switch (field.type) {
    case 'select':
      return field.options[0]?.value ?? '';
    case 'multiselect':
      // one choice only, unless a bundle's price includes all platforms; a service's price grows with each
      return field.options
        .slice(0, product.kind === 'bundle' && field.key === 'platforms' ? field.maxItems : 1)
        .map(({ value }) => value);
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

/** The smallest order of the product, with every question answered. */
export function exampleDetails(product: Product, quantity = product.quantity.min): OrderDetails {
  const brief = Object.fromEntries(
    product.fields.map((field) => [field.key, exampleAnswer(product, field, quantity)]),
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
