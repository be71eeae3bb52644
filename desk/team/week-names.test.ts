import assert from 'node:assert/strict';
import test from 'node:test';
import { weekNames } from './week-names.ts';

test('names the weeks of the next business days, also on a weekend', () => {
  const weeks = ['2026-11-23', '2026-11-30'];
  assert.deepEqual(weekNames(weeks, '2026-11-23'), ['This week', 'Next week']);
  assert.deepEqual(weekNames(weeks, '2026-11-27'), ['This week', 'Next week']);
  assert.deepEqual(weekNames(weeks, '2026-11-22'), ['Next week', 'Week after']);
});
