import * as z from 'zod/mini';
import { checkCatalogue } from './check-catalogue.ts';
import { formatPrice } from '#contract/money.ts';
import { priceLine } from './pricing.ts';
import {
  type BriefField,
  type Bundle,
  type BundleEntry,
  type CatalogueDocument,
  catalogueDocument,
  type OrderType,
  type Platform,
  type Product,
  type Service,
  type ServiceEntry,
} from './product.ts';
import { addProblem } from '#contract/text.ts';

type OptionSets = CatalogueDocument['optionSets'];

/** The products and rules of the shop as one value; a new version is a new value. Amounts in minor units. */
export type Catalogue = {
  /** The version number, stored in each order that it priced. */
  version: number;
  /** The products on sale. */
  services: readonly Service[];
  bundles: readonly Bundle[];
  /** Services and bundles, ordered by order type. */
  products: readonly (Service | Bundle)[];
  /** All current and retired products, ordered by order type: for existing orders. */
  everyProduct: readonly (Service | Bundle)[];
  /** Undefined when the catalogue has no current or retired product of this order type. */
  findProduct: (orderType: OrderType) => Service | Bundle | undefined;
  /** @throws RangeError when no product has this order type: callers validate first. */
  productOf: (orderType: OrderType) => Service | Bundle;
  policies: CatalogueDocument['policies'];
  platforms: readonly Platform[];
  rules: CatalogueDocument['rules'];
  /** Bounds of the prepaid balance. */
  balance: CatalogueDocument['balance'];
};

/** The document is not a valid catalogue. `message` has a line for each wrong value, with its path. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  constructor(problems: readonly string[]) {
    super(['The catalogue has values that the shop can’t work with:', ...problems].join('\n'));
  }
}

const checkedDocument = catalogueDocument.check(
  z.check((context) => checkCatalogue(context.value, (path, message) => addProblem(context, path, message))),
);

const isSold = ({ retired }: { retired?: boolean }) => retired !== true;

// In the document, fields refer to shared option sets and the guard is called "auth". Here each field gets its own options, and
// the guard the name that the routes use.
const wholeFields = (fields: ServiceEntry['fields'], sets: OptionSets): BriefField[] =>
  fields.map((field) => {
    if (field.type !== 'select' && field.type !== 'multiselect') return field;
    const { optionSet, options = [], ...rest } = field;
    const shared = optionSet === undefined ? options : (sets[optionSet] ?? []);
    return { ...rest, options: shared.map(({ value, label }) => ({ value, label })) };
  });

const whereIs = <Kind extends Product['kind']>(
  kind: Kind,
  { slug, guard, fields }: Pick<ServiceEntry, 'slug' | 'guard' | 'fields'>,
  optionSets: OptionSets,
) => ({
  kind,
  route: `/${kind}s/${slug}`,
  orderRoute: `/${kind}s/${slug}/order-service`,
  guard: guard === 'auth' ? ('logged-in' as const) : guard,
  fields: wholeFields(fields, optionSets),
});

function toService({ pricing, ...entry }: ServiceEntry, optionSets: OptionSets): Service {
  const priced = { ...entry, ...pricing, ...whereIs('service', entry, optionSets) };
  const smallest = pricing.variants.map(
    ({ value: variant }) =>
      priceLine(priced, { variant, quantity: entry.quantity.min, options: {}, express: false, items: {} })
        .total,
  );
  const fromCents = Math.min(...smallest);
  const seo = { title: `${entry.title} — from ${formatPrice(fromCents)}`, ...entry.seo };
  return { ...priced, fromCents, seo };
}

/** The price of a bundle's item when it is ordered outside the bundle. */
function separateCents(item: BundleEntry['items'][number], services: readonly Service[]): number {
  const service = services.find(({ orderType }) => orderType === item.orderType)!;
  const { total } = priceLine(service, {
    ...item,
    express: false,
    items: { platforms: item.platforms ?? 1 },
  });
  // a service whose quantity is at most 1 (the analyzer) needs an order line per text
  return service.quantity.max === 1 ? total * item.quantity : total;
}

// A bundle becomes a product with one variant of one unit, so that one formula prices and dates all products.
function toBundle(
  { priceCents, delivery: { days }, ...entry }: BundleEntry,
  services: readonly Service[],
  optionSets: OptionSets,
): Bundle {
  const items = entry.items.map((item) => ({ ...item, separateCents: separateCents(item, services) }));
  const separate = items.reduce((sum, item) => sum + item.separateCents, 0);
  const savingCents = separate - priceCents;
  if (savingCents <= 0 && isSold(entry))
    throw new CatalogueError([
      `${entry.title}: priceCents must be less than the total price of its parts, ${separate}`,
    ]);
  const savingPercent = Math.floor((savingCents * 100) / separate);
  return {
    ...entry,
    ...whereIs('bundle', entry, optionSets),
    items,
    fromCents: priceCents,
    separateCents: separate,
    savingCents,
    savingPercent,
    unit: { one: 'bundle', many: 'bundles' },
    quantity: { ...entry.quantity, presets: [1] },
    variants: [
      {
        value: 'standard',
        label: 'Standard',
        default: true,
        tiers: [{ from: 1, to: 1, unitCents: priceCents }],
      },
    ],
    delivery: { baseDays: { standard: days }, includedUnits: 1 },
    seo: {
      title: `${entry.title} — ${formatPrice(priceCents)} bundle`,
      description: `${entry.promise} ${items.length} services, delivered in ${days} business days. Save ${savingPercent}% compared with ordering separately.`,
    },
  };
}

function parseDocument(document: unknown): CatalogueDocument {
  const { error, data } = z.safeParse(checkedDocument, document, { error: z.locales.en().localeError });
  if (data) return data;
  throw new CatalogueError(error.issues.map(({ path, message }) => `${z.core.toDotPath(path)}: ${message}`));
}

/**
 * Makes a catalogue of its document: catalogue.json, or another version of it.
 * @throws CatalogueError that names each wrong value
 */
export function readCatalogue(document: unknown): Catalogue {
  const { version, rules, optionSets, policies, balance, ...entries } = parseDocument(document);
  const services = entries.services.map((entry) => toService(entry, optionSets));
  const bundles = entries.bundles.map((entry) => toBundle(entry, services, optionSets));
  const everyProduct = [...services, ...bundles].sort((a, b) => a.orderType - b.orderType);
  const byOrderType = new Map(everyProduct.map((product) => [product.orderType, product]));
  return {
    version,
    services: services.filter(isSold),
    bundles: bundles.filter(isSold),
    products: everyProduct.filter(isSold),
    everyProduct,
    findProduct: (orderType) => byOrderType.get(orderType),
    productOf(orderType) {
      const product = byOrderType.get(orderType);
      if (!product) throw new RangeError(`No product has the order type ${orderType}`);
      return product;
    },
    policies,
    platforms: optionSets.platforms,
    rules,
    balance,
  };
}
