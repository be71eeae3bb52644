import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { Bundle, BundleItem } from '#contract/catalogue/product.ts';
import { formatPrice } from '#contract/money.ts';
import { businessDays } from '#web/products/product-labels.ts';

const { bundles, productOf, services } = builtInCatalogue;

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

/** An item for the column of its service. `count`: the number at the start of its label. `details`: its variant and options, in words. */
function shortItem(item: BundleItem) {
  const { label, orderType, variant, platforms = 1, options } = item;
  const service = productOf(orderType);
  const count = Number.parseInt(label, 10);
  // the result of an automatic service has a name of its own: "2 hashtag sets"
  if (Number.isNaN(count) || service.fulfilment !== 'human') return { label, count: '', details: [label] };
  const kind = service.variants.find(({ value }) => value === variant)?.label ?? '';
  const chosen = service.options.flatMap((option) => {
    const value = options[option.key];
    if (value === undefined || value === false) return [];
    if (option.type !== 'choice') return [option.label];
    return value === option.default
      ? []
      : option.choices.filter((one) => one.value === value).map((one) => one.label);
  });
  return {
    label,
    count: String(count),
    details: [
      ...(service.variants.length > 1 && !kind.startsWith(`${count} `) ? [kind] : []),
      ...(platforms > 1 ? [`${platforms} platforms`] : []),
      ...chosen,
    ].map(lowerFirst),
  };
}

/** All bundles side by side: a column for each service that a bundle contains. For loaders only. */
export function compareBundles(shown: Bundle) {
  const columns = services.filter(({ orderType }) =>
    bundles.some(({ items }) => items.some((item) => item.orderType === orderType)),
  );
  return {
    columns: columns.map(({ title }) => title),
    rows: bundles.map((bundle) => ({
      title: bundle.title,
      route: bundle.route,
      isShown: bundle === shown,
      price: formatPrice(bundle.fromCents),
      saving: `Save ${formatPrice(bundle.savingCents)} (${bundle.savingPercent}%)`,
      time: businessDays(bundle.delivery.baseDays['standard'] ?? 0),
      cells: columns.map(({ orderType }) =>
        bundle.items.filter((item) => item.orderType === orderType).map(shortItem),
      ),
    })),
  };
}
