import assert from 'node:assert/strict';
import test from 'node:test';
import type { Order, PaymentStatus, WorkStatus } from '#contract/orders.ts';
import { nextStep as nextStepAt } from './next-step.ts';

const nextStep = (shown: Order, now = '2026-11-20T12:00:00Z') => nextStepAt(shown, new Date(now));

const order = (payment: PaymentStatus, work: WorkStatus, reviewUntil: (string | null)[] = [null]) =>
  ({
    payment: { status: payment, expiresAt: '2026-11-28T12:00:00Z' },
    work: { status: work },
    dueAt: '2026-11-24',
    lines: reviewUntil.map((until) => ({ work: { reviewUntil: until } })),
  }) as unknown as Order;

test('every state that waits for something says for what and until when', () => {
  assert.match(nextStep(order('awaitingPayment', 'waiting')), /^Pay until Nov 28/);
  assert.match(nextStep(order('processing', 'waiting')), /money/);
  for (const work of ['queued', 'inProgress', 'revisionRequested'] as const)
    assert.equal(nextStep(order('partiallyRefunded', work)), 'Due Tue, Nov 24');
  assert.match(nextStep(order('paid', 'needsInfo')), /^Answer/);
  const both = ['2026-12-03T12:00:00Z', null, '2026-12-01T12:00:00Z'];
  assert.match(nextStep(order('paid', 'delivered', both)), /^Check it until Dec 1/, 'the soonest');
});

test('what is over waits for nothing', () => {
  for (const payment of ['expired', 'cancelled', 'refunded', 'disputed'] as const)
    assert.equal(nextStep(order(payment, 'queued')), '');
  for (const work of ['completed', 'cancelled'] as const) assert.equal(nextStep(order('paid', work)), '');
});

test('a day that is over where the work is done is owned up to', () => {
  const work = order('paid', 'inProgress');
  assert.equal(nextStep(work, '2026-11-25T04:59:00Z'), 'Due Tue, Nov 24', 'still Tuesday in New York');
  assert.equal(nextStep(work, '2026-11-25T05:01:00Z'), 'We are late: it was due Tue, Nov 24');
});
