import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkStatus } from '#contract/orders.ts';
import { type LinkStatus, linkStatuses } from '#contract/payments.ts';
import {
  awaitsAutomatic,
  chosenWay,
  dueDay,
  firstStep,
  isFinal,
  isWebAddress,
  pauseBefore,
  type Stage,
  stageOf,
} from './payment-state.ts';

test('choosing a way leads straight on, once', () => {
  assert.equal(firstStep({ status: 'awaitingPayment' }, { hasChosen: true, wasSent: false }), 'pay');
  assert.equal(firstStep({ status: 'awaitingPayment' }, { hasChosen: true, wasSent: true }), 'follow');
  assert.equal(firstStep({ status: 'awaitingPayment' }, { hasChosen: false, wasSent: false }), 'show');
  assert.equal(firstStep({ status: 'processing' }, { hasChosen: true, wasSent: false }), 'follow');
});

test('a settled payment is only shown', () => {
  for (const status of linkStatuses.filter(isFinal))
    assert.equal(firstStep({ status }, { hasChosen: true, wasSent: true }), 'show');
});

test('following a payment ends', () => {
  assert.equal(pauseBefore(0), 1000);
  assert.equal(pauseBefore(99), undefined);
});

test('only web addresses are gone to', () => {
  assert.ok(isWebAddress('https://checkout.example/pay'));
  assert.ok(isWebAddress('/sandbox/pay'));
  assert.ok(!isWebAddress('javascript:alert(1)'));
  assert.ok(!isWebAddress('data:text/html,x'));
});

test('an address names a way to pay, or none', () => {
  assert.equal(chosenWay('both'), 'both');
  assert.equal(chosenWay('cash'), undefined);
  assert.equal(chosenWay(null), undefined);
});

const line = (work: WorkStatus, dueOn: string | null = null, days = 3) => ({ work, dueOn, days });

for (const [stage, works] of [
  ['begun', ['queued', 'queued']],
  ['question', ['needsInfo', 'delivered']],
  ['working', ['inProgress', 'queued']],
  ['working', ['revisionRequested']],
  ['partlyDelivered', ['delivered', 'queued']],
  ['review', ['delivered', 'completed']],
  ['ended', ['completed', 'cancelled']],
] satisfies [Stage, WorkStatus[]][])
  test(`an order with lines ${works.join(', ')} is ${stage}`, () => {
    assert.equal(stageOf(works.map((work) => line(work))), stage);
  });

test('the due day is that of the last line that takes days', () => {
  assert.equal(dueDay([line('queued', '2026-12-01'), line('queued', '2026-11-27')]), '2026-12-01');
  assert.equal(dueDay([line('queued', '2026-11-22', 0)]), undefined);
});

test('asks again while automatic work of a paid order is still to come, and only then', () => {
  const order = (status: LinkStatus, days: number, work: 'queued' | 'inProgress' | 'completed') =>
    awaitsAutomatic({ status, lines: [{ days, dueOn: null, work }] });
  assert.ok(order('paid', 0, 'queued'));
  assert.ok(order('paid', 0, 'inProgress'));
  assert.equal(order('paid', 0, 'completed'), false);
  assert.equal(order('paid', 3, 'queued'), false);
  assert.equal(order('cancelled', 0, 'queued'), false);
});
