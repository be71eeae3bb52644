import assert from 'node:assert/strict';
import test from 'node:test';
import { hour } from '#contract/durations.ts';
import { endedDays, nextClose } from './day-bounds.ts';

const at = (time: string) => new Date(time);
const first = (time: string) => ({ first: at(time) });
const last = (day: string, ends: string) => ({ last: { day, ends: at(ends) } });
const shown = (now: string, from: Parameters<typeof endedDays>[1], most = 400) =>
  endedDays(at(now), from, most).map(({ day, starts, ends }) => [
    day,
    starts.toISOString().slice(0, 16),
    ends.toISOString().slice(0, 16),
  ]);

test('starts with the operator’s day of the first posting, and omits the day that has not ended', () => {
  // a minute before midnight in New York
  assert.deepEqual(shown('2026-11-25T04:59:59Z', first('2026-11-24T04:59:00Z')), [
    ['2026-11-23', '2026-11-23T05:00', '2026-11-24T05:00'],
  ]);
  assert.deepEqual(shown('2026-11-25T05:00:00Z', first('2026-11-24T05:00:00Z')), [
    ['2026-11-24', '2026-11-24T05:00', '2026-11-25T05:00'],
  ]);
  assert.deepEqual(shown('2026-11-24T12:00:00Z', first('2026-11-24T05:00:00Z')), []);
});

test('returns a day of 23 or 25 hours when the clocks change on it', () => {
  const hours = (now: string, from: string) =>
    endedDays(at(now), first(from), 400).map(
      ({ starts, ends }) => (ends.getTime() - starts.getTime()) / hour,
    );
  assert.deepEqual(hours('2026-03-10T12:00:00Z', '2026-03-07T12:00:00Z'), [24, 23, 24]);
  assert.deepEqual(hours('2026-11-03T12:00:00Z', '2026-10-31T12:00:00Z'), [24, 25, 24]);
});

test('continues after the last closed day, across the end of a year, and returns at most `most` days', () => {
  const from = last('2026-12-30', '2026-12-31T05:00:00Z');
  assert.deepEqual(
    shown('2027-01-03T12:00:00Z', from).map(([day]) => day),
    ['2026-12-31', '2027-01-01', '2027-01-02'],
  );
  assert.deepEqual(
    shown('2027-01-03T12:00:00Z', from, 2).map(([day]) => day),
    ['2026-12-31', '2027-01-01'],
  );
  assert.deepEqual(shown('2026-12-31T12:00:00Z', from), []);
});

test('returns days without gap or overlap when the operator’s time zone changed since the last close', () => {
  // the day before was closed in California
  assert.deepEqual(shown('2026-11-23T12:00:00Z', last('2026-11-20', '2026-11-21T08:00:00Z')), [
    ['2026-11-21', '2026-11-21T08:00', '2026-11-22T05:00'],
    ['2026-11-22', '2026-11-22T05:00', '2026-11-23T05:00'],
  ]);
  // the last close ended after the end of the next day, so that day is left out
  assert.deepEqual(shown('2026-11-24T12:00:00Z', last('2026-11-20', '2026-11-22T05:00:00Z')), [
    ['2026-11-22', '2026-11-22T05:00', '2026-11-23T05:00'],
    ['2026-11-23', '2026-11-23T05:00', '2026-11-24T05:00'],
  ]);
});

test('returns the next 00:15 in the operator’s time zone as the time of the next close', () => {
  const next = (now: string) => nextClose(at(now)).toISOString();
  assert.equal(next('2026-11-25T05:00:00Z'), '2026-11-25T05:15:00.000Z');
  assert.equal(next('2026-11-25T05:14:59Z'), '2026-11-25T05:15:00.000Z');
  assert.equal(next('2026-11-25T05:15:00Z'), '2026-11-26T05:15:00.000Z');
  assert.equal(next('2026-11-26T04:59:00Z'), '2026-11-26T05:15:00.000Z');
  assert.equal(next('2026-10-31T12:00:00Z'), '2026-11-01T04:15:00.000Z');
});
