import type { Product } from '#contract/catalogue/product.ts';
import { formatPrice } from '#contract/money.ts';
import { businessDays } from '#web/products/product-labels.ts';

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Graduated prices: one column per step, one row per variant. */
export function priceTable(product: Product) {
  const { unit, variants, delivery } = product;
  const steps = [
    ...new Set(variants.flatMap(({ tiers }) => tiers.map((tier) => `${tier.from}-${tier.to}`))),
  ].map((key) => key.split('-').map(Number) as [number, number]);
  return {
    variantLabel: product.variantLabel ?? 'What you get',
    stepLabels: steps.map(([from, to], index) => {
      if (steps.length === 1) return `Per ${unit.one}`;
      if (from === 1 && to === 1) return `First ${unit.one}`;
      return index === 1 && steps[0]![1] === 1
        ? 'Each additional one'
        : `${capital(unit.many)} ${from}–${to}, each`;
    }),
    rows: variants.map(({ value, label, hint, tiers }) => ({
      value,
      label: variants.length === 1 ? product.title : label,
      hint,
      prices: steps.map(([from]) => {
        const tier = tiers.find((candidate) => candidate.from <= from && from <= candidate.to);
        return tier ? formatPrice(tier.unitCents) : '';
      }),
      time: delivery.baseDays[value] ? businessDays(delivery.baseDays[value]) : 'About a minute',
    })),
    /** A note on what the numbers alone do not show. */
    note: steps.length > 1 ? `The price per ${unit.one} drops as you order more.` : '',
  };
}

/** On a phone each variant is a row with its prices below; on wider screens an ordinary table. */
export function PriceTable({ table }: { table: ReturnType<typeof priceTable> }) {
  const { variantLabel, stepLabels, rows } = table;
  const head = 'border-b-2 border-ink py-2.5 text-small text-subtle max-sm:hidden';
  const cell = 'border-b border-hairline py-3.5 max-sm:border-0 max-sm:py-0';
  return (
    <table className="mt-6 w-full border-collapse max-sm:block max-sm:border-t-2 max-sm:border-ink max-sm:[&_*:is(tbody,tr,th,td)]:block">
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col" className={`${head} pr-4 text-left`}>
            {variantLabel}
          </th>
          <th scope="col" className={`${head} pr-4 text-left`}>
            Time
          </th>
          {stepLabels.map((label) => (
            <th key={label} scope="col" className={`${head} pl-4 text-right`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ value, label, hint, prices, time }) => (
          <tr key={value} className="max-sm:border-b max-sm:border-hairline max-sm:py-3.5">
            <th scope="row" className={`${cell} pr-4 text-left`}>
              {label}
              {hint && <span className="block text-small font-normal text-subtle">{hint}</span>}
            </th>
            <td className={`${cell} pr-4 text-muted max-sm:text-small`}>{time}</td>
            {prices.map((price, index) => (
              <td
                key={stepLabels[index]}
                className={`${cell} pl-4 text-right text-lead font-semibold max-sm:mt-1 max-sm:flex! max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:pl-0`}
              >
                <span aria-hidden className="text-small font-normal text-muted sm:hidden">
                  {stepLabels[index]}
                </span>
                {price}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
