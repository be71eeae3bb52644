import assert from 'node:assert/strict';
import test from 'node:test';
import type { TimelineEntry } from '#contract/desk/orders.ts';
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
      askedBy: null,
      text: null,
      conversation: null,
      ...entry,
    },
    'usd',
  );

test('describes each event of an order’s timeline in words', () => {
  assert.equal(words({}), 'Paid');
  assert.equal(words({ what: 'inProgress', line: 2 }), 'Line 2: Work started');
  assert.equal(words({ what: 'answered', line: 1 }), 'Line 1: Question answered');
  assert.equal(words({ what: 'chargedBack' }), 'Charged back');
  assert.equal(words({ kind: 'proposal', what: '' }), 'Proposed this order to the customer');
  assert.equal(
    words({ kind: 'refund', what: 'succeeded', amount: 6_450, to: 'card' }),
    'Refunded $64.50 to the original payment method',
  );
  assert.equal(
    words({ kind: 'refund', what: 'requested', amount: 6_450, to: 'card' }),
    'Refund of $64.50 to the original payment method started',
  );
  assert.equal(
    words({ kind: 'refund', what: 'failed', amount: 6_450, to: 'card' }),
    'Refund of $64.50 failed',
  );
  assert.equal(words({ kind: 'dispute', what: 'open', amount: 11_900 }), 'Dispute over $119.00');
  assert.equal(words({ kind: 'dispute', what: 'won', amount: 900 }), 'Dispute over $9.00 (won)');
  assert.equal(words({ kind: 'message', what: 'customer' }), 'Message from the customer');
  assert.equal(words({ kind: 'message', what: 'staff' }), 'Message to the customer');
  assert.equal(words({ kind: 'email', what: '', text: 'Your slogans are ready' }), 'Email to the customer');
  assert.equal(words({ kind: 'act', what: 'hand-in', line: 1 }), 'Line 1: Submitted the text for review');
  assert.equal(words({ kind: 'act', what: 'send-message' }), 'Scheduled a message to the customer');
  assert.equal(words({ kind: 'act', what: 'dance-a-tango' }), 'dance a tango');
});
