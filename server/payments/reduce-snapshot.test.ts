import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Snapshot } from './provider/provider.ts';
import { type AttemptStatus, reduceSnapshot } from './reduce-snapshot.ts';

const attempt = (status: AttemptStatus) => ({ status, livemode: false, currency: 'usd' });
const snapshot = (state: Snapshot['state'], captured = state === 'paid' ? 100n : 0n): Snapshot => ({
  ref: 'x',
  livemode: false,
  state,
  captured,
  currency: 'usd',
  refunds: [],
  disputes: [],
});
const statuses = [
  'creating',
  'open',
  'processing',
  'captured',
  'failed',
  'expired',
  'canceled',
  'review',
] as const;
const states = ['open', 'processing', 'paid', 'expired', 'failed', 'canceled'] as const;

/** All transitions: attempt status × provider state → new attempt status. A blank means unchanged. */
const table: Record<AttemptStatus, Partial<Record<Snapshot['state'], AttemptStatus>>> = {
  creating: {
    open: 'open',
    processing: 'processing',
    paid: 'captured',
    expired: 'expired',
    failed: 'failed',
    canceled: 'canceled',
  },
  open: {
    processing: 'processing',
    paid: 'captured',
    expired: 'expired',
    failed: 'failed',
    canceled: 'canceled',
  },
  processing: { paid: 'captured', expired: 'expired', failed: 'failed', canceled: 'canceled' },
  captured: {},
  failed: { paid: 'captured' },
  expired: { paid: 'captured' },
  canceled: { paid: 'captured' },
  review: {},
};

test('returns the expected next status for each pair of attempt status and provider state', () => {
  for (const status of statuses)
    for (const state of states) {
      const transition = reduceSnapshot(attempt(status), snapshot(state));
      const to = typeof transition === 'object' && 'to' in transition ? transition.to : undefined;
      assert.equal(to, table[status][state], `${status} + ${state}`);
    }
});

test("captures the provider's amount, not the requested one", () =>
  assert.deepEqual(reduceSnapshot(attempt('open'), snapshot('paid', 7n)), { to: 'captured', captured: 7n }));

test('marks a payment in another currency for review, and rejects a snapshot of the other mode (live or test)', () => {
  assert.deepEqual(reduceSnapshot(attempt('open'), { ...snapshot('paid'), currency: 'eur' }), {
    to: 'review',
    foreign: { amount: 100n, currency: 'eur' },
  });
  for (const state of states)
    assert.deepEqual(reduceSnapshot(attempt('open'), { ...snapshot(state), livemode: true }), {
      refused: 'livemode',
    });
});

test('does not capture a "paid" snapshot without money', () =>
  assert.equal(reduceSnapshot(attempt('open'), snapshot('paid', 0n)), 'unchanged'));

test('never changes a captured attempt, and captures once in any order of snapshots', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...states), { maxLength: 12 }), (history) => {
      let status: AttemptStatus = 'creating';
      let captures = 0;
      for (const state of history) {
        const transition = reduceSnapshot(attempt(status), snapshot(state));
        if (typeof transition === 'string' || !('to' in transition)) continue;
        if ('captured' in transition) captures += 1;
        status = transition.to;
      }
      assert.equal(captures, history.includes('paid') ? 1 : 0);
      if (history.includes('paid')) assert.equal(status, 'captured');
    }),
  );
});
