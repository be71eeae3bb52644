import assert from 'node:assert/strict';
import test from 'node:test';
import { briefSchema } from './brief.ts';
import { bundles, defaultVariant, productOf, products, services } from './catalogue.ts';
import { smallestStep } from './money.ts';

test('the owner’s eleven products stand at their order types, under their names', () => {
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

test('order types, names and addresses belong to one product each', () => {
  for (const key of ['orderType', 'name', 'slug'] as const)
    assert.equal(new Set(products.map((product) => product[key])).size, products.length, key);
  for (const { kind, slug, route, orderRoute } of products) {
    assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    assert.equal(route, `/${kind}s/${slug}`);
    assert.equal(orderRoute, `${route}/order-service`);
  }
});

test('the guards are the owner’s: only slogans and hashtag optimization are open to visitors', () => {
  assert.deepEqual(
    products.filter((product) => product.guard === 'none').map((product) => product.slug),
    ['slogans', 'hashtag-optimization'],
  );
});

test('every product can be configured, priced and dated', () => {
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

test('accepts the example beside each field as an answer', () => {
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

test('what a page says of a price follows from the price', () => {
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

test('an unknown order type is refused', () => assert.throws(() => productOf(999), RangeError));
