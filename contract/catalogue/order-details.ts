import * as z from 'zod/mini';
import { type Brief, briefSchema, itemCounts, variantForWords } from './brief.ts';
import type { Product } from './product.ts';
import { type Configuration, expressAvailable } from './pricing.ts';
import { addProblem, countWords } from '#contract/text.ts';

/** One configured product: the choices, and the brief for its work. */
export type OrderDetails = {
  quantity: number;
  variant: string;
  /** A copy of the brief's platforms; details with another list are rejected. */
  platforms?: string[] | undefined;
  options: Record<string, boolean | string>;
  express: boolean;
  brief: Brief;
};

type ProductFormModel = Pick<
  Product,
  | 'title'
  | 'unit'
  | 'quantity'
  | 'variants'
  | 'variantDerivedFrom'
  | 'options'
  | 'delivery'
  | 'express'
  | 'fields'
>;

/** The part of the details that affects the price. */
export function configurationOf(product: Pick<Product, 'fields'>, details: OrderDetails): Configuration {
  const { quantity, variant, options, express, brief } = details;
  return { quantity, variant, options, express, items: itemCounts(product.fields, brief) };
}

function optionsSchema(product: ProductFormModel) {
  return z.strictObject(
    Object.fromEntries(
      product.options
        .filter((option) => option.type !== 'derived')
        .map((option) => [
          option.key,
          option.type === 'choice'
            ? z._default(
                z.enum(option.choices.map((choice) => choice.value) as [string, ...string[]], {
                  error: `Select a ${option.label.toLowerCase()}`,
                }),
                option.default,
              )
            : z._default(z.boolean({ error: `${option.label} must be true or false` }), false),
        ]),
    ),
    { error: 'Options must be an object' },
  );
}

const counted = (count: number, { one, many }: Product['unit']) => `${count} ${count === 1 ? one : many}`;

function checkAgainstProduct(
  product: ProductFormModel,
  details: OrderDetails,
  add: (path: string[], message: string) => void,
) {
  const { quantity, unit } = { quantity: details.quantity, unit: product.unit };
  for (const field of product.fields) {
    const value = details.brief[field.key];
    const listed = value?.length ?? 0;
    if ('rule' in field && field.rule === 'lines === quantity' && listed !== quantity)
      add(
        ['brief', field.key],
        `You ordered ${counted(quantity, unit)} but listed ${counted(listed, { one: 'item', many: 'items' })}. ${
          listed < quantity ? 'Add the missing items' : 'Remove items or order more'
        }.`,
      );
  }
  const derived = product.variantDerivedFrom;
  if (derived) {
    const words = countWords(String(details.brief[derived.field] ?? ''));
    const fitting = variantForWords(product, words);
    const label = product.variants.find((variant) => variant.value === fitting)?.label;
    if (details.variant !== fitting)
      add(['variant'], `The text has ${words.toLocaleString('en-US')} words. Choose “${label}”`);
  }
  const chosenPlatforms = details.brief['platforms'];
  if (details.platforms && JSON.stringify(details.platforms) !== JSON.stringify(chosenPlatforms ?? []))
    add(['platforms'], 'Platforms must match those in the brief');
  if (details.express && !expressAvailable(product, configurationOf(product, details)))
    add(['express'], 'Express delivery isn’t available for work that takes a day or less');
}

/** The schema of one product's details, for the form and the request body. */
export function orderDetailsSchema(product: ProductFormModel) {
  const { min, max } = product.quantity;
  const quantityMessage =
    min === max ? `Quantity must be ${min}` : `Order ${min} to ${max} ${product.unit.many}`;
  return z
    .strictObject(
      {
        quantity: z
          .int({ error: quantityMessage })
          .check(z.minimum(min, { error: quantityMessage }), z.maximum(max, { error: quantityMessage })),
        variant: z.enum(product.variants.map((variant) => variant.value) as [string, ...string[]], {
          error: `Select one of these: ${product.variants.map((variant) => variant.label).join(', ')}`,
        }),
        platforms: z.optional(z.array(z.string(), { error: 'Platforms must be a list' })),
        options: optionsSchema(product),
        express: z.boolean({ error: 'Express must be true or false' }),
        brief: briefSchema(product.fields),
      },
      { error: 'Order details must be an object' },
    )
    .check(
      z.check((context) => {
        checkAgainstProduct(product, context.value, (path, message) => addProblem(context, path, message));
      }),
    );
}
