import assert from 'node:assert/strict';
import test from 'node:test';
import { limitWords } from './limit-words.ts';

test('returns “not allowed” as a person’s limit when the role doesn’t allow refunds or adjustments', () => {
  assert.equal(limitWords(0, false), 'not allowed');
  assert.equal(limitWords(null, false), 'not allowed');
});

test('describes a limit of refunds and adjustments in words', () => {
  assert.equal(limitWords(null), 'no limit');
  assert.equal(limitWords(0), 'only with approval');
  assert.equal(limitWords(5_000), 'up to $50.00 per customer in 24 hours');
});
