import assert from 'node:assert/strict';
import test from 'node:test';
import { sentenceFingerprints } from './sentence-fingerprints.ts';

const long = 'We mill our own flour and bake before the sun is up.';
const sentences = (text: string, own?: string) => [...sentenceFingerprints(text, own).values()];

test('finds sentences of eight words or more', () => {
  assert.deepEqual(sentences(`${long} Order by six tonight.`), [long]);
  assert.deepEqual(sentences('One two three four five six seven eight.').length, 1);
  assert.deepEqual(sentences('One two three four five six seven.').length, 0);
});

test('leaves out sentences of the customer’s own brief', () => {
  const other = 'By noon the shelf is empty, every day of the week.';
  assert.deepEqual(sentences(`${long} ${other}`, `Rye bread.\n${long.toUpperCase()}`), [other]);
});

test('has the same fingerprint whatever the case, punctuation, apostrophes and Markdown', () => {
  const plain = sentenceFingerprints("it's the one thing you don't think about at seven");
  for (const other of [
    'It’s the one thing you don’t think about at seven!',
    '**It’s the one thing** you _don’t_ think about, at seven …',
    '## It’s the one thing you don’t think about at seven',
    'It’s the one thing you don’t think about at seven #SlowBread https://goldencrust.example',
  ])
    assert.deepEqual([...sentenceFingerprints(other).keys()], [...plain.keys()], other);
});

test('has another fingerprint for another word or another order of words', () => {
  const all = ['One two three four five six seven eight', 'One two three four five six eight seven'];
  assert.equal(new Set(all.flatMap((text) => [...sentenceFingerprints(text).keys()])).size, 2);
});

test('computes the first eight bytes of SHA-256 as a signed number', () => {
  // printf 'one two three four five six seven eight' | sha256sum | head -c 16
  const [fingerprint] = sentenceFingerprints('One two three four five six seven eight.').keys();
  assert.equal(BigInt.asUintN(64, fingerprint!).toString(16).padStart(16, '0'), '62d51a1fd36f8eb3');
});
