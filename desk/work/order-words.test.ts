import assert from 'node:assert/strict';
import test from 'node:test';
import { workWords } from './order-words.ts';

test('labels the work of a canceled order that was paid, and not that of one that never was', () => {
  assert.equal(workWords('refunded', 'cancelled'), 'Canceled');
  assert.equal(workWords('partiallyRefunded', 'cancelled'), 'Canceled');
  assert.equal(workWords('cancelled', 'cancelled'), '');
  assert.equal(workWords('expired', 'cancelled'), '');
  assert.equal(workWords('paid', 'waiting'), '');
  assert.equal(workWords('disputed', 'inProgress'), 'On hold');
  assert.equal(workWords('disputed', 'delivered'), 'Delivered');
});
