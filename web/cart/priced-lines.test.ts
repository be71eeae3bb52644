import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { readableLines } from '#web/stored-orders/cart-store.ts';
import { initialDetails, toProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { priceCart, withQuantity } from './priced-lines.ts';

const { products } = builtInCatalogue;

const slogans = toProductFormModel(products[3]!);
const details = {
  ...initialDetails(slogans),
  brief: {
    ...initialDetails(slogans).brief,
    brandName: 'Golden Crust',
    offer: 'We bake slow bread and deliver it.',
    audience: 'Busy parents in Leeds',
    difference: 'We mill our own flour',
    tone: ['bold'],
    use: ['logo'],
  },
};

test("prices a valid line by today's catalogue", () => {
  const { priced, dropped, total } = priceCart(
    [{ id: 'a', orderType: 3, details }],
    { version: 1, products: [slogans] },
    20,
  );
  assert.equal(priced.length, 1);
  assert.deepEqual([dropped, total], [[], 7900]);
});

test('changes a quantity only when product and brief allow it', () => {
  assert.equal(withQuantity({ product: slogans, details }, 2)?.quantity, 2);
  assert.equal(withQuantity({ product: slogans, details }, 0), undefined);
  assert.equal(withQuantity({ product: slogans, details }, slogans.quantity.max + 1), undefined);
  const blurbs = toProductFormModel(products[2]!);
  const described = { ...initialDetails(blurbs), quantity: 1 };
  const items = blurbs.fields.find(({ key }) => key === 'items');
  assert.equal(items && 'maxItems' in items && items.maxItems, 'quantity', 'one line for each');
  assert.equal(withQuantity({ product: blurbs, details: described }, 2), undefined);
});

test('drops invalid data, unknown products and lines beyond the limit without an error', () => {
  const stored = [
    { id: 'a', orderType: 3, details },
    { id: 'a', orderType: 3, details },
    { id: 'b', orderType: 99, details },
    { id: 'c', orderType: 3, details: { ...details, variant: '7' } },
    { id: 'd', orderType: 3, details: {} },
    { id: 'e', orderType: 3, details },
    { id: 'f', orderType: 3, details },
    null,
    7,
    { id: 8 },
  ];
  const { priced, dropped } = priceCart(readableLines(stored), { version: 1, products: [slogans] }, 2);
  assert.deepEqual(
    priced.map(({ id }) => id),
    ['a', 'e'],
  );
  assert.deepEqual(dropped, ['b', 'c', 'd', 'f']);
  assert.deepEqual(readableLines('nonsense'), []);
});
