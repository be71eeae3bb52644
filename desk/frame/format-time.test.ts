import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTime } from './format-time.ts';

const now = new Date(2026, 10, 23, 12);

test('omits the year when a time is in the current year', () => {
  const at = new Date(2026, 0, 2, 13, 5);
  assert.equal(formatTime(at.toISOString(), now).replaceAll('\u202f', ' '), 'Jan 2, 1:05 PM');
});

test('includes the year when a time is in another year', () => {
  const at = new Date(2025, 11, 31, 9, 40);
  assert.equal(formatTime(at.toISOString(), now).replaceAll('\u202f', ' '), 'Dec 31, 2025, 9:40 AM');
});
