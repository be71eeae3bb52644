import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));
/** A count, or an amount in minor units. */
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
  /** The noun with which a form counts the answers. */
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
  /** `quantity`: the number of ordered units. */
  maxItems: z.union([some, z.literal('quantity')]),
  itemMin: count,
  itemMax: some,
  /** Maximum length of all lines together, in code points. */
  max: optional(some),
  rule: optional(z.literal('lines === quantity')),
  example: optional(text),
});
/** A field refers to a shared set of options or lists its own. */
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

/** The units from `from` to `to` (both included, counted from 1) cost `unitCents` each, whatever the whole quantity is. */
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
  /** Additional business days that the option takes. */
  days: optional(count),
  price: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('flat'), cents: count }),
    z.strictObject({ kind: z.literal('perUnit'), cents: count }),
    z.strictObject({ kind: z.literal('percentOfBase'), bp: basisPoints }),
  ]),
});
/** An option priced by the number of items in a field of the brief, without the free ones. */
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
  /** `cents`: the price by variant; a variant that is missing costs nothing. */
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
  /** A retired product has no page and is in no list; its orders remain. */
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
    /** Revision rounds by the value of the option "level". */
    roundsByLevel: optional(z.record(z.string(), count)),
  }),
  fields: z.array(field),
  faq: z.array(z.strictObject({ q: text, a: text })),
};

const service = z.strictObject({
  ...anyProduct,
  summary: text,
  /** A sample line, before and after. */
  edit: optional(z.strictObject({ cut: text, kept: text })),
  included: z.array(text),
  notIncluded: z.array(text),
  unit: z.strictObject({ one: text, many: text }),
  quantity: z.strictObject({ min: some, max: some, default: some, presets: z.array(some) }),
  pricing: z.strictObject({
    variantLabel: optional(text),
    /** The number of words in this field decides the variant. */
    variantDerivedFrom: optional(z.strictObject({ field: text })),
    variants: z.array(variant).check(z.minLength(1)),
    options: z.array(option),
  }),
  /** Business days of work; `baseDays` by variant. */
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
  /** The number of platforms for which an item's posts are written. */
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

/** The schema of the catalogue's document. Amounts in minor units. */
export const catalogueDocument = z.strictObject({
  version: some,
  rules: z.strictObject({
    cart: z.strictObject({ maxLines: some, maxOrderCents: some }),
    unpaidOrdersMax: some,
    paymentLinkTtlHours: some,
  }),
  optionSets: z.catchall(
    z.object({
      /** The platforms for posts. `hashtagMax`: the platform's limit (null: none); `hashtagPick`: the recommended number. */
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
    /** Days by which a customer can extend the review of a version. */
    reviewExtensionDays: some,
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

/** A product's number, from 0 (SMMPosts) to 10 (EnterpriseDominationSuite). Orders store it, so never reuse one. */
export type OrderType = number;

/** A product: its entry in the document, with derived values. */
export type Product = Omit<ServiceEntry, 'guard' | 'fields' | 'pricing' | keyof ServiceTexts> &
  ServiceEntry['pricing'] & {
    kind: 'service' | 'bundle';
    route: string;
    orderRoute: string;
    guard: 'logged-in' | 'none';
    fields: BriefField[];
    /** The price of the smallest order. */
    fromCents: number;
    seo: { title: string; description: string };
  };
type ServiceTexts = Pick<ServiceEntry, 'summary' | 'edit' | 'included' | 'notIncluded'>;

export type Service = Product & ServiceTexts & { kind: 'service' };
export type BundleItem = BundleEntry['items'][number] & {
  /** The item's price when it is ordered outside the bundle. */
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
