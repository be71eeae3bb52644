import assert from 'node:assert/strict';
import test from 'node:test';
import { roomFor, roundUp, shareOf } from './scale.ts';

test('rounds the maximum of a chart’s axis up to 1, 2 or 5 times a power of ten', () => {
  assert.deepEqual([0, 1, 3, 9.1, 10, 26, 480, 1_001].map(roundUp), [1, 1, 5, 10, 10, 50, 500, 2_000]);
});

test('leaves the room of the longest label when several charts share it', () => {
  const axis = (most: number) => ({ most, format: (value: number) => `$${value}` });
  const [short, long] = [axis(10), axis(10_000)];
  assert.equal(roomFor([short, long]), roomFor([long]));
  assert.ok(roomFor([short]) < roomFor([long]));
  // the label in the middle is longer than the one at the top
  assert.equal(roomFor([axis(5)]), roomFor([axis(100)]));
});

test('returns a share of 100% only when nothing was late, and no share when nothing was due', () => {
  const week = (onTime: number, late: number, open = 0) => ({ from: '2026-11-23', onTime, late, open });
  assert.equal(shareOf([week(0, 0)]), null);
  assert.equal(shareOf([week(3, 0), week(0, 1)]), 75);
  assert.equal(shareOf([week(999, 1)]), 99);
  assert.equal(shareOf([week(0, 0, 2)]), 0);
  assert.equal(shareOf([week(7, 0)]), 100);
});
