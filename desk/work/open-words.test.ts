import assert from 'node:assert/strict';
import test from 'node:test';
import { openWords } from './open-words.ts';

test('returns the number of a person’s open lines with their limit, if they have one', () => {
  assert.equal(openWords({ open: 1, most: null }), '1 open line');
  assert.equal(openWords({ open: 0, most: null }), '0 open lines');
  assert.equal(openWords({ open: 5, most: 5 }), '5 open lines (limit 5)');
  assert.equal(openWords({ open: 0, most: 1 }), '0 open lines (limit 1)');
});
