import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { scanWords } from './scan-words.ts';
import { countWords } from '#contract/text.ts';

const words = (text: string) => {
  const { count, starts, ends } = scanWords(text);
  return Array.from({ length: count }, (_, index) => text.slice(starts[index], ends[index]));
};
const stems = (text: string) => {
  const { stems: all } = scanWords(text);
  return [...all];
};

test('finds the same words as countWords in any text', () => {
  const likely = fc.constantFrom(
    'a',
    's',
    'É',
    'e\u0301',
    '7',
    "'",
    '’',
    '-',
    ' ',
    '\n',
    '.',
    '😀',
    '𝒜',
    '\ud800',
    '中',
  );
  const texts = fc.oneof(
    fc.string({ unit: likely, maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  const word = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
  fc.assert(
    fc.property(texts, (text) => {
      assert.deepEqual(words(text), text.match(word) ?? []);
      assert.equal(scanWords(text).count, countWords(text));
    }),
  );
});

test('returns the same stem for a word in capitals, plural or possessive, and before a hyphen', () => {
  const [bakery] = stems('bakery');
  for (const text of ['Bakery', 'BAKERY!', 'bakerys', 'bakery’s', "bakery's", 'bakery-', '“bakery”'])
    assert.deepEqual(stems(text), [bakery], text);
  assert.deepEqual(stems('Don’t'), stems("don't"));
});

test('returns different stems for different words', () => {
  const all = ['rye', 'rey', 'eye', 'rye-bread', 'ryebread', 'glas', 'glass', '𝒜', '𝒞', 'it’s', 'its'].map(
    stems,
  );
  assert.equal(new Set(all.flat()).size, all.length);
});
