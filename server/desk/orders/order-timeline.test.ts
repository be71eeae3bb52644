import assert from 'node:assert/strict';
import test from 'node:test';
import { type History, timelineOf } from './order-timeline.ts';

const none: History = {
  events: [],
  refunds: [],
  disputes: [],
  messages: [],
  emails: [],
  acts: [],
  notes: [],
  proposals: [],
};
const maya = { actor: 'staff:7', name: 'Maya Stone' };

test('sorts events by time, with the names of their actors', () => {
  const [first, second, third] = timelineOf({
    ...none,
    events: [
      { at: '2026-11-23T09:05:00+00:00', ...maya, line: 1, from: null, to: 'inProgress', reason: null },
      {
        at: '2026-11-23T09:00:00+00:00',
        actor: 'customer:3',
        name: null,
        line: null,
        from: null,
        to: 'paid',
        reason: null,
      },
    ],
    refunds: [
      {
        at: '2026-11-23T10:00:00+00:00',
        actor: 'operator:ann',
        name: null,
        amount: 500,
        to: 'card',
        status: 'succeeded',
        reason: 'Late',
        askedBy: 'Tom',
      },
    ],
  });
  assert.deepEqual([first?.by, first?.about, first?.what], ['Customer', 'money', 'paid']);
  assert.deepEqual([second?.by, second?.about, second?.line], ['Maya Stone', 'work', 1]);
  assert.deepEqual(
    [third?.by, third?.amount, third?.to, third?.text, third?.askedBy],
    ['ann (command line)', 500, 'card', 'Late', 'Tom'],
  );
  assert.equal(first?.at, '2026-11-23T09:00:00.000Z');
});

test('omits an audit entry whose effect another event of the timeline shows', () => {
  const at = '2026-11-23T09:05:00.123+00:00';
  const entries = timelineOf({
    ...none,
    events: [{ at, ...maya, line: 1, from: null, to: 'inProgress', reason: null }],
    acts: [
      {
        at: '2026-11-23T10:05:00.123+01:00',
        ...maya,
        action: 'start',
        subject: 'line R-7K3M-Q2XA 1',
        amount: null,
      },
      {
        at: '2026-11-23T09:06:00+00:00',
        ...maya,
        action: 'hand-in',
        subject: 'line R-7K3M-Q2XA 1',
        amount: null,
      },
    ],
  });
  assert.deepEqual(
    entries.map(({ kind, what, line, about }) => [kind, what, line, about]),
    [
      ['event', 'inProgress', 1, 'work'],
      ['act', 'hand-in', 1, 'team'],
    ],
  );
});

test('shows different events for the end of a dispute, a chargeback and a cancellation', () => {
  const event = { at: '2026-11-23T09:00:00Z', actor: 'system', name: null, line: null, reason: null };
  const entries = timelineOf({
    ...none,
    events: [
      { ...event, from: 'paid', to: 'disputed' },
      { ...event, from: 'disputed', to: 'paid' },
      { ...event, from: 'disputed', to: 'chargedBack' },
      { ...event, from: 'paid', to: 'refunded' },
    ],
  });
  assert.deepEqual(
    entries.map(({ what, about, by }) => [what, about, by]),
    [
      ['disputed', 'money', 'System'],
      ['disputeEnded', 'money', 'System'],
      ['chargedBack', 'money', 'System'],
      ['cancelled', 'money', 'System'],
    ],
  );
});
