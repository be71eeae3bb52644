import assert from 'node:assert/strict';
import test from 'node:test';
import { detailWords } from './detail-words.ts';

test('describes amounts, states and methods of an audit entry in words, and omits the IDs of requests', () => {
  assert.equal(
    detailWords({ amount: '2390', currency: 'usd', way: 'card', refund: '7', request: 'r-1', session: '9' }),
    '$23.90, to the original payment method, refund: 7',
  );
  assert.equal(detailWords({ from: 'queued', to: 'inProgress' }), 'from “In the queue”, to “In progress”');
  assert.equal(
    detailWords({ from: 'paid', refunded: '23900', currency: 'usd' }),
    '$239.00 refunded, from “Paid”',
  );
  assert.equal(detailWords({ way: 'passkey' }), 'with a passkey');
  assert.equal(
    detailWords({ refundLimit: '10000', refundLimitBefore: 'null', services: '3' }),
    'refund limit: $100.00, refund limit before: no limit, services: 3',
  );
  assert.equal(
    detailWords({ from: 'staff 1', to: 'staff 2' }, new Map([['2', 'Theo Park']])),
    'from staff 1, to Theo Park',
  );
  assert.equal(detailWords({ from: '2026-12-02', to: '2026-12-07' }), 'from Wed, Dec 2, to Mon, Dec 7');
});
