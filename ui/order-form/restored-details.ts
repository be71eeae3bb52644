import { isList } from '#contract/catalogue/brief.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { initialDetails, type ProductFormModel } from '#contract/catalogue/product-form-model.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Puts stored details into today's form: removed fields are dropped, new fields are empty,
 * unreadable values become the defaults. Never throws.
 */
export function restoredDetails(product: ProductFormModel, stored: unknown): OrderDetails {
  const fresh = initialDetails(product);
  if (!isObject(stored)) return fresh;
  const { quantity, variant, options, express, brief } = stored;
  const { min, max } = product.quantity;
  return {
    quantity:
      typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= min && quantity <= max
        ? quantity
        : fresh.quantity,
    variant:
      typeof variant === 'string' && product.variants.some(({ value }) => value === variant)
        ? variant
        : fresh.variant,
    options: isObject(options) ? recalledOptions(product, fresh.options, options) : fresh.options,
    express: express === true,
    brief: isObject(brief)
      ? Object.fromEntries(
          product.fields.map((field) => {
            const value = brief[field.key];
            const kept = isList(field)
              ? Array.isArray(value) && value.every((item) => typeof item === 'string')
              : typeof value === 'string';
            return [field.key, kept ? (value as string | string[]) : (fresh.brief[field.key] ?? '')];
          }),
        )
      : fresh.brief,
  };
}

function recalledOptions(
  product: ProductFormModel,
  fresh: OrderDetails['options'],
  stored: Record<string, unknown>,
) {
  return Object.fromEntries(
    Object.entries(fresh).map(([key, value]) => {
      const option = product.options.find((candidate) => candidate.key === key);
      const wanted = stored[key];
      const known =
        option?.type === 'choice'
          ? option.choices.some((choice) => choice.value === wanted)
          : typeof wanted === 'boolean';
      return [key, known ? (wanted as boolean | string) : value];
    }),
  );
}

type Tree = Record<string, unknown>;

function merged(stored: Tree, early: Tree, fresh: Tree): Tree {
  return Object.fromEntries(
    Object.entries(stored).map(([key, value]) => {
      const typed = early[key];
      if (isObject(value)) return [key, merged(value, typed as Tree, fresh[key] as Tree)];
      return [key, String(typed) === String(fresh[key]) ? value : typed];
    }),
  );
}

/** What was typed or chosen before the scripts ran, which is newer than what is stored. */
export const withEarlyInput = (
  product: ProductFormModel,
  stored: OrderDetails,
  early: OrderDetails,
): OrderDetails => merged(stored, early, initialDetails(product)) as OrderDetails;

/** Choices from the address: `?quantity=2&variant=20`. */
export function withAddressChoices(
  product: ProductFormModel,
  details: OrderDetails,
  search: URLSearchParams,
): OrderDetails {
  const quantity = search.get('quantity');
  const variant = search.get('variant');
  return restoredDetails(product, {
    ...details,
    ...(quantity === null ? {} : { quantity: Number(quantity) }),
    ...(variant === null ? {} : { variant }),
  });
}
