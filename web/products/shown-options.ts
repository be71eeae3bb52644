import { formatPrice } from '#contract/money.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import type { Product, ProductOption } from '#contract/catalogue/product.ts';
import { initialDetails } from '#contract/catalogue/product-form-model.ts';
import { quoteLine } from '#contract/catalogue/quote.ts';
import { businessDays } from './product-labels.ts';

/** An option as shown on a page. */
export type ShownOption = { key: string; label: string; help: string; price: string; days: number };

const percent = (basisPoints: number) => `${basisPoints / 100}%`;

function optionPrice(option: ProductOption, unit: string): string {
  switch (option.type) {
    case 'boolean': {
      const { price } = option;
      if (price.kind === 'flat') return `+${formatPrice(price.cents)}`;
      return price.kind === 'perUnit' ? `+${formatPrice(price.cents)} per ${unit}` : `+${percent(price.bp)}`;
    }
    case 'derived':
      return `+${percent(option.price.bp)} each`;
    case 'choice':
      return '';
  }
}

/** An order that express can speed up: the form's first choice, with an option that adds days if it takes none itself. */
function hurriedOrder(product: Product, isInstant: boolean): OrderDetails {
  const details = initialDetails(product);
  if (!isInstant) return details;
  const adding = product.options.flatMap((option): [string, string | boolean][] => {
    if (option.type === 'boolean') return (option.days ?? 0) > 1 ? [[option.key, true]] : [];
    if (option.type === 'derived') return [];
    const choice = option.choices.find(({ days }) => days > 1);
    return choice ? [[option.key, choice.value]] : [];
  });
  return { ...details, options: { ...details.options, ...Object.fromEntries(adding.slice(0, 1)) } };
}

/** "1 set, 5 slogans: 3 business days for $79, or 2 business days for $106.65." */
function expressExample(product: Product, details: OrderDetails): string {
  const usual = quoteLine(product, details);
  const express = quoteLine(product, { ...details, express: true });
  const what = usual.parts.map(({ label }) => label).join(', ');
  return `${what}: ${businessDays(usual.days)} for ${formatPrice(usual.amount)}, or ${businessDays(express.days)} for ${formatPrice(express.amount)}.`;
}

/** A product's options, express last; a choice of levels is one entry per level with a price. For loaders only. */
export function shownOptions(product: Product): ShownOption[] {
  const { options, unit, express, delivery } = product;
  const shown = options.flatMap((option): ShownOption[] =>
    option.type === 'choice'
      ? option.choices.flatMap(({ value, label, help = '', days, cents }) => {
          const lowest = Math.min(...Object.values(cents));
          return lowest === 0
            ? []
            : [{ key: value, label, help, price: `from +${formatPrice(lowest)}`, days }];
        })
      : [
          {
            key: option.key,
            label: option.label,
            help: option.help ?? '',
            price: optionPrice(option, unit.one),
            days: option.type === 'boolean' ? (option.days ?? 0) : 0,
          },
        ],
  );
  // when the product itself takes no days, express speeds up only options that add days
  const isInstant = Object.values(delivery.baseDays).every((days) => days === 0);
  const hurried = shown.filter(({ days }) => days > 1).map(({ label }) => `“${label}”`);
  if (express.available && (!isInstant || hurried.length > 0))
    shown.push({
      key: 'express',
      label: 'Express delivery',
      help: `${isInstant ? `Available only with ${hurried.join(' or ')}. ` : ''}Halves the number of business days, rounded up. ${expressExample(product, hurriedOrder(product, isInstant))}`,
      price: `+${percent(express.surchargeBp)}`,
      days: 0,
    });
  return shown;
}
