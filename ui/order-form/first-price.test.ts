import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { quoteForm } from './quote.ts';
import { initialDetails, toProductFormModel } from '#contract/catalogue/product-form-model.ts';

test('starts every order form at the price that its page shows first', () => {
  for (const product of builtInCatalogue.products) {
    const form = toProductFormModel(product);
    assert.equal(quoteForm(form, initialDetails(form))?.amount, product.fromCents, product.title);
  }
});
