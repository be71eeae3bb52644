import assert from 'node:assert/strict';
import test from 'node:test';
import { readText } from '#server/instant/analyzer/read-text.ts';
import { findEchoes } from './find-echoes.ts';

const found = (text: string) =>
  findEchoes(readText(text)).map(({ start, end }) => [start, text.slice(start, end)]);

test('finds a word that occurs three times in a sentence, in any form', () => {
  assert.deepEqual(found('The shop next to the shop is a shop for hats.'), [[31, 'shop']]);
  assert.deepEqual(found('We offer what nobody offers and still offered it.'), [[38, 'offered']]);
});

test('finds no repetition in lists, names and words that sentences need', () => {
  for (const text of [
    'We have a new roof, new windows, and new doors.',
    'The shop next to the shop is closed. The shop is old.',
    'Some people know more people than other people do.',
    'Paris, Paris, and Paris again: Ann loves Paris.',
  ])
    assert.deepEqual(found(text), [], text);
});
