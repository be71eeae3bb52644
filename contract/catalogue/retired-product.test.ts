/** A shop that has retired one bundle and removed another from its catalogue. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { readCatalogue } from './catalogue.ts';
import document from '#contract/catalogue.json' with { type: 'json' };
import { placeOrderBody } from '#contract/storefront/orders.ts';

const retiredType = 8;
const removedType = 9;
const catalogue = readCatalogue({
  ...document,
  bundles: document.bundles
    .filter(({ orderType }) => orderType !== removedType)
    .map((bundle) => (bundle.orderType === retiredType ? { ...bundle, retired: true } : bundle)),
});
const { bundles, everyProduct, productOf, products } = catalogue;

/** The errors of each line of an order of these types. */
function refusalsOf(...orderTypes: number[]): Record<string, string> {
  const { error } = placeOrderBody(catalogue).safeParse({
    orderTypes,
    orderDetails: orderTypes.map(() => ({})),
  });
  const ofTypes = error?.issues.filter(({ path }) => path[0] === 'orderTypes') ?? [];
  return Object.fromEntries(ofTypes.map(({ path, message }) => [path.join('.'), message]));
}

test('doesn’t list a retired product, but finds it for its orders', () => {
  for (const list of [products, bundles]) assert.ok(list.every(({ orderType }) => orderType !== retiredType));
  assert.ok(everyProduct.some(({ orderType }) => orderType === retiredType));
  assert.equal(productOf(retiredType).orderType, retiredType);
});

test('sells the other products when one is retired and another is removed', () => {
  assert.deepEqual(refusalsOf(0, 7, 10), {});
});

test('rejects a retired product with its name, and a removed one, at the order’s line', () => {
  assert.deepEqual(refusalsOf(3, retiredType, removedType, 99, -1), {
    'orderTypes.1': `${productOf(retiredType).title} is no longer available. Remove it from your cart`,
    'orderTypes.2': 'This product isn’t available. Remove it from your cart',
    'orderTypes.3': 'This product isn’t available. Remove it from your cart',
    'orderTypes.4': 'This product isn’t available. Remove it from your cart',
  });
});
