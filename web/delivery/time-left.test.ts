import assert from 'node:assert/strict';
import test from 'node:test';
import { timeLeft } from './time-left.ts';

test('formats the remaining time in days, then in hours', () => {
  const now = new Date('2026-11-23T10:00:00Z');
  const after = (hours: number) => timeLeft(new Date(now.getTime() + hours * 3_600_000), now);
  assert.deepEqual(
    [after(14 * 24 + 7), after(48), after(29), after(24), after(3.9), after(1), after(0.5)],
    ['14 days', '2 days', '1 day and 5 hours', '1 day', '3 hours', '1 hour', 'less than an hour'],
  );
});
