import assert from 'node:assert/strict';
import test from 'node:test';
import { detailWords } from './detail-words.ts';

test('describes amounts, states and methods of an audit entry in words, and omits the IDs of requests', () => {
  assert.equal(
    detailWords({ amount: '2390', currency: 'usd', way: 'card', refund: '7', request: 'r-1', session: '9' }),
    '$23.90, to the original payment method',
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
    detailWords({ from: 'staff 1', to: 'staff 2' }, new Map([['staff 2', 'Theo Park']])),
    'from staff 1, to Theo Park',
  );
  assert.equal(detailWords({ from: '2026-12-02', to: '2026-12-07' }), 'from Wed, Dec 2, to Mon, Dec 7');
});

test('names the people, roles, permissions and files of an audit entry, not their IDs', () => {
  const names = new Map([
    ['staff 3', 'Iris Vance'],
    ['role own-1a2b3c4d', 'Proofreader'],
  ]);
  assert.equal(
    detailWords(
      {
        amount: '5000',
        currency: 'usd',
        way: 'card',
        approval: '1',
        askedBy: 'staff:3',
        refund: '98f3116a-1',
      },
      names,
    ),
    '$50.00, to the original payment method, requested by Iris Vance',
  );
  assert.equal(
    detailWords({ askedBy: 'staff:3', alone: 'yes' }, names),
    'requested by Iris Vance, approved by the same person',
  );
  assert.equal(detailWords({ from: 'editor', to: 'own-1a2b3c4d' }, names), 'from editor, to Proofreader');
  assert.equal(detailWords({ permissions: 'log.see ticket.see' }), 'permissions: 2');
  assert.equal(
    detailWords({ permissions: 'log.see', permissionsBefore: 'ticket.see' }),
    'added “See the audit log”, removed “See messages”',
  );
  assert.equal(
    detailWords({ call: 'cancelOrder', needs: 'order.cancel', on: 'R-7K3M-Q2XA' }),
    'attempted: cancel order, needs “Cancel undelivered orders with a full refund, regardless of refund limits”, on: R-7K3M-Q2XA',
  );
  assert.equal(detailWords({ files: 'a1 b2' }), 'files: 2');
  assert.equal(detailWords({ to: 'ticket T-F7NF-6ZA2' }), 'to conversation T-F7NF-6ZA2');
});
