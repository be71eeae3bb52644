import assert from 'node:assert/strict';
import test from 'node:test';
import type { Order, WorkStatus } from '#contract/storefront/orders.ts';
import type { PaymentStatus } from '#contract/storefront/payment-statuses.ts';
import { cancelRefusals, whyNotCancel } from './why-not-cancel.ts';

const order = (payment: PaymentStatus, ...work: WorkStatus[]) =>
  ({
    payment: { status: payment },
    lines: work.map((status) => ({ work: { status, versions: 0 } })),
  }) as Pick<Order, 'payment' | 'lines'>;

test('allows the operator to cancel unpaid orders, and paid orders without a delivery', () => {
  assert.equal(whyNotCancel(order('awaitingPayment', 'waiting')), null);
  assert.equal(whyNotCancel(order('paid', 'queued', 'inProgress', 'needsInfo')), null);
  assert.equal(whyNotCancel(order('partiallyRefunded', 'inProgress')), null);
});

test('explains why an order can’t be canceled', () => {
  assert.equal(whyNotCancel(order('paid', 'queued', 'delivered')), cancelRefusals.delivered);
  assert.equal(whyNotCancel(order('paid', 'completed')), cancelRefusals.delivered);
  assert.equal(whyNotCancel(order('disputed', 'queued')), cancelRefusals.disputed);
  assert.equal(whyNotCancel(order('processing', 'waiting')), cancelRefusals.processing);
  assert.equal(whyNotCancel(order('expired', 'waiting')), cancelRefusals.expired);
  assert.equal(whyNotCancel(order('cancelled', 'cancelled')), cancelRefusals.canceled);
  assert.equal(whyNotCancel(order('refunded', 'cancelled')), cancelRefusals.canceled);
});

test('rejects a cancellation after a delivery, whatever the state of the work since', () => {
  for (const status of ['inProgress', 'needsInfo', 'queued', 'revisionRequested'] as const) {
    const { payment, lines } = order('paid', 'queued', status);
    lines[1]!.work.versions = 1;
    assert.equal(whyNotCancel({ payment, lines }), cancelRefusals.delivered, status);
  }
});
