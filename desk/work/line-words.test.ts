import assert from 'node:assert/strict';
import test from 'node:test';
import { dueWords, holdWords, neededWords, stateWords } from './line-words.ts';

const line = { status: 'inProgress', daysLate: 0, neededOn: '2026-11-23', reviewUntil: null } as const;

test('names the due date, the days of lateness, or that a question has paused the delivery clock', () => {
  const words = (row: Parameters<typeof dueWords>[0]) => [neededWords(row), dueWords(row)];
  assert.deepEqual(words(line), ['Mon, Nov 23', 'Due Mon, Nov 23']);
  assert.deepEqual(words({ ...line, neededOn: null }), ['No due date', '']);
  const late = 'Late by 2 business days';
  assert.deepEqual(words({ ...line, daysLate: 2 }), [late, late]);
  assert.deepEqual(words({ ...line, status: 'needsInfo' }), [
    'Delivery clock paused',
    'Delivery clock paused',
  ]);
});

test('names the end of the customer’s review, not the due date, of delivered work', () => {
  const delivered = { ...line, status: 'delivered', reviewUntil: '2026-12-07T17:00:00.000Z' } as const;
  const words = 'Customer review until Mon, Dec 7';
  assert.deepEqual([neededWords(delivered), dueWords(delivered)], [words, words]);
  const withoutDay = { ...delivered, reviewUntil: null };
  assert.deepEqual([neededWords(withoutDay), dueWords(withoutDay)], ['Delivered', '']);
  assert.equal(dueWords({ ...line, status: 'completed' }), '');
  assert.equal(dueWords({ ...line, status: 'cancelled' }), '');
});

test('shows “On hold: disputed” for unfinished or submitted work, and the usual state for delivered or completed work', () => {
  const row = { isDisputed: true, sendAt: null, handedInAt: null };
  const words = (status: 'inProgress' | 'delivered' | 'completed') => stateWords({ ...row, status });
  assert.deepEqual(
    [words('inProgress'), words('delivered'), words('completed')],
    ['On hold: disputed', 'Delivered', 'Completed'],
  );
  const improved = { ...row, status: 'delivered', handedInAt: '2026-11-20T15:00:00.000Z' } as const;
  assert.equal(stateWords(improved), 'On hold: disputed');
});

test('names the day since which a dispute has put a line on hold, and what to do', () => {
  const event = (to: string, at: string) => ({ at, by: 'Provider', from: null, to, reason: null });
  const disputed = event('disputed', '2026-11-12T12:00:00.000Z');
  assert.equal(holdWords({ isDisputed: false, events: [disputed] }), undefined);
  assert.match(holdWords({ isDisputed: true, events: [] })!, /^The payment is disputed\. Don’t work/);
  assert.match(
    holdWords({ isDisputed: true, events: [disputed] })!,
    /^The payment has been disputed since Thu, Nov 12\. Don’t/,
  );
  const lost = event('chargedBack', '2026-11-20T12:00:00.000Z');
  assert.match(
    holdWords({ isDisputed: true, events: [disputed, lost] })!,
    /reversed the payment on Fri, Nov 20/,
  );
});
