import * as z from 'zod/mini';
import { checkCatalogue } from './check-catalogue.ts';
import { formatPrice } from './money.ts';
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
import { addProblem } from './text.ts';

type OptionSets = CatalogueDocument['optionSets'];

/** Everything the shop sells and by which rules, as one value: another version is another value. Amounts in minor units. */
export type Catalogue = {
  /** Stands in each order that was priced by it. */
  version: number;
  /** What is sold. */
  services: readonly Service[];
  bundles: readonly Bundle[];
  /** Both, in the order of the order types. */
  products: readonly (Service | Bundle)[];
  /** Everything that is sold or was, in the order of the order types: for what was ordered. */
  everyProduct: readonly (Service | Bundle)[];
  /** Undefined where the catalogue has no product of this order type, sold or retired. */
  findProduct: (orderType: OrderType) => Service | Bundle | undefined;
  /** @throws RangeError when no product has this order type: callers validate first. */
  productOf: (orderType: OrderType) => Service | Bundle;
  policies: CatalogueDocument['policies'];
  platforms: readonly Platform[];
  rules: CatalogueDocument['rules'];
  /** Bounds of the prepaid balance. */
  balance: CatalogueDocument['balance'];
};

/** The document is no catalogue. `message` has a line for each value that is wrong, with its path. */
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

// The document keeps option sets once and calls the guard "auth"; the code works on whole fields and the guard's route name.
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

/** What an item costs when it is ordered by itself. */
function separateCents(item: BundleEntry['items'][number], services: readonly Service[]): number {
  const service = services.find(({ orderType }) => orderType === item.orderType)!;
  const { total } = priceLine(service, {
    ...item,
    express: false,
    items: { platforms: item.platforms ?? 1 },
  });
  // the analyzer takes one text a line: several of them are several lines
  return service.quantity.max === 1 ? total * item.quantity : total;
}

// A bundle is a product with one variant of one unit, so that one formula prices and dates everything.
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
 * Reads a catalogue from its document: catalogue.json, or another version of it.
 * @throws CatalogueError naming each value that is wrong
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
