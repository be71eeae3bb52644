import { isList } from '#contract/catalogue/brief.ts';
import type { Product } from '#contract/catalogue/product.ts';
import { type ProductFormModel, toProductFormModel } from '#contract/catalogue/product-form-model.ts';

/** What a public page needs to price and date a choice: the form's product without its questions, and what they will be. */
export type PriceModel = { product: ProductFormModel; asked: string };

/** How long an answer takes (minutes), by the type of its field. */
const minutesOf = (type: string): number =>
  ({ textarea: 1, lines: 1.5, tags: 1, longtext: 0.5 })[type] ?? 0.5;

/** "7 questions, about 6 minutes". */
function askedWords(fields: Product['fields']): string {
  const asked = fields.filter(({ required }) => required);
  const minutes = Math.max(1, Math.ceil(asked.reduce((sum, { type }) => sum + minutesOf(type), 0)));
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  return `has ${count(asked.length, 'question')} and takes about ${count(minutes, 'minute')}`;
}

export function toPriceModel(product: Product): PriceModel {
  const { variantDerivedFrom: _, ...model } = toProductFormModel(product);
  // lists are priced by their length; the choice on the page has none
  const fields = product.fields
    .filter(isList)
    .map((field) => ({ ...field, label: '', hint: undefined, help: undefined }));
  return {
    product: { ...model, fields: fields as unknown as ProductFormModel['fields'] },
    asked: askedWords(product.fields),
  };
}
