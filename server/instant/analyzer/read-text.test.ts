import assert from 'node:assert/strict';
import test from 'node:test';
import { readText } from './read-text.ts';

const sentencesOf = (text: string) => readText(text).sentences.map((one) => one.text);

test('ends a sentence after a number', () => {
  assert.deepEqual(sentencesOf('One flue is £65. A second one is £40. If we find a nest, we stop.'), [
    'One flue is £65.',
    'A second one is £40.',
    'If we find a nest, we stop.',
  ]);
  assert.deepEqual(sentencesOf('It rose by 4%. “Good,” she said.'), ['It rose by 4%.', '“Good,” she said.']);
});

test("doesn't end a sentence inside a number, or after a number that counts something", () => {
  assert.deepEqual(sentencesOf('Version 2.1 is out, and see Fig. 3 for the rest.'), [
    'Version 2.1 is out, and see Fig. 3 for the rest.',
  ]);
  assert.deepEqual(sentencesOf('Read No. 5 Rue Cler first.'), ['Read No. 5 Rue Cler first.']);
});
