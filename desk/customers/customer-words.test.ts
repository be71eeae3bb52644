import assert from 'node:assert/strict';
import test from 'node:test';
import { signWords } from './customer-words.ts';

const none = { disputes: 0, openDisputes: 0, recentRefunds: 0 };

test('lists a customer’s disputes and refunds unless there are none, and an unconfirmed address', () => {
  assert.deepEqual(signWords({ signs: none, state: 'active' }), []);
  assert.deepEqual(signWords({ signs: { ...none, disputes: 1, openDisputes: 1 }, state: 'active' }), [
    '1 dispute, 1 open',
  ]);
  assert.deepEqual(signWords({ signs: { ...none, disputes: 2, recentRefunds: 3 }, state: 'unconfirmed' }), [
    '2 disputes',
    '3 refunds in the last 90 days',
    'The email address isn’t confirmed',
  ]);
});
