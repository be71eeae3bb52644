import assert from 'node:assert/strict';
import test from 'node:test';
import { weekNames } from './week-names.ts';

test('names the coming weeks “This week” and “Next week,” and on a weekend “Next week” and “Week after”', () => {
  const weeks = ['2026-11-23', '2026-11-30'];
  assert.deepEqual(weekNames(weeks, '2026-11-23'), ['This week', 'Next week']);
  assert.deepEqual(weekNames(weeks, '2026-11-27'), ['This week', 'Next week']);
  assert.deepEqual(weekNames(weeks, '2026-11-22'), ['Next week', 'Week after']);
});
