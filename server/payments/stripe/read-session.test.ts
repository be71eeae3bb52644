import assert from 'node:assert/strict';
import test from 'node:test';
import type Stripe from 'stripe';
import { intentOf, readSession } from './read-session.ts';
import fixtures from '#test/providers/stripe-fixtures.json' with { type: 'json' };

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

test('maps a session as paid when its payment is paid, not when the session is complete', () => {
  const complete = { status: 'complete', payment_status: 'unpaid' };
  for (const [session, intent, state] of [
    [{ status: 'open' }, null, 'open'],
    [{ status: 'open' }, { status: 'requires_payment_method' }, 'open'],
    [{ status: 'expired' }, null, 'expired'],
    [paid, received, 'paid'],
    [complete, { status: 'processing' }, 'processing'],
    [complete, { status: 'requires_action' }, 'processing'],
    [complete, { status: 'requires_confirmation' }, 'processing'],
    // authorized on the card, but not our money before capture
    [complete, { status: 'requires_capture', amount_received: 400 }, 'processing'],
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

test('lists unknown statuses in `unknown`', () => {
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
  const complete = read({ status: 'complete', payment_status: 'unpaid' }, null);
  assert.deepEqual([complete.state, complete.unknown], ['processing', ['payment intent status undefined']]);
  const { refunds, unknown } = read(paid, received, { refunds: [{ status: 'teleported' }] });
  assert.equal(refunds[0]?.state, 'pending');
  assert.deepEqual(unknown, ['refund status teleported']);
});

test('recognizes a refund that the shop requested by our ID, and maps every refund state', () => {
  const states = ['pending', 'requires_action', null, 'succeeded', 'failed', 'canceled'];
  const { refunds, unknown } = read(paid, received, { refunds: states.map((status) => ({ status })) });
  assert.deepEqual(
    refunds.map(({ state }) => state),
    ['pending', 'pending', 'pending', 'succeeded', 'failed', 'failed'],
  );
  assert.equal(unknown, undefined);
  const named = read(paid, received, { refunds: [{ metadata: { refund: 'r1' } }, { metadata: null }] });
  assert.deepEqual(
    named.refunds.map(({ reference }) => reference),
    ['r1', null],
  );
});

test('returns every amount of a response unchanged', () => {
  const session = { id: 'cs_1', livemode: true, ...paid };
  const withMoney = dispute({ id: 'dp_1', status: 'under_review', reason: 'fraudulent' }, [-1_000, 1_500]);
  assert.deepEqual(
    read(session, received, {
      refunds: [{ id: 're_1', amount: 300, status: 'succeeded', metadata: { refund: 'r1' } }],
      disputes: [withMoney],
    }),
    {
      ref: 'cs_1',
      livemode: true,
      state: 'paid',
      captured: 1_000n,
      currency: 'usd',
      refunds: [{ ref: 're_1', reference: 'r1', amount: 300n, state: 'succeeded' }],
      disputes: [
        {
          ref: 'dp_1',
          amount: 1_000n,
          withdrawn: 1_000n,
          reinstated: 0n,
          fee: 1_500n,
          state: 'open',
          reason: 'fraudulent',
          evidenceDueAt: new Date('2024-08-14T23:59:59Z'),
        },
      ],
    },
  );
});

test('returns the paid currency, or the requested one when nothing was paid', () => {
  for (const [session, intent, currency] of [
    [{ currency: 'usd' }, { ...received, currency: 'eur' }, 'eur'],
    [{ currency: 'usd' }, null, 'usd'],
    [{ currency: null }, null, 'none'],
  ] as const)
    assert.equal(read({ ...paid, ...session }, intent).currency, currency);
});

test('counts no money when the response does not include the payment', () => {
  const session = { ...fixtures['checkout.session'], ...paid, payment_intent: 'pi_1' };
  assert.equal(intentOf(session as unknown as Stripe.Checkout.Session), null);
  assert.deepEqual(read(paid, null).captured, 0n);
});

test('reports a dispute’s moved money and its fee separately', () => {
  for (const [change, moves, expected] of [
    [{ status: 'warning_needs_response' }, [], ['inquiry', 0n, 0n, 0n]],
    [{ status: 'warning_under_review' }, [], ['inquiry', 0n, 0n, 0n]],
    [{ status: 'warning_closed' }, [], ['won', 0n, 0n, 0n]],
    [{ status: 'needs_response' }, [[-1_000, 1_500]], ['open', 1_000n, 0n, 1_500n]],
    [{ status: 'under_review' }, [[-1_000, 1_500]], ['open', 1_000n, 0n, 1_500n]],
    [{ status: 'appeal_needs_response' }, [[-1_000, 1_500]], ['open', 1_000n, 0n, 1_500n]],
    [{ status: 'appeal_under_review' }, [[-1_000, 1_500]], ['open', 1_000n, 0n, 1_500n]],
    [{ status: 'lost' }, [[-1_000, 1_500]], ['lost', 1_000n, 0n, 1_500n]],
    [{ status: 'lost' }, [], ['lost', 0n, 0n, 0n]],
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
    [
      { status: 'prevented' },
      [
        [-1_000, 0],
        [1_000, 0],
      ],
      ['won', 1_000n, 1_000n, 0n],
    ],
    [{ status: 'postponed' }, [[-1_000, 1_500]], ['unknown', 1_000n, 0n, 1_500n]],
  ] as [object, [number, number][], unknown][]) {
    const { disputes, unknown } = read(paid, received, { disputes: [dispute(change, ...moves)] });
    assert.equal(unknown, undefined, 'the operator is not troubled');
    const { state, withdrawn, reinstated, fee, evidenceDueAt } = disputes[0]!;
    assert.deepEqual([state, withdrawn, reinstated, fee], expected, JSON.stringify(change));
    assert.equal(evidenceDueAt?.toISOString(), '2024-08-14T23:59:59.000Z');
  }
});

test("books a dispute in the shop's currency when the account settles in another, and leaves its fee to the import", () => {
  const { disputes, unknown } = read(paid, received, {
    disputes: [dispute({ status: 'needs_response' }, [-930, 1_400, 'eur'])],
  });
  assert.deepEqual([disputes[0]?.withdrawn, disputes[0]?.fee], [1_000n, 0n]);
  assert.equal(unknown, undefined, 'the operator is not troubled');
  const free = dispute({ status: 'won' }, [-930, 0, 'eur'], [930, 0, 'eur']);
  const back = read(paid, received, { disputes: [free] });
  assert.deepEqual([back.disputes[0]?.withdrawn, back.disputes[0]?.reinstated], [1_000n, 1_000n]);
  assert.equal(back.unknown, undefined);
});

test('returns no deadline for a dispute that can no longer be answered', () => {
  const closed = dispute({ status: 'lost', evidence_details: { due_by: null } });
  assert.equal(read(paid, received, { disputes: [closed] }).disputes[0]?.evidenceDueAt, null);
});
