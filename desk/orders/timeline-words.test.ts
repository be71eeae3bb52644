import assert from 'node:assert/strict';
import test from 'node:test';
import type { TimelineEntry } from '#contract/desk-orders.ts';
import { timelineWords } from './timeline-words.ts';

const words = (entry: Partial<TimelineEntry>) =>
  timelineWords(
    {
      at: '2026-11-23T09:00:00Z',
      by: 'Maya',
      about: 'work',
      kind: 'event',
      what: 'paid',
      line: null,
      amount: null,
      to: null,
      text: null,
      ...entry,
    },
    'usd',
  );

test('says what happened to an order in words', () => {
  assert.equal(words({}), 'Paid');
  assert.equal(words({ what: 'inProgress', line: 2 }), 'Line 2: In progress');
  assert.equal(words({ what: 'chargedBack' }), 'Charged back');
  assert.equal(
    words({ kind: 'refund', what: 'succeeded', amount: 6_450, to: 'card' }),
    'Refunded $64.50 online',
  );
  assert.equal(
    words({ kind: 'refund', what: 'requested', amount: 6_450, to: 'card' }),
    'Refund of $64.50 on its way online',
  );
  assert.equal(
    words({ kind: 'refund', what: 'failed', amount: 6_450, to: 'card' }),
    'Refund of $64.50 refused by the bank',
  );
  assert.equal(words({ kind: 'dispute', what: 'open', amount: 11_900 }), 'The bank asked back $119.00');
  assert.equal(words({ kind: 'dispute', what: 'won', amount: 900 }), 'The bank asked back $9.00, won since');
  assert.equal(words({ kind: 'act', what: 'hand-in', line: 1 }), 'Line 1: Handed in the text');
  assert.equal(words({ kind: 'act', what: 'sync-payment' }), 'sync payment');
});
