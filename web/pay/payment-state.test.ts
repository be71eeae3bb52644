import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkStatus } from '#contract/storefront/orders.ts';
import { type LinkStatus, linkStatuses } from '#contract/storefront/payments.ts';
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

test('starts a payment with the chosen method only once, and else polls it or shows the payment methods', () => {
  assert.equal(firstStep({ status: 'awaitingPayment' }, { hasChosen: true, wasSent: false }), 'pay');
  assert.equal(firstStep({ status: 'awaitingPayment' }, { hasChosen: true, wasSent: true }), 'follow');
  assert.equal(firstStep({ status: 'awaitingPayment' }, { hasChosen: false, wasSent: false }), 'show');
  assert.equal(firstStep({ status: 'processing' }, { hasChosen: true, wasSent: false }), 'follow');
});

test('takes no action on a settled payment', () => {
  for (const status of linkStatuses.filter(isFinal))
    assert.equal(firstStep({ status }, { hasChosen: true, wasSent: true }), 'show');
});

test('stops polling a payment when its time limit has passed', () => {
  assert.equal(pauseBefore(0), 1000);
  assert.equal(pauseBefore(99), undefined);
});

test('redirects only to http and https addresses', () => {
  assert.ok(isWebAddress('https://checkout.example/pay'));
  assert.ok(isWebAddress('/sandbox/pay'));
  assert.ok(!isWebAddress('javascript:alert(1)'));
  assert.ok(!isWebAddress('data:text/html,x'));
});

test('reads the payment method from the address', () => {
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
  test(`shows an order with lines ${works.join(', ')} as ${stage}`, () => {
    assert.equal(stageOf(works.map((work) => line(work))), stage);
  });

test('shows the latest due day of the lines that people work on', () => {
  assert.equal(dueDay([line('queued', '2026-12-01'), line('queued', '2026-11-27')]), '2026-12-01');
  assert.equal(dueDay([line('queued', '2026-11-22', 0)]), undefined);
});

test('polls while automatic work of a paid order is unfinished, and only then', () => {
  const order = (status: LinkStatus, days: number, work: 'queued' | 'inProgress' | 'completed') =>
    awaitsAutomatic({ status, lines: [{ days, dueOn: null, work }] });
  assert.ok(order('paid', 0, 'queued'));
  assert.ok(order('paid', 0, 'inProgress'));
  assert.equal(order('paid', 0, 'completed'), false);
  assert.equal(order('paid', 3, 'queued'), false);
  assert.equal(order('cancelled', 0, 'queued'), false);
});
