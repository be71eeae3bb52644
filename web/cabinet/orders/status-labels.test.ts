import assert from 'node:assert/strict';
import test from 'node:test';
import type { Order } from '#contract/storefront/orders.ts';
import { eventLabel, lineLabel, orderLabel, refundedLabel } from './status-labels.ts';

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

test('labels delivered work without a review as ready, and never as accepted', () => {
  type Line = Order['lines'][number];
  const line = (revisionRounds: number) => ({ revisionRounds, work: { status: 'delivered' } }) as Line;
  assert.equal(lineLabel(line(0)).label, 'Ready');
  assert.equal(lineLabel(line(2)).label, 'Ready for your review');
  const event = (to: string) =>
    ({ from: 'inProgress', to, line: 1, actor: 'system' }) as Order['events'][number];
  assert.equal(eventLabel(event('delivered'), [], false), 'Ready');
  assert.equal(eventLabel(event('delivered'), [], true), 'Delivered');
  assert.equal(eventLabel(event('completed'), [], false), 'Completed');
  assert.equal(eventLabel(event('completed'), [], true), 'Accepted automatically');
});

test('asks for no review of an order whose reviewed work is accepted', () => {
  const line = (status: string, revisionRounds: number) => ({ revisionRounds, work: { status } });
  const order = (...lines: object[]) =>
    ({
      payment: { status: 'paid', refunds: [] },
      work: { status: 'delivered' },
      events: [],
      lines,
    }) as unknown as Order;
  const report = line('delivered', 0);
  assert.equal(orderLabel(order(line('completed', 1), report), undefined).label, 'Ready');
  assert.equal(orderLabel(order(line('delivered', 1), report), undefined).label, 'Ready for your review');
});
