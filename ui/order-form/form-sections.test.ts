import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Brief, emptyBrief } from '#contract/catalogue/brief.ts';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { orderDetailsSchema } from '#contract/catalogue/order-details.ts';
import { formErrors } from '#ui/parse-form.ts';
import { initialDetails } from '#contract/catalogue/product-form-model.ts';
import { briefProgress, briefSections } from './form-sections.ts';

const { products } = builtInCatalogue;

test('assigns every field of every product to exactly one section of its form', () => {
  for (const { title, kind, fields } of products) {
    const shown = briefSections(kind, fields).flatMap((section) => section.fields);
    assert.deepEqual(shown.map(({ key }) => key).toSorted(), fields.map(({ key }) => key).toSorted(), title);
  }
});

test('counts only required answers that the form would accept as progress', () => {
  const product = products.find(({ slug }) => slug === 'slogans')!;
  const progress = (brief: Brief) => {
    const details = { ...initialDetails(product), brief: { ...emptyBrief(product.fields), ...brief } };
    return briefProgress(product.fields, formErrors(orderDetailsSchema(product), details));
  };
  assert.deepEqual(progress({}), { answered: 1, asked: 7 }, 'the language has a default');
  assert.deepEqual(progress({ brandName: 'Golden Crust', offer: '  ', avoid: 'Puns' }), {
    answered: 2,
    asked: 7,
  });
  assert.equal(progress({ offer: 'Too short' }).answered, 1);
});
