import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkStatuses } from '#contract/payments.ts';
import { chosenWay, firstStep, isFinal, isWebAddress, pauseBefore } from './payment-state.ts';

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
