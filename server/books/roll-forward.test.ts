import assert from 'node:assert/strict';
import test from 'node:test';
import { rollOf } from './roll-forward.ts';

const move = (kind: string, from: string, to: string, amount: number) => ({
  kind,
  from,
  to,
  count: 1,
  amount,
});

test('adds up by kind the transfers into and out of a group of accounts, without transfers within the group', () => {
  const day = {
    opening: { cash: 500, reserved: 200, unearned: 900, revenue: 100 },
    movements: [
      move('capture', 'clearing:stripe', 'cash', 1_000),
      move('order_paid', 'cash', 'unearned', 600),
      move('order_paid', 'clearing:stripe', 'unearned', 50),
      move('earned', 'unearned', 'revenue', 300),
      // within one side
      move('reserve', 'cash', 'reserved', 150),
    ],
    closing: { cash: 750, reserved: 350, unearned: 1_250, revenue: 400 },
  };
  assert.deepEqual(rollOf('unearned', day), {
    opening: 900,
    changes: [
      { kind: 'order_paid', amount: 650 },
      { kind: 'earned', amount: -300 },
    ],
    closing: 1_250,
  });
  assert.deepEqual(rollOf('balances', day), {
    opening: 700,
    changes: [
      { kind: 'capture', amount: 1_000 },
      { kind: 'order_paid', amount: -600 },
    ],
    closing: 1_100,
  });
});

test('omits a kind of transfer whose amounts add up to zero, and counts a missing account as zero', () => {
  const back = {
    opening: {},
    movements: [
      move('adjustment', 'promo_expense', 'cash', 5),
      move('adjustment', 'cash', 'promo_expense', 5),
    ],
    closing: {},
  };
  assert.deepEqual(rollOf('balances', back), { opening: 0, changes: [], closing: 0 });
});
