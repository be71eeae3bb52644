import assert from 'node:assert/strict';
import test from 'node:test';
import { disputeReason, entryCount } from './report-words.ts';

test('returns the singular for one entry and the plural for several', () => {
  assert.equal(entryCount('refund', 1), '1 refund');
  assert.equal(entryCount('dispute', 1_200), '1,200 disputes');
  assert.equal(entryCount('surcharge', 1), '1 express surcharge refunded');
  assert.equal(entryCount('surcharge', 2), '2 express surcharges refunded');
});

test('writes a dispute’s reason without underscores', () => {
  assert.equal(disputeReason('product_not_received'), 'product not received');
  assert.equal(disputeReason(''), '');
});
