import assert from 'node:assert/strict';
import test from 'node:test';
import { promisedDelivery } from './promised-delivery.ts';

test('names the promised day of work by people when it is due and not canceled', () => {
  const line = { firstDueOn: '2026-11-27', days: 3, work: { status: 'completed' } } as const;
  assert.equal(promisedDelivery(line), 'Delivery by November 27, 2026');
  assert.equal(promisedDelivery({ ...line, days: 0 }), '', 'automatic');
  assert.equal(promisedDelivery({ ...line, firstDueOn: null }), '', 'not paid');
  assert.equal(promisedDelivery({ ...line, work: { status: 'cancelled' } }), '');
});
