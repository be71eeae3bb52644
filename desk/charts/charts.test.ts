import assert from 'node:assert/strict';
import test from 'node:test';
import { roundUp, shareOf } from './scale.ts';

test('rounds the maximum of a chart’s axis up to 1, 2 or 5 times a power of ten', () => {
  assert.deepEqual([0, 1, 3, 9.1, 10, 26, 480, 1_001].map(roundUp), [1, 1, 5, 10, 10, 50, 500, 2_000]);
});

test('returns a share of 100% only when nothing was late, and no share when nothing was due', () => {
  const week = (onTime: number, late: number, open = 0) => ({ from: '2026-11-23', onTime, late, open });
  assert.equal(shareOf([week(0, 0)]), null);
  assert.equal(shareOf([week(3, 0), week(0, 1)]), 75);
  assert.equal(shareOf([week(999, 1)]), 99);
  assert.equal(shareOf([week(0, 0, 2)]), 0);
  assert.equal(shareOf([week(7, 0)]), 100);
});
