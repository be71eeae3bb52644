import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import {
  initialDetails,
  type ProductFormModel,
  toProductFormModel,
} from '#contract/catalogue/product-form-model.ts';
import { restoredDetails, withAddressChoices, withEarlyInput } from './restored-details.ts';

const { products } = builtInCatalogue;

const slogans: ProductFormModel = toProductFormModel(products[3]!);
const fresh = initialDetails(slogans);

test('reads invalid stored data as an empty form', () => {
  for (const rubbish of [
    null,
    1,
    'x',
    [],
    {},
    { quantity: 'x', variant: 7, options: [], brief: 'no', express: 'yes' },
  ])
    assert.deepEqual(restoredDetails(slogans, rubbish), fresh);
});

test('restores typed text, and drops options and fields that no longer exist', () => {
  const stored = {
    quantity: 2,
    variant: '20',
    options: { rationale: true, gone: true },
    express: true,
    brief: { brandName: 'Golden Crust', tone: ['bold'], use: 'web', gone: 'x' },
  };
  assert.deepEqual(restoredDetails(slogans, stored), {
    quantity: 2,
    variant: '20',
    options: { ...fresh.options, rationale: true },
    express: true,
    brief: { ...fresh.brief, brandName: 'Golden Crust', tone: ['bold'] },
  });
});

test('restores every product from storage unchanged', () => {
  for (const product of products) {
    const details = initialDetails(toProductFormModel(product));
    assert.deepEqual(
      restoredDetails(toProductFormModel(product), JSON.parse(JSON.stringify(details))),
      details,
    );
  }
});

test('reads quantity and variant from the page’s address, and ignores invalid ones', () => {
  const chosen = (query: string) => {
    const { quantity, variant } = withAddressChoices(slogans, fresh, new URLSearchParams(query));
    return [quantity, variant];
  };
  assert.deepEqual(chosen('quantity=3&variant=20'), [3, '20']);
  assert.deepEqual(chosen('quantity=99&variant=x'), [1, '5']);
  assert.deepEqual(chosen('quantity=1e999'), [1, '5']);
  assert.deepEqual(chosen(''), [1, '5']);
});

test('restores what was typed or chosen before the scripts ran, not what was stored earlier', () => {
  const stored = {
    ...fresh,
    quantity: 3,
    variant: '20',
    brief: { ...fresh.brief, brandName: 'Stored', offer: 'Kept' },
  };
  const early = {
    ...fresh,
    variant: '10',
    express: true,
    options: { ...fresh.options, rationale: true },
    brief: { ...fresh.brief, brandName: 'Typed' },
  };
  assert.deepEqual(withEarlyInput(slogans, stored, early), {
    quantity: 3,
    variant: '10',
    express: true,
    options: { ...fresh.options, rationale: true },
    brief: { ...fresh.brief, brandName: 'Typed', offer: 'Kept' },
  });
  assert.deepEqual(withEarlyInput(slogans, stored, fresh), stored);
});
