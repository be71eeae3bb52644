import type { Product } from './product.ts';
import { defaultVariant } from './pricing.ts';
import { emptyBrief } from './brief.ts';
import type { OrderDetails } from './order-details.ts';

const keys = [
  'orderType',
  'kind',
  'title',
  'slug',
  'route',
  'orderRoute',
  'unit',
  'quantity',
  'variantLabel',
  'variantDerivedFrom',
  'variants',
  'options',
  'delivery',
  'fulfilment',
  'express',
  'revisions',
  'fields',
] as const;

/** A product's data that the browser needs to configure, price, date and check an order. */
export type ProductFormModel = Pick<Product, (typeof keys)[number]>;

export function toProductFormModel(product: Product): ProductFormModel {
  return Object.fromEntries(
    keys.filter((key) => product[key] !== undefined).map((key) => [key, product[key]]),
  ) as ProductFormModel;
}

/** The initial details of an empty form. */
export function initialDetails(product: ProductFormModel): OrderDetails {
  return {
    quantity: product.quantity.default,
    variant: defaultVariant(product).value,
    options: Object.fromEntries(
      product.options
        .filter((option) => option.type !== 'derived')
        .map((option) => [option.key, option.type === 'choice' ? option.default : false]),
    ),
    express: false,
    brief: emptyBrief(product.fields),
  };
}
