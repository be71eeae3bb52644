import type { Product, ProductOption, Variant } from './product.ts';
import { basisPointsOf } from '#contract/money.ts';

/** A customer's choices that affect the price or time. */
export type Configuration = {
  quantity: number;
  variant: string;
  options: Record<string, boolean | string>;
  express: boolean;
  /** The number of chosen items per priced brief field, by field key. */
  items: Record<string, number>;
};

export type PricePart = { key: string; label: string; amount: number };
/** Amounts in minor units. `total` is the sum of `parts`, of which the express surcharge is the last. */
export type LinePrice = { parts: PricePart[]; subtotal: number; express: number; total: number };

type Priced = Pick<Product, 'title' | 'unit' | 'variants' | 'options' | 'delivery' | 'express'>;

function variantOf(product: Pick<Product, 'variants' | 'title'>, value: string) {
  const variant = product.variants.find((candidate) => candidate.value === value);
  if (!variant) throw new RangeError(`${product.title} has no variant ${value}`);
  return variant;
}

/** Graduated pricing: each unit has the price of its own tier, so a larger quantity never costs less. */
function basePrice(product: Priced, { quantity, variant }: Configuration): number {
  return variantOf(product, variant).tiers.reduce((sum, tier) => {
    const units = Math.max(0, Math.min(quantity, tier.to) - tier.from + 1);
    return sum + units * tier.unitCents;
  }, 0);
}

function optionPrice(option: ProductOption, base: number, chosen: Configuration): PricePart | undefined {
  const { key, label } = option;
  switch (option.type) {
    case 'boolean': {
      if (chosen.options[key] !== true) return undefined;
      const { price } = option;
      const amount =
        price.kind === 'flat'
          ? price.cents
          : price.kind === 'perUnit'
            ? price.cents * chosen.quantity
            : basisPointsOf(base, price.bp);
      return { key, label, amount };
    }
    case 'derived': {
      const extra = Math.max(0, (chosen.items[option.from] ?? 0) - option.free);
      if (extra === 0) return undefined;
      const noun = extra === 1 ? label.replace(/s$/, '') : label;
      return {
        key,
        label: `${extra} ${noun.toLowerCase()}`,
        amount: basisPointsOf(base, option.price.bp) * extra,
      };
    }
    case 'choice': {
      const choice = choiceOf(option, chosen);
      const amount = choice.cents[chosen.variant] ?? 0;
      return amount === 0 ? undefined : { key, label: choice.label, amount };
    }
  }
}

function choiceOf(option: Extract<ProductOption, { type: 'choice' }>, chosen: Configuration) {
  const value = chosen.options[option.key] ?? option.default;
  const choice = option.choices.find((candidate) => candidate.value === value);
  if (!choice) throw new RangeError(`${option.label} has no choice ${String(value)}`);
  return choice;
}

function baseLabel(product: Priced, { quantity, variant }: Configuration): string {
  const units = `${quantity} ${quantity === 1 ? product.unit.one : product.unit.many}`;
  if (product.variants.length < 2) return units;
  const label = variantOf(product, variant).label.toLowerCase();
  // "2 sets of 20 slogans": "2 sets, 20 slogans" would mean 20 slogans in all
  return quantity > 1 && /^\d/.test(label) ? `${units} of ${label}` : `${units}, ${label}`;
}

/**
 * The price of one order line, in minor units, by the catalogue's formula. Pure: browser and server use the same function.
 * @throws RangeError for a variant or choice the product does not have; validate first.
 */
export function priceLine(product: Priced, chosen: Configuration): LinePrice {
  const base = basePrice(product, chosen);
  const parts: PricePart[] = [
    { key: 'base', label: baseLabel(product, chosen), amount: base },
    ...product.options
      .map((option) => optionPrice(option, base, chosen))
      .filter((part) => part !== undefined),
  ];
  const subtotal = parts.reduce((sum, part) => sum + part.amount, 0);
  const express = chosen.express ? basisPointsOf(subtotal, product.express.surchargeBp) : 0;
  if (chosen.express) parts.push({ key: 'express', label: 'Express delivery', amount: express });
  return { parts, subtotal, express, total: subtotal + express };
}

/** Business days of work from payment to delivery; 0 means automatic work, delivered at once. */
export function deliveryDays(product: Priced, chosen: Configuration): number {
  const { baseDays, includedUnits, unitsPerExtraDay, daysPerExtraUnit = 0 } = product.delivery;
  const extraUnits = Math.max(0, chosen.quantity - includedUnits);
  const optionDays = product.options.reduce((days, option) => {
    if (option.type === 'choice') return days + choiceOf(option, chosen).days;
    if (option.type === 'boolean' && chosen.options[option.key] === true) return days + (option.days ?? 0);
    return days;
  }, 0);
  const days =
    (baseDays[variantOf(product, chosen.variant).value] ?? 0) +
    (unitsPerExtraDay ? Math.ceil(extraUnits / unitsPerExtraDay) : 0) +
    daysPerExtraUnit * extraUnits +
    optionDays;
  return chosen.express && days > 0 ? Math.max(1, Math.ceil(days / 2)) : days;
}

/** Whether express makes the work faster. It doesn't for work of a day or less. */
export function expressAvailable(product: Priced, chosen: Configuration): boolean {
  const days = (express: boolean) => deliveryDays(product, { ...chosen, express });
  return product.express.available && days(true) < days(false);
}

export function defaultVariant(product: Pick<Product, 'variants'>): Variant {
  return product.variants.find((variant) => variant.default) ?? product.variants[0]!;
}

/** The number of revision rounds in this configuration. */
export function revisionRounds(product: Pick<Product, 'revisions'>, chosen: Configuration): number {
  const { rounds, roundsByLevel } = product.revisions;
  const level = chosen.options['level'];
  const included = roundsByLevel ? (roundsByLevel[String(level ?? 'instant')] ?? rounds) : rounds;
  return included + (chosen.options['extraRevision'] === true ? 1 : 0);
}
