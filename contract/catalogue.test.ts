import assert from 'node:assert/strict';
import test from 'node:test';
import { defaultVariant, orderTypeNames, productOf, products } from './catalogue.ts';

test('each of the eleven products stands at its order type, under its name and route', () => {
  assert.equal(products.length, 11);
  for (const [index, product] of products.entries()) {
    assert.equal(product.orderType, index);
    assert.equal(product.name, orderTypeNames[index]);
    assert.equal(product.route, `/${product.kind}s/${product.slug}`);
    assert.equal(product.orderRoute, `${product.route}/order-service`);
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
    for (const variant of product.variants)
      assert.equal(variant.tiers.at(-1)?.to, product.quantity.max, product.title);
    for (const field of product.fields)
      if ('options' in field) assert.ok(field.options.length > 1, `${product.title}: ${field.key}`);
  }
});

test('an unknown order type is refused', () => assert.throws(() => productOf(11), RangeError));
