import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));
/** A number of things, or of minor units. */
const count = z.int().check(z.minimum(0));
const some = z.int().check(z.minimum(1));
const basisPoints = z.int().check(z.minimum(0), z.maximum(1_000_000));
const optional = z.exactOptional;

const choice = z.strictObject({ value: text, label: text });
export type Choice = z.output<typeof choice>;

const anyField = {
  key: text,
  label: text,
  required: z.boolean(),
  help: optional(text),
  emptyMessage: optional(text),
  /** What the answers are, where a form counts them. */
  counted: optional(text),
};
const textField = z.strictObject({
  ...anyField,
  type: z.enum(['text', 'textarea', 'longtext', 'url']),
  min: optional(count),
  max: some,
  minWords: optional(count),
  maxWords: optional(some),
  pattern: optional(text),
  patternMessage: optional(text),
  example: optional(text),
});
const listField = z.strictObject({
  ...anyField,
  type: z.enum(['lines', 'tags']),
  minItems: count,
  /** "quantity": as many lines as units ordered. */
  maxItems: z.union([some, z.literal('quantity')]),
  itemMin: count,
  itemMax: some,
  /** Code points of all lines together. */
  max: optional(some),
  rule: optional(z.literal('lines === quantity')),
  example: optional(text),
});
/** The document names a set of options that several fields share, or lists them. */
const optionsOrSet = { options: optional(z.array(choice)), optionSet: optional(text) };
const selectField = z.strictObject({
  ...anyField,
  ...optionsOrSet,
  type: z.literal('select'),
  default: optional(text),
});
const multiselectField = z.strictObject({
  ...anyField,
  ...optionsOrSet,
  type: z.literal('multiselect'),
  minItems: count,
  maxItems: some,
});
const field = z.discriminatedUnion('type', [textField, listField, selectField, multiselectField]);

type WithOptions<Field> = Omit<Field, keyof typeof optionsOrSet> & { options: Choice[] };
export type TextField = z.output<typeof textField>;
export type ListField = z.output<typeof listField>;
export type SelectField = WithOptions<z.output<typeof selectField>>;
export type MultiselectField = WithOptions<z.output<typeof multiselectField>>;
export type BriefField = TextField | ListField | SelectField | MultiselectField;

/** Units from–to (inclusive, counted from 1) cost unitCents each: graduated, every unit pays its own tier. */
const tier = z.strictObject({ from: some, to: some, unitCents: count });
const variant = z.strictObject({
  value: text,
  label: text,
  hint: optional(text),
  default: optional(z.boolean()),
  maxWords: optional(some),
  tiers: z.array(tier).check(z.minLength(1)),
});
export type Variant = z.output<typeof variant>;

const anyOption = { key: text, label: text, help: optional(text) };
const booleanOption = z.strictObject({
  ...anyOption,
  type: z.literal('boolean'),
  /** Business days it adds. */
  days: optional(count),
  price: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('flat'), cents: count }),
    z.strictObject({ kind: z.literal('perUnit'), cents: count }),
    z.strictObject({ kind: z.literal('percentOfBase'), bp: basisPoints }),
  ]),
});
/** Priced by how many items of a brief field are chosen beyond the free ones. */
const derivedOption = z.strictObject({
  ...anyOption,
  type: z.literal('derived'),
  from: text,
  free: count,
  price: z.strictObject({ kind: z.literal('percentOfBasePerItem'), bp: basisPoints }),
});
const choiceOption = z.strictObject({
  ...anyOption,
  type: z.literal('choice'),
  default: text,
  /** `cents` by variant: none where the variant isn't named. */
  choices: z.array(
    z.strictObject({
      value: text,
      label: text,
      cents: z.record(z.string(), count),
      days: count,
      help: optional(text),
    }),
  ),
});
const option = z.discriminatedUnion('type', [booleanOption, derivedOption, choiceOption]);
export type ProductOption = z.output<typeof option>;

const anyProduct = {
  orderType: count,
  /** No longer sold: it has no page and is in no list. Orders of it stay as they are. */
  retired: optional(z.boolean()),
  name: text,
  title: text,
  slug: z.string().check(
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
      error: 'Use lowercase letters and digits, separated by hyphens',
    }),
  ),
  guard: z.enum(['auth', 'none']),
  fulfilment: z.enum(['human', 'automatic']),
  promise: text,
  express: z.strictObject({ available: z.boolean(), surchargeBp: basisPoints }),
  revisions: z.strictObject({
    rounds: count,
    /** By the value of the option "level". */
    roundsByLevel: optional(z.record(z.string(), count)),
    windowDays: count,
  }),
  fields: z.array(field),
  faq: z.array(z.strictObject({ q: text, a: text })),
};

const service = z.strictObject({
  ...anyProduct,
  summary: text,
  /** A line of such work, before and after. */
  edit: optional(z.strictObject({ cut: text, kept: text })),
  included: z.array(text),
  notIncluded: z.array(text),
  unit: z.strictObject({ one: text, many: text }),
  quantity: z.strictObject({ min: some, max: some, default: some, presets: z.array(some) }),
  pricing: z.strictObject({
    variantLabel: optional(text),
    /** The variant follows from the number of words in this field. */
    variantDerivedFrom: optional(z.strictObject({ field: text })),
    variants: z.array(variant).check(z.minLength(1)),
    options: z.array(option),
  }),
  /** Business days; `baseDays` by variant. */
  delivery: z.strictObject({
    baseDays: z.record(z.string(), count),
    includedUnits: some,
    unitsPerExtraDay: optional(some),
    daysPerExtraUnit: optional(count),
  }),
  seo: z.strictObject({ description: text }),
});
export type ServiceEntry = z.output<typeof service>;

const bundleItem = z.strictObject({
  orderType: count,
  quantity: some,
  variant: text,
  options: z.record(z.string(), z.union([z.boolean(), text])),
  /** How many platforms the posts are written for. */
  platforms: optional(some),
  label: text,
});
const bundle = z.strictObject({
  ...anyProduct,
  forWhom: text,
  priceCents: some,
  items: z.array(bundleItem).check(z.minLength(1)),
  options: z.array(option),
  quantity: z.strictObject({ min: z.literal(1), max: z.literal(1), default: z.literal(1) }),
  delivery: z.strictObject({ days: some }),
});
export type BundleEntry = z.output<typeof bundle>;

/** The catalogue as it is written down. Amounts in minor units; no entry that nothing reads. */
export const catalogueDocument = z.strictObject({
  version: some,
  rules: z.strictObject({
    cart: z.strictObject({ maxLines: some, maxOrderCents: some }),
    unpaidOrdersMax: some,
    paymentLinkTtlHours: some,
  }),
  optionSets: z.catchall(
    z.object({
      /** The platforms posts are for: how many hashtags each allows (null: no limit), and how many read best. */
      platforms: z.array(
        z.strictObject({ value: text, label: text, hashtagMax: z.nullable(count), hashtagPick: count }),
      ),
    }),
    z.array(choice),
  ),
  services: z.array(service),
  bundles: z.array(bundle),
  balance: z.strictObject({
    deposit: z.strictObject({
      minCents: some,
      maxCents: some,
      presetsCents: z.array(some),
      defaultCents: some,
      wholeUnits: z.boolean(),
    }),
    ceilingCents: some,
  }),
  policies: z.strictObject({
    revisionWindowDays: some,
    revisionBusinessDays: some,
    reviewRemindAtDays: z.array(some),
    guarantee: text,
    late: text,
    cancel: text,
    rights: text,
    clock: text,
    withdrawalNote: text,
  }),
});
export type CatalogueDocument = z.output<typeof catalogueDocument>;
export type Platform = CatalogueDocument['optionSets']['platforms'][number];

/** The owner's enumeration: 0 SMMPosts … 10 EnterpriseDominationSuite. It stands in every order: never given to another product. */
export type OrderType = number;

/** What is sold: what follows from an entry is beside what it says. */
export type Product = Omit<ServiceEntry, 'guard' | 'fields' | 'pricing' | keyof ServiceTexts> &
  ServiceEntry['pricing'] & {
    kind: 'service' | 'bundle';
    route: string;
    orderRoute: string;
    guard: 'logged-in' | 'none';
    fields: BriefField[];
    /** What the smallest order costs. */
    fromCents: number;
    seo: { title: string; description: string };
  };
type ServiceTexts = Pick<ServiceEntry, 'summary' | 'edit' | 'included' | 'notIncluded'>;

export type Service = Product & ServiceTexts & { kind: 'service' };
export type BundleItem = BundleEntry['items'][number] & {
  /** What it costs by itself. */
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
