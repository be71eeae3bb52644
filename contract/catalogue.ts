import data from './catalogue.json' with { type: 'json' };
import { formatPrice } from './money.ts';
import { priceLine } from './pricing.ts';

/** The owner's enumeration: 0 SMMPosts … 10 EnterpriseDominationSuite. It stands in every order: never given to another product. */
export type OrderType = number;

export type Choice = { value: string; label: string };

type FieldBase = {
  key: string;
  label: string;
  required: boolean;
  help?: string;
  emptyMessage?: string;
  /** What the answers are, where a form counts them. */
  counted?: string;
};
export type TextField = FieldBase & {
  type: 'text' | 'textarea' | 'longtext' | 'url';
  min?: number;
  max: number;
  minWords?: number;
  maxWords?: number;
  pattern?: string;
  patternMessage?: string;
  example?: string;
};
export type SelectField = FieldBase & { type: 'select'; options: Choice[]; default?: string };
export type MultiselectField = FieldBase & {
  type: 'multiselect';
  options: Choice[];
  minItems: number;
  maxItems: number;
};
export type ListField = FieldBase & {
  type: 'lines' | 'tags';
  minItems: number;
  /** "quantity": as many lines as units ordered. */
  maxItems: number | 'quantity';
  itemMin: number;
  itemMax: number;
  /** Code points of all lines together. */
  max?: number;
  rule?: 'lines === quantity';
  example?: string;
};
export type BriefField = TextField | SelectField | MultiselectField | ListField;

/** Units from–to (inclusive, counted from 1) cost unitCents each: graduated, every unit pays its own tier. */
export type Tier = { from: number; to: number; unitCents: number };
export type Variant = {
  value: string;
  label: string;
  hint?: string;
  default?: boolean;
  maxWords?: number;
  tiers: Tier[];
};

type OptionBase = { key: string; label: string; help?: string; days?: number };
export type BooleanOption = OptionBase & {
  type: 'boolean';
  price:
    | { kind: 'flat'; cents: number }
    | { kind: 'perUnit'; cents: number }
    | { kind: 'percentOfBase'; bp: number };
};
/** Priced by how many items of a brief field are chosen beyond the free ones. */
export type DerivedOption = OptionBase & {
  type: 'derived';
  from: string;
  free: number;
  price: { kind: 'percentOfBasePerItem'; bp: number };
};
export type ChoiceOption = OptionBase & {
  type: 'choice';
  default: string;
  choices: (Choice & { cents: Record<string, number>; days: number; help?: string })[];
};
export type ProductOption = BooleanOption | DerivedOption | ChoiceOption;

export type Product = {
  orderType: OrderType;
  /** No longer sold: it has no page and is in no list. Orders of it stay as they are. */
  retired?: boolean;
  name: string;
  kind: 'service' | 'bundle';
  title: string;
  slug: string;
  route: string;
  orderRoute: string;
  guard: 'logged-in' | 'none';
  fulfilment: 'human' | 'automatic';
  promise: string;
  /** What the smallest order costs. */
  fromCents: number;
  unit: { one: string; many: string };
  quantity: { min: number; max: number; default: number; presets: number[] };
  variantLabel?: string;
  /** The variant follows from the number of words in this field. */
  variantDerivedFrom?: { field: string };
  variants: Variant[];
  options: ProductOption[];
  delivery: {
    baseDays: Record<string, number>;
    includedUnits: number;
    unitsPerExtraDay?: number;
    daysPerExtraUnit?: number;
  };
  express: { available: boolean; surchargeBp: number };
  revisions: { rounds: number; roundsByLevel?: Record<string, number>; windowDays: number };
  fields: BriefField[];
  faq: { q: string; a: string }[];
  seo: { title: string; description: string };
};

export type Service = Product & {
  kind: 'service';
  summary: string;
  /** A line of such work, before and after. */
  edit?: { cut: string; kept: string };
  included: string[];
  notIncluded: string[];
};

export type BundleItem = {
  orderType: OrderType;
  quantity: number;
  variant: string;
  options: Record<string, boolean | string>;
  /** How many platforms the posts are written for. */
  platforms?: number;
  label: string;
  separateCents: number;
};
export type Bundle = Product & {
  kind: 'bundle';
  forWhom: string;
  items: BundleItem[];
  separateCents: number;
  savingCents: number;
  savingPercent: number;
};

/** What follows from the rest, and is written nowhere. */
type Derived = 'kind' | 'route' | 'orderRoute' | 'fromCents' | 'seo';
type RawField = BriefField & { optionSet?: keyof typeof data.optionSets };
type RawProduct = Omit<Product, Derived | 'guard' | 'fields'> & {
  guard: 'auth' | 'none';
  fields: RawField[];
};
type RawService = RawProduct & {
  pricing: Pick<Product, 'variantLabel' | 'variantDerivedFrom' | 'variants' | 'options'>;
  seo: { description: string };
} & Pick<Service, 'summary' | 'edit' | 'included' | 'notIncluded'>;
type RawBundle = Omit<RawProduct, 'delivery'> & {
  priceCents: number;
  delivery: { days: number };
  forWhom: string;
  items: Omit<BundleItem, 'separateCents'>[];
};

// The JSON keeps option sets once and calls the guard "auth"; the code works on whole fields and the guard's route name.
function wholeFields(fields: RawField[]): BriefField[] {
  return fields.map(({ optionSet, ...field }) =>
    optionSet
      ? ({
          ...field,
          options: data.optionSets[optionSet].map(({ value, label }) => ({ value, label })),
        } as BriefField)
      : field,
  );
}

const whereIs = <Kind extends Product['kind']>(
  kind: Kind,
  { slug, guard, fields }: Pick<RawProduct, 'slug' | 'guard' | 'fields'>,
) => ({
  kind,
  route: `/${kind}s/${slug}`,
  orderRoute: `/${kind}s/${slug}/order-service`,
  guard: guard === 'auth' ? ('logged-in' as const) : guard,
  fields: wholeFields(fields),
});

function toService({ pricing, ...raw }: RawService): Service {
  const priced = { ...raw, ...pricing, ...whereIs('service', raw) };
  const smallest = pricing.variants.map(
    ({ value: variant }) =>
      priceLine(priced, { variant, quantity: raw.quantity.min, options: {}, express: false, items: {} })
        .total,
  );
  const fromCents = Math.min(...smallest);
  const seo = { title: `${raw.title} — from ${formatPrice(fromCents)}`, ...raw.seo };
  return { ...priced, fromCents, seo };
}

const isSold = ({ retired }: Product) => retired !== true;

const everyService: Service[] = (data.services as unknown as RawService[]).map(toService);
export const services: Service[] = everyService.filter(isSold);

/** What an item costs when it is ordered by itself. */
function separateCents(item: RawBundle['items'][number]): number {
  const service = everyService.find(({ orderType }) => orderType === item.orderType);
  if (!service) throw new RangeError(`${item.label}: no service has the order type ${item.orderType}`);
  const { total } = priceLine(service, {
    ...item,
    express: false,
    items: { platforms: item.platforms ?? 1 },
  });
  // the analyzer takes one text a line: several of them are several lines
  return service.quantity.max === 1 ? total * item.quantity : total;
}

// A bundle is a product with one variant of one unit, so that one formula prices and dates everything.
function toBundle({ priceCents, delivery: { days }, ...raw }: RawBundle): Bundle {
  const gone = everyService.find(
    (service) => !isSold(service) && raw.items.some(({ orderType }) => orderType === service.orderType),
  );
  if (gone && raw.retired !== true)
    throw new RangeError(`${raw.title} is sold and contains ${gone.title}, which is retired: retire both`);
  const items = raw.items.map((item) => ({ ...item, separateCents: separateCents(item) }));
  const separate = items.reduce((sum, item) => sum + item.separateCents, 0);
  const savingCents = separate - priceCents;
  const savingPercent = Math.floor((savingCents * 100) / separate);
  return {
    ...raw,
    ...whereIs('bundle', raw),
    items,
    fromCents: priceCents,
    separateCents: separate,
    savingCents,
    savingPercent,
    unit: { one: 'bundle', many: 'bundles' },
    quantity: { ...raw.quantity, presets: [1] },
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
      title: `${raw.title} — ${formatPrice(priceCents)} bundle`,
      description: `${raw.promise} ${items.length} services, delivered in ${days} business days. Save ${savingPercent}% compared with ordering separately.`,
    },
  };
}

const everyBundle: Bundle[] = (data.bundles as unknown as RawBundle[]).map(toBundle);
export const bundles: Bundle[] = everyBundle.filter(isSold);
/** Everything that is sold or was, in the order of the order types: for what was ordered. */
export const everyProduct: (Service | Bundle)[] = [...everyService, ...everyBundle].sort(
  (a, b) => a.orderType - b.orderType,
);
/** Everything that is sold, in the order of the order types. */
export const products: (Service | Bundle)[] = everyProduct.filter(isSold);
const byOrderType = new Map(everyProduct.map((product) => [product.orderType, product]));

export const catalogueVersion: number = data.version;
export const policies = data.policies;

/** The platforms posts are for: how many hashtags each allows (null: no limit), and how many read best. */
export const platformChoices: readonly {
  value: string;
  label: string;
  hashtagMax: number | null;
  hashtagPick: number;
}[] = data.optionSets.platforms;

/** How long a delivered line waits for its customer's word before it counts as accepted, and when letters remind of it. */
export const review = {
  days: policies.revisionWindowDays,
  /** How many business days a revision takes, counted as delivery times are. */
  revisionBusinessDays: policies.revisionBusinessDays,
  remindAtDays: policies.reviewRemindAtDays,
};
export const cartRules = {
  maxLines: data.rules.cart.maxLines,
  maxOrderCents: data.rules.cart.maxOrderCents,
  unpaidOrdersMax: data.rules.unpaidOrdersMax,
  paymentLinkTtlHours: data.rules.paymentLinkTtlHours,
};

/** Bounds of the prepaid balance, in minor units. */
export const balanceRules = { ...data.balance.deposit, ceilingCents: data.balance.ceilingCents };

/** Undefined where the catalogue has no product of this order type, sold or retired. */
export const findProduct = (orderType: OrderType): Service | Bundle | undefined => byOrderType.get(orderType);

/** @throws RangeError when no product has this order type: callers validate first. */
export function productOf(orderType: OrderType): Service | Bundle {
  const product = findProduct(orderType);
  if (!product) throw new RangeError(`No product has the order type ${orderType}`);
  return product;
}

export function defaultVariant(product: Pick<Product, 'variants'>): Variant {
  const variant = product.variants.find((candidate) => candidate.default) ?? product.variants[0];
  if (!variant) throw new RangeError('A product needs at least one variant');
  return variant;
}
