import assert from 'node:assert/strict';
import test from 'node:test';
import { findMixedMeasures } from './find-mixed-measures.ts';

const quotes = (text: string) => findMixedMeasures(text).map(({ start, end }) => text.slice(start, end));

for (const [text, ...expected] of [
  ['Walk 5 km to the lake. It is 8 km back. The road has 3 miles.', '3 miles'],
  ['The path is 12 km long. A shorter walk has two miles.', 'two miles'],
  ['A bag holds 250 g of beans. A large bag holds 500 grams.', '500 grams'],
  ['It weighs 4 pounds. The lid weighs 2 pounds. The base has 3 kg.', '3 kg'],
  ['Bake at 350°F. Cool it to 40°F. Keep it at 5°C.', '5°C'],
])
  test(`finds the second measure in “${text}”`, () => assert.deepEqual(quotes(text!), expected));

for (const text of [
  'Walk 5 miles (8 km) to the lake. It weighs 3 kg.',
  'It costs £5 million pounds and weighs 3 kg.',
])
  test(`finds no second measure in “${text}”`, () => assert.deepEqual(quotes(text), []));
