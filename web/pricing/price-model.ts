import { isList } from '#contract/catalogue/brief.ts';
import type { Product } from '#contract/catalogue/product.ts';
import { type ProductFormModel, toProductFormModel } from '#contract/catalogue/product-form-model.ts';

/**
 * What a public page needs to price and date a choice: the product's form without its questions. `asked`: how many questions the
 * form has and how long they take, in words.
 */
export type PriceModel = { product: ProductFormModel; asked: string };

/** How long an answer takes (minutes), by the type of its field. */
const minutesOf = (type: string): number =>
  ({ textarea: 1, lines: 1.5, tags: 1, longtext: 0.5 })[type] ?? 0.5;

/** “has 7 questions and takes about 6 minutes”: counts the required questions only. */
function askedWords(fields: Product['fields']): string {
  const asked = fields.filter(({ required }) => required);
  const minutes = Math.max(1, Math.ceil(asked.reduce((sum, { type }) => sum + minutesOf(type), 0)));
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  return `has ${count(asked.length, 'question')} and takes about ${count(minutes, 'minute')}`;
}

export function toPriceModel(product: Product): PriceModel {
  const { variantDerivedFrom: _, ...model } = toProductFormModel(product);
  // keeps only the list fields, because their length can set the price, and drops their texts, which the page doesn't show
  const fields = product.fields
    .filter(isList)
    .map((field) => ({ ...field, label: '', hint: undefined, help: undefined }));
  return {
    product: { ...model, fields: fields as unknown as ProductFormModel['fields'] },
    asked: askedWords(product.fields),
  };
}
