import assert from 'node:assert/strict';
import test from 'node:test';
import { workWords } from './order-words.ts';

test('labels the work of a canceled order as “Canceled” only when the order was paid', () => {
  assert.equal(workWords('refunded', 'cancelled'), 'Canceled');
  assert.equal(workWords('partiallyRefunded', 'cancelled'), 'Canceled');
  assert.equal(workWords('cancelled', 'cancelled'), '');
  assert.equal(workWords('expired', 'cancelled'), '');
  assert.equal(workWords('paid', 'waiting'), '');
  assert.equal(workWords('disputed', 'inProgress'), 'On hold');
  assert.equal(workWords('disputed', 'delivered'), 'Delivered');
});
