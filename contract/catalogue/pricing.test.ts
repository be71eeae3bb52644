import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { builtInCatalogue } from './built-in-catalogue.ts';
import type { Product } from './product.ts';
import { type Configuration, deliveryDays, expressAvailable, priceLine, revisionRounds } from './pricing.ts';

const { bundles, productOf, products } = builtInCatalogue;

/** Any valid configuration of any product. */
const anyConfiguration = fc.constantFrom(...products).chain((product: Product) =>
  fc
    .record({
      quantity: fc.integer({ min: product.quantity.min, max: product.quantity.max }),
      variant: fc.constantFrom(...product.variants.map((variant) => variant.value)),
      options: fc.record(
        Object.fromEntries(
          product.options
            .filter((option) => option.type !== 'derived')
            .map((option) => [
              option.key,
              option.type === 'choice'
                ? fc.constantFrom(...option.choices.map((choice) => choice.value))
                : fc.boolean(),
            ]),
        ),
      ),
      express: fc.boolean(),
      platforms: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ platforms, ...chosen }) => ({
      product,
      chosen: { ...chosen, items: { platforms } } satisfies Configuration,
    })),
);

test('never makes a larger quantity cheaper or faster', () => {
  fc.assert(
    fc.property(anyConfiguration, ({ product, chosen }) => {
      if (chosen.quantity === product.quantity.max) return;
      const more = { ...chosen, quantity: chosen.quantity + 1 };
      assert.ok(priceLine(product, more).total >= priceLine(product, chosen).total);
      assert.ok(deliveryDays(product, more) >= deliveryDays(product, chosen));
    }),
    { numRuns: 2000 },
  );
});

test('never makes a larger variant cheaper', () => {
  fc.assert(
    fc.property(anyConfiguration, ({ product, chosen }) => {
      const prices = product.variants.map(
        (variant) => priceLine(product, { ...chosen, variant: variant.value }).total,
      );
      assert.deepEqual(
        prices,
        prices.toSorted((a, b) => a - b),
      );
    }),
    { numRuns: 1000 },
  );
});

test('prices express above standard delivery, and never delivers it later', () => {
  fc.assert(
    fc.property(anyConfiguration, ({ product, chosen }) => {
      const [calm, express] = [
        { ...chosen, express: false },
        { ...chosen, express: true },
      ];
      if (expressAvailable(product, chosen)) {
        assert.ok(priceLine(product, express).total > priceLine(product, calm).total);
        assert.ok(deliveryDays(product, express) >= 1);
      }
      assert.ok(deliveryDays(product, express) <= deliveryDays(product, calm));
    }),
    { numRuns: 1000 },
  );
});

test('splits a price into parts of whole cents that add up to the total', () => {
  fc.assert(
    fc.property(anyConfiguration, ({ product, chosen }) => {
      const { parts, subtotal, express, total } = priceLine(product, chosen);
      assert.equal(
        parts.reduce((sum, part) => sum + part.amount, 0),
        total,
      );
      assert.equal(subtotal + express, total);
      assert.ok(parts.every((part) => Number.isSafeInteger(part.amount) && part.amount > 0));
    }),
    { numRuns: 1000 },
  );
});

test('prices every bundle below the sum of its parts', () => {
  for (const { title, fromCents, separateCents, items } of bundles) {
    assert.ok(fromCents < separateCents, title);
    assert.equal(
      separateCents,
      items.reduce((sum, item) => sum + item.separateCents, 0),
    );
  }
});

test('returns the lowest possible price as a product’s “from” price', () => {
  for (const product of products) {
    const cheapest = Math.min(
      ...product.variants.map(
        (variant) =>
          priceLine(product, {
            quantity: product.quantity.min,
            variant: variant.value,
            options: {},
            express: false,
            items: {},
          }).total,
      ),
    );
    assert.equal(product.fromCents, cheapest, product.title);
  }
});

test('prices 20 posts on two platforms with a calendar like the example in the design', () => {
  const posts = productOf(0);
  const chosen = {
    quantity: 20,
    variant: 'standard',
    options: { calendar: true },
    express: false,
    items: { platforms: 2 },
  };
  assert.deepEqual(priceLine(posts, chosen).parts, [
    { key: 'base', label: '20 posts', amount: 22000 },
    { key: 'extraPlatforms', label: '1 extra platform', amount: 6600 },
    { key: 'calendar', label: 'Posting calendar', amount: 2500 },
  ]);
  assert.equal(priceLine(posts, { ...chosen, express: true }).total, 41985);
  assert.equal(deliveryDays(posts, chosen), 4);
  assert.equal(deliveryDays(posts, { ...chosen, express: true }), 2);
});

test('adds an extra revision round to those the level includes', () => {
  const none = { quantity: 1, variant: '10', express: false, items: {} };
  assert.equal(revisionRounds(productOf(3), { ...none, options: {} }), 2);
  assert.equal(revisionRounds(productOf(3), { ...none, options: { extraRevision: true } }), 3);
  assert.equal(revisionRounds(productOf(4), { ...none, options: {} }), 0);
  assert.equal(revisionRounds(productOf(4), { ...none, options: { level: 'rewrite' } }), 2);
});

test('throws RangeError for a variant or choice that the product does not have', () => {
  const chosen = { quantity: 1, variant: 'none', options: {}, express: false, items: {} };
  assert.throws(() => priceLine(productOf(3), chosen), RangeError);
  assert.throws(
    () => priceLine(productOf(4), { ...chosen, variant: '1000', options: { level: 'none' } }),
    RangeError,
  );
});

test('describes the number of slogans per set when there are several sets', () => {
  const slogans = products.find(({ unit }) => unit.one === 'set')!;
  const label = (quantity: number) =>
    priceLine(slogans, { quantity, variant: '20', options: {}, express: false, items: {} }).parts[0]!.label;
  assert.deepEqual([label(1), label(2)], ['1 set, 20 slogans', '2 sets of 20 slogans']);
});
