import assert from 'node:assert/strict';
import test from 'node:test';
import { reportPartWords } from '#contract/instant/analyzer-report.ts';
import { briefSchema } from './brief.ts';
import { builtInCatalogue } from './built-in-catalogue.ts';
import { CatalogueError, readCatalogue } from './catalogue.ts';
import document from '#contract/catalogue.json' with { type: 'json' };
import { defaultVariant } from './pricing.ts';
import { smallestStep } from '#contract/money.ts';

const { bundles, productOf, products, services } = builtInCatalogue;

test('gives the owner’s eleven products their fixed order types and names', () => {
  const names = [
    ['SMMPosts', 'BusinessNarratives', 'Blurbs', 'Slogans', 'ContentQualityAnalyzer', 'HashtagOptimization'],
    ['StarterPresence', 'GrowthLaunchpad', 'MagneticBrandKit', 'OmnichannelVisibility'],
    ['EnterpriseDominationSuite'],
  ].flat();
  assert.deepEqual(
    names.map((_, orderType) => productOf(orderType).name),
    names,
  );
});

test('has each order type, name and page address only once', () => {
  for (const key of ['orderType', 'name', 'slug'] as const)
    assert.equal(new Set(products.map((product) => product[key])).size, products.length, key);
  for (const { kind, slug, route, orderRoute } of products) {
    assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    assert.equal(route, `/${kind}s/${slug}`);
    assert.equal(orderRoute, `${route}/order-service`);
  }
});

test('describes the analyzer’s score with the report’s names of its parts', () => {
  const { summary } = services.find(({ name }) => name === 'ContentQualityAnalyzer')!;
  for (const { label } of reportPartWords)
    assert.ok(summary.toLowerCase().includes(label.toLowerCase()), `“${label}” is not in “${summary}”`);
});

test("does not repeat an option's percentage, which is its price, in its help", () => {
  for (const { title, options } of services)
    for (const { label, help = '' } of options.filter(({ type }) => type === 'boolean'))
      assert.doesNotMatch(help, /%/, `${title}: ${label}`);
});

test('lets visitors order only slogans and hashtag optimization', () => {
  assert.deepEqual(
    products.filter((product) => product.guard === 'none').map((product) => product.slug),
    ['slogans', 'hashtag-optimization'],
  );
});

test('has an initial configuration, a price and a delivery time for every product', () => {
  for (const product of products) {
    const { value } = defaultVariant(product);
    assert.ok(product.delivery.baseDays[value] !== undefined, product.title);
    assert.ok(
      product.quantity.min <= product.quantity.default && product.quantity.default <= product.quantity.max,
    );
    for (const variant of product.variants) {
      assert.equal(variant.tiers.at(-1)?.to, product.quantity.max, product.title);
      for (const { unitCents } of variant.tiers) assert.equal(unitCents % smallestStep, 0, product.title);
    }
    for (const field of product.fields)
      if ('options' in field) assert.ok(field.options.length > 1, `${product.title}: ${field.key}`);
  }
});

test('accepts each field’s example as its value', () => {
  for (const { title, fields } of products)
    for (const field of fields) {
      const example = 'example' in field ? field.example : undefined;
      if (example === undefined) continue;
      const answer =
        field.type === 'tags' ? example.split(', ') : field.type === 'lines' ? [example] : example;
      const schema = briefSchema([{ ...field, required: true }]);
      const { error } = schema.safeParse({ [field.key]: answer });
      assert.deepEqual(error?.issues.map(({ message }) => message) ?? [], [], `${title}: ${field.key}`);
    }
});

test("derives the prices and savings on a page from the catalogue's prices", () => {
  const slogans = services.find(({ name }) => name === 'Slogans')!;
  assert.equal(slogans.fromCents, 7900);
  assert.equal(slogans.seo.title, 'Slogans — from $79');
  const starter = bundles.find(({ name }) => name === 'StarterPresence')!;
  assert.deepEqual(
    starter.items.map(({ separateCents }) => separateCents),
    [12_000, 6_600, 7_900, 1_200],
  );
  assert.deepEqual([starter.separateCents, starter.savingCents, starter.savingPercent], [27_700, 3_800, 13]);
  assert.equal(starter.seo.title, 'Starter presence — $239 bundle');
  assert.match(starter.seo.description, /4 services, delivered in 5 business days. Save 13% compared/);
});

test('throws RangeError for an unknown order type', () => assert.throws(() => productOf(999), RangeError));

/** Returns the document with another value at this path. */
function changed(path: string, value: unknown): unknown {
  const copy: unknown = structuredClone(document);
  const keys = path.split('.');
  const last = keys.pop()!;
  const place = keys.reduce((at, key) => (at as Record<string, unknown>)[key], copy);
  (place as Record<string, unknown>)[last] = value;
  return copy;
}

const breaches: [what: string, path: string, value: unknown, message: string][] = [
  ['a field is missing', 'services.3.slug', undefined, 'services[3].slug: Invalid input'],
  ['a key is unknown', 'bundles.0.color', 'red', 'bundles[0]: Unrecognized key: "color"'],
  ['a policy is empty', 'policies.late', '', 'policies.late: Too small'],
  [
    'the first tier begins at 2',
    'services.0.pricing.variants.0.tiers.0.from',
    2,
    'services[0].pricing.variants[0].tiers[0].from: Must be 1: tiers must start at 1 and leave no gaps',
  ],
  [
    'there is a gap between tiers',
    'services.0.pricing.variants.0.tiers.1.from',
    12,
    'services[0].pricing.variants[0].tiers[1].from: Must be 11: tiers must start at 1 and leave no gaps',
  ],
  [
    'tiers end before the largest quantity',
    'services.0.quantity.max',
    61,
    'services[0].pricing.variants[0].tiers: The last tier must end at the largest quantity, 61',
  ],
  [
    'a preset is larger than the largest quantity',
    'services.3.quantity.presets',
    [9],
    'services[3].quantity: 9 is not between the smallest and the largest quantity',
  ],
  [
    'two variants are the default',
    'services.1.pricing.variants.1.default',
    true,
    'services[1].pricing.variants: Only one variant can be the default',
  ],
  [
    'a variant has no delivery time',
    'services.0.delivery.baseDays',
    {},
    'services[0].delivery.baseDays: There is no delivery time for the variant “standard”',
  ],
  [
    'the default of an option is none of its choices',
    'services.4.pricing.options.0.default',
    'gold',
    'services[4].pricing.options[0].default: No choice has the value “gold”',
  ],
  [
    'an option is priced by a field that is not asked',
    'services.0.pricing.options.0.from',
    'colors',
    'services[0].pricing.options[0].from: No field has the key “colors”',
  ],
  [
    'the default of a field is none of its options',
    'services.0.fields.6.default',
    'fr',
    'services[0].fields[6].default: No option has the value “fr”',
  ],
  [
    'a set of options does not exist',
    'services.0.fields.0.optionSet',
    'moods',
    'services[0].fields[0].optionSet: There must be at least two options',
  ],
  ['an order type is given twice', 'bundles.0.orderType', 3, 'bundles[0].orderType: “3” is already used'],
  ['a slug is given twice', 'bundles.0.slug', 'slogans', 'bundles[0].slug: “slogans” is already used'],
  [
    'a bundle contains a service that does not exist',
    'bundles.0.items.0.orderType',
    99,
    'bundles[0].items[0].orderType: No service has the order type 99',
  ],
  [
    'a bundle contains a variant that does not exist',
    'bundles.0.items.0.variant',
    '7',
    'bundles[0].items[0].variant: Social media posts has no variant “7”',
  ],
  [
    'a bundle contains an option that does not exist',
    'bundles.0.items.0.options',
    { gift: true },
    'bundles[0].items[0].options.gift: Social media posts doesn’t have this option',
  ],
  [
    'a bundle that is sold contains a retired service',
    'services.3.retired',
    true,
    'Starter presence is for sale and contains Slogans, which is retired. Retire both',
  ],
  [
    'a bundle costs as much as its parts',
    'bundles.0.priceCents',
    27_700,
    'Starter presence: priceCents must be less than the total price of its parts, 27700',
  ],
];
for (const [what, path, value, message] of breaches)
  test(`rejects a catalogue when ${what}, and names the path of the value`, () => {
    assert.throws(
      () => readCatalogue(changed(path, value)),
      (error) => {
        assert.ok(error instanceof CatalogueError);
        assert.ok(error.message.includes(message), error.message);
        return true;
      },
    );
  });
