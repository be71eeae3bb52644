import assert from 'node:assert/strict';
import test from 'node:test';
import type Stripe from 'stripe';
import { readSession } from './read-session.ts';
import fixtures from './stripe-fixtures.json' with { type: 'json' };

const dispute = (change: object, ...moves: [amount: number, fee: number, currency?: string][]) =>
  ({
    ...fixtures.dispute,
    amount: 1_000,
    ...change,
    balance_transactions: moves.map(([amount, fee, currency = 'usd']) => ({ amount, fee, currency })),
  }) as unknown as Stripe.Dispute;

const read = (
  session: object,
  intent: object | null,
  more: { refunds?: object[]; disputes?: Stripe.Dispute[] } = {},
) =>
  readSession(
    {
      ...fixtures['checkout.session'],
      ...session,
      payment_intent: intent && { ...fixtures.payment_intent, ...intent },
    } as unknown as Stripe.Checkout.Session,
    (more.refunds ?? []).map((refund) => ({ ...fixtures.refund, ...refund })) as unknown as Stripe.Refund[],
    more.disputes ?? [],
  );
const paid = { status: 'complete', payment_status: 'paid' };
const received = { status: 'succeeded', amount_received: 1_000, currency: 'usd' };

test('a session is paid when its payment is, never because it is complete', () => {
  const complete = { status: 'complete', payment_status: 'unpaid' };
  for (const [session, intent, state] of [
    [{ status: 'open' }, null, 'open'],
    [{ status: 'open' }, { status: 'requires_payment_method' }, 'open'],
    [{ status: 'expired' }, null, 'expired'],
    [paid, received, 'paid'],
    [complete, { status: 'processing' }, 'processing'],
    [complete, { status: 'requires_action' }, 'processing'],
    [complete, { status: 'succeeded' }, 'processing'],
    [complete, { status: 'requires_payment_method' }, 'failed'],
    [complete, { status: 'canceled' }, 'failed'],
  ] as const) {
    const snapshot = read(session, intent);
    assert.equal(snapshot.state, state, JSON.stringify([session, intent]));
    assert.equal(snapshot.captured, state === 'paid' ? 1_000n : 0n);
    assert.equal(snapshot.unknown, undefined);
  }
});

test('words that are not known are kept and named', () => {
  for (const [session, intent, state, unknown] of [
    [{ status: 'paused' }, null, 'open', 'session status paused'],
    [{ status: 'open', payment_status: 'half_paid' }, null, 'open', 'payment_status half_paid'],
    [
      { status: 'complete', payment_status: 'unpaid' },
      { status: 'musing' },
      'processing',
      'payment intent status musing',
    ],
  ] as const) {
    const snapshot = read(session, intent);
    assert.equal(snapshot.state, state);
    assert.deepEqual(snapshot.unknown, [unknown]);
  }
  const { refunds, unknown } = read(paid, received, { refunds: [{ status: 'teleported' }] });
  assert.equal(refunds[0]?.state, 'pending');
  assert.deepEqual(unknown, ['refund status teleported']);
});

test('a refund is ours when it carries our name, and every state of it has a meaning', () => {
  const states = ['pending', 'requires_action', null, 'succeeded', 'failed', 'canceled'];
  const { refunds } = read(paid, received, { refunds: states.map((status) => ({ status })) });
  assert.deepEqual(
    refunds.map(({ state }) => state),
    ['pending', 'pending', 'pending', 'succeeded', 'failed', 'failed'],
  );
  const named = read(paid, received, { refunds: [{ metadata: { refund: 'r1' } }, { metadata: null }] });
  assert.deepEqual(
    named.refunds.map(({ reference }) => reference),
    ['r1', null],
  );
});

test('a dispute is told by the money that moved, its fee apart', () => {
  for (const [change, moves, expected] of [
    [{ status: 'warning_needs_response' }, [], ['inquiry', 0n, 0n, 0n]],
    [{ status: 'warning_closed' }, [], ['won', 0n, 0n, 0n]],
    [{ status: 'needs_response' }, [[-1_000, 1_500]], ['open', 1_000n, 0n, 1_500n]],
    [{ status: 'lost' }, [[-1_000, 1_500]], ['lost', 1_000n, 0n, 1_500n]],
    [
      { status: 'won' },
      [
        [-1_000, 1_500],
        [1_000, 0],
      ],
      ['won', 1_000n, 1_000n, 1_500n],
    ],
    [
      { status: 'won' },
      [
        [-1_000, 1_500],
        [1_000, -1_500],
      ],
      ['won', 1_000n, 1_000n, 0n],
    ],
    [{ status: 'prevented' }, [], ['won', 0n, 0n, 0n]],
    [{ status: 'prevented' }, [[-1_000, 0]], ['lost', 1_000n, 0n, 0n]],
    [{ status: 'postponed' }, [[-1_000, 1_500]], ['unknown', 1_000n, 0n, 1_500n]],
  ] as [object, [number, number][], unknown][]) {
    const { disputes } = read(paid, received, { disputes: [dispute(change, ...moves)] });
    const { state, withdrawn, reinstated, fee, evidenceDueAt } = disputes[0]!;
    assert.deepEqual([state, withdrawn, reinstated, fee], expected, JSON.stringify(change));
    assert.equal(evidenceDueAt?.toISOString(), '2024-08-14T23:59:59.000Z');
  }
});

test('an account that settles in another currency loses what was disputed; its fee is named, not booked', () => {
  const { disputes, unknown } = read(paid, received, {
    disputes: [dispute({ status: 'needs_response' }, [-930, 1_400, 'eur'])],
  });
  assert.deepEqual([disputes[0]?.withdrawn, disputes[0]?.fee], [1_000n, 0n]);
  assert.deepEqual(unknown, ['dispute fee of 1400 eur']);
});
