import assert from 'node:assert/strict';
import test from 'node:test';
import { dueWords, neededWords } from './line-words.ts';

const line = { status: 'inProgress', daysLate: 0, neededOn: '2026-11-23' } as const;

test('names the due date, how late the work is, or that a question holds the date', () => {
  const words = (row: Parameters<typeof dueWords>[0]) => [neededWords(row), dueWords(row)];
  assert.deepEqual(words(line), ['Mon, Nov 23', 'Due Mon, Nov 23']);
  assert.deepEqual(words({ ...line, neededOn: null }), ['No due date', '']);
  const late = 'Late by 2 business days';
  assert.deepEqual(words({ ...line, daysLate: 2 }), [late, late]);
  assert.deepEqual(words({ ...line, status: 'needsInfo' }), ['Due date on hold', 'Due date on hold']);
});
