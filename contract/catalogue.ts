import data from './catalogue.json' with { type: 'json' };

export const orderTypeNames = [
  'SMMPosts',
  'BusinessNarratives',
  'Blurbs',
  'Slogans',
  'ContentQualityAnalyzer',
  'HashtagOptimization',
  'StarterPresence',
  'GrowthLaunchpad',
  'MagneticBrandKit',
  'OmnichannelVisibility',
  'EnterpriseDominationSuite',
] as const;
export type OrderTypeName = (typeof orderTypeNames)[number];
/** The owner's enumeration: 0 SMMPosts … 10 EnterpriseDominationSuite. */
export type OrderType = number;

export type Choice = { value: string; label: string };

type FieldBase = { key: string; label: string; required: boolean; help?: string; emptyMessage?: string };
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
  name: OrderTypeName;
  kind: 'service' | 'bundle';
  title: string;
  slug: string;
  route: string;
  orderRoute: string;
  guard: 'logged-in' | 'none';
  fulfilment: 'human' | 'automatic';
  icon: string;
  promise: string;
  fromCents: number;
  unit: { one: string; many: string };
  quantity: { min: number; max: number; default: number; presets: number[] };
  variantLabel?: string;
  variantDerivedFrom?: { field: string; measure: 'words' };
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

type RawField = BriefField & { optionSet?: keyof typeof data.optionSets };
type RawProduct = Omit<Product, 'guard' | 'fields'> & { guard: 'auth' | 'none'; fields: RawField[] };
type RawService = RawProduct & {
  pricing: Pick<Product, 'variantLabel' | 'variantDerivedFrom' | 'variants' | 'options'>;
} & Pick<Service, 'summary' | 'included' | 'notIncluded'>;
type RawBundle = Omit<RawProduct, 'delivery'> & {
  priceCents: number;
  delivery: { days: number };
} & Pick<Bundle, 'forWhom' | 'items' | 'separateCents' | 'savingCents' | 'savingPercent'>;

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

function toService(service: RawService): Service {
  const { pricing, ...raw } = service;
  return {
    ...raw,
    ...pricing,
    kind: 'service',
    guard: raw.guard === 'auth' ? 'logged-in' : 'none',
    fields: wholeFields(raw.fields),
  };
}

// A bundle is a product with one variant of one unit, so that one formula prices and dates everything.
function toBundle({ priceCents, delivery, ...raw }: RawBundle): Bundle {
  return {
    ...raw,
    kind: 'bundle',
    guard: raw.guard === 'auth' ? 'logged-in' : 'none',
    fields: wholeFields(raw.fields),
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
    delivery: { baseDays: { standard: delivery.days }, includedUnits: 1 },
  };
}

export const services: Service[] = (data.services as unknown as RawService[]).map(toService);
export const bundles: Bundle[] = (data.bundles as unknown as RawBundle[]).map(toBundle);
/** All 11, at the index of their order type. */
export const products: (Service | Bundle)[] = [...services, ...bundles];

export const catalogueVersion: number = data.version;
export const policies = data.policies;

/** The platforms posts are for: how many hashtags each allows (null: no limit), and how many read best. */
export const platformChoices: readonly {
  value: string;
  label: string;
  hashtagMax: number | null;
  hashtagPick: number;
}[] = data.optionSets.platforms;

const reviewTimer = data.orderLifecycle.timers.find(({ from }) => from === 'delivered');
/** How long a delivered line waits for its customer's word before it counts as accepted, and when letters remind of it. */
export const review = {
  days: policies.revisionWindowDays,
  remindAtDays: reviewTimer?.remindAtDays ?? [],
};
export const cartRules = {
  maxLines: data.rules.cart.maxLines,
  maxOrderCents: data.rules.cart.maxOrderCents,
  unpaidOrdersMax: data.rules.unpaidOrdersMax,
  paymentLinkTtlHours: data.rules.paymentLinkTtlHours,
};

/** Bounds of the prepaid balance, in minor units. */
export const balanceRules = { ...data.balance.deposit, ceilingCents: data.balance.ceilingCents };

/** @throws RangeError when no product has this order type: callers validate first. */
export function productOf(orderType: OrderType): Service | Bundle {
  const product = products[orderType];
  if (!product) throw new RangeError(`No product has the order type ${orderType}`);
  return product;
}

export function defaultVariant(product: Pick<Product, 'variants'>): Variant {
  const variant = product.variants.find((candidate) => candidate.default) ?? product.variants[0];
  if (!variant) throw new RangeError('A product needs at least one variant');
  return variant;
}
