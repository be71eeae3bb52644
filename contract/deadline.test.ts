import assert from 'node:assert/strict';
import test from 'node:test';
import { formatDeadline, formatPaperDate } from './deadline.ts';

const newYork = { timeZone: 'America/New_York' };

test("shows the time zone of a deadline and of a document's date, and drops the seconds", () => {
  const instant = new Date('2026-11-30T07:35:59Z');
  assert.equal(formatDeadline(instant, newYork), 'Mon, Nov 30, 2:35 AM EST');
  assert.equal(formatDeadline(instant, { timeZone: 'UTC' }), 'Mon, Nov 30, 7:35 AM UTC');
  // in New York it is summer time, and still the day before
  assert.equal(formatPaperDate(new Date('2026-10-14T02:00:00Z'), newYork), 'October 13, 2026 (EDT)');
});
