import assert from 'node:assert/strict';
import test from 'node:test';
import type { Order } from '#contract/orders.ts';
import { orderLabel, refundedLabel } from './status-labels.ts';

type Refund = Pick<Order['payment']['refunds'][number], 'amount' | 'to' | 'status'>;

const refundedOrder = (...refunds: Refund[]) =>
  ({
    currency: 'usd',
    payment: { status: 'refunded', refunds },
    work: { status: 'cancelled' },
    events: [],
    lines: [],
  }) as unknown as Order;

test('shows a refund as on its way until it has reached the card', () => {
  const toCard = { amount: 2200, to: 'card' } as const;
  const toBalance = { amount: 700, to: 'balance', status: 'succeeded' } as const;
  const onItsWay = refundedOrder({ ...toCard, status: 'pending' }, toBalance);
  assert.equal(orderLabel(onItsWay, undefined).label, 'Refund on its way');
  assert.equal(
    refundedLabel(onItsWay),
    'Refunded $7.00 to your balance. Refund on its way: $22.00 to your original payment method',
  );
  const there = refundedOrder({ ...toCard, status: 'succeeded' }, toBalance);
  assert.equal(orderLabel(there, undefined).label, 'Refunded');
  assert.equal(
    refundedLabel(there),
    'Refunded $22.00 to your original payment method, $7.00 to your balance',
  );
});
