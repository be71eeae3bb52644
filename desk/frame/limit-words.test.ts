import assert from 'node:assert/strict';
import test from 'node:test';
import { limitWords } from './limit-words.ts';

test('returns “not allowed” instead of the limit when the role doesn’t allow the act', () => {
  assert.equal(limitWords(0, false), 'not allowed');
  assert.equal(limitWords(null, false), 'not allowed');
});

test('describes a limit in words', () => {
  assert.equal(limitWords(null), 'no limit');
  assert.equal(limitWords(0), 'only with approval');
  assert.equal(limitWords(5_000), 'up to $50.00 per customer in 24 hours');
});
