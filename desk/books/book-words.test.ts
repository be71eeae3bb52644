import assert from 'node:assert/strict';
import test from 'node:test';
import { dayTitle } from './book-words.ts';

test('formats a date as a title, and returns any other text unchanged', () => {
  assert.equal(dayTitle('2026-11-24'), 'November 24, 2026');
  assert.equal(dayTitle('yesterday'), 'yesterday');
});
