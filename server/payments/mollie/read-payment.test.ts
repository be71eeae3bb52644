import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { molliePayment, readPayment, toMollieAmount } from './read-payment.ts';

const usd = (value: string) => ({ currency: 'USD', value });
const payment = (change: object = {}) => ({
  id: 'tr_1',
  mode: 'test',
  status: 'paid',
  amount: usd('10.00'),
  description: 'Order',
  _links: {},
  ...change,
});
const read = (change: object = {}) => readPayment(molliePayment.parse(payment(change)));

test('reads every amount, refund and chargeback of a response', () => {
  const refunds = [
    { id: 're_1', amount: usd('3.00'), status: 'refunded', metadata: { refund: 'r1', more: 1 } },
    { id: 're_2', amount: usd('1.50'), status: 'queued', metadata: {} },
    { id: 're_3', amount: usd('0.07'), status: 'failed', metadata: null },
    { id: 're_4', amount: usd('0.10'), status: 'failed' },
    { id: 're_5', amount: usd('0.20'), status: 'queued', metadata: 'of another system' },
  ];
  const chargebacks = [
    { id: 'chb_1', amount: usd('4.00'), reason: { description: 'Fraud' } },
    { id: 'chb_2', amount: usd('0.40'), reversedAt: '2026-11-22T12:00:00Z', reason: null },
    { id: 'chb_3', amount: usd('0.04'), reversedAt: null },
  ];
  const lost = { reinstated: 0n, fee: 0n, state: 'lost', reason: null, evidenceDueAt: null };
  assert.deepEqual(read({ mode: 'live', _embedded: { refunds, chargebacks } }), {
    ref: 'tr_1',
    livemode: true,
    state: 'paid',
    captured: 1_000n,
    currency: 'usd',
    refunds: [
      { ref: 're_1', reference: 'r1', amount: 300n, state: 'succeeded' },
      { ref: 're_2', reference: null, amount: 150n, state: 'pending' },
      { ref: 're_3', reference: null, amount: 7n, state: 'failed' },
      { ref: 're_4', reference: null, amount: 10n, state: 'failed' },
      { ref: 're_5', reference: null, amount: 20n, state: 'pending' },
    ],
    disputes: [
      { ...lost, ref: 'chb_1', amount: 400n, withdrawn: 400n, reason: 'Fraud' },
      { ...lost, ref: 'chb_2', amount: 40n, withdrawn: 40n, reinstated: 40n, state: 'won' },
      { ...lost, ref: 'chb_3', amount: 4n, withdrawn: 4n },
    ],
  });
});

test('maps every status, and counts money only when the payment is paid', () => {
  for (const [status, state] of [
    ['open', 'open'],
    ['pending', 'processing'],
    ['authorized', 'processing'],
    ['paid', 'paid'],
    ['expired', 'expired'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
  ] as const)
    for (const _embedded of [undefined, {}])
      assert.deepEqual(read({ status, _embedded }), {
        ref: 'tr_1',
        livemode: false,
        state,
        captured: state === 'paid' ? 1_000n : 0n,
        currency: 'usd',
        refunds: [],
        disputes: [],
      });
  const states = ['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled'];
  const { refunds, unknown } = read({
    _embedded: { refunds: states.map((status) => ({ id: 're', amount: usd('1.00'), status })) },
  });
  assert.deepEqual(
    refunds.map(({ state }) => state),
    ['pending', 'pending', 'pending', 'succeeded', 'failed', 'failed'],
  );
  assert.equal(unknown, undefined);
});

test('ignores an unknown status, and lists it in `unknown`', () => {
  const refunds = [{ id: 're', amount: usd('1.00'), status: 'teleported' }];
  const { state, captured, refunds: found, unknown } = read({ status: 'musing', _embedded: { refunds } });
  assert.deepEqual([state, captured, found[0]?.state], ['open', 0n, 'pending']);
  assert.deepEqual(unknown, ['payment status musing', 'refund status teleported']);
});

test("rejects an amount that is not in Mollie's format", () => {
  for (const amount of [
    usd('10,00'),
    usd('1e3'),
    usd(' 10.00'),
    usd('10.00 '),
    usd('10.'),
    usd('10.0000'),
    usd('10.00.00'),
    usd('x10.00'),
    usd('12345678901234.00'),
    usd(''),
    { currency: 'usd', value: '10.00' },
    { currency: 'USDT', value: '10.00' },
    { currency: 'US', value: '10.00' },
    { currency: 'USD' },
  ])
    assert.equal(molliePayment.safeParse(payment({ amount })).success, false, JSON.stringify(amount));
  const chargebacks = [{ id: 'chb_1', amount: usd('-4.00') }];
  assert.equal(read({ _embedded: { chargebacks } }).disputes[0]?.amount, -400n);
});

test('rejects a Mollie response without a required field', () => {
  for (const change of [
    { id: undefined },
    { status: 1 },
    { _links: undefined },
    { _links: { checkout: { href: 'no address' } } },
    { _embedded: { refunds: [{ id: 're', status: 'queued' }] } },
    {
      _embedded: { refunds: [{ id: 're', amount: usd('1.00'), status: 'queued', metadata: { refund: 1 } }] },
    },
    { _embedded: { chargebacks: [{ id: 'chb' }] } },
    { _embedded: { chargebacks: [{ id: 'chb', amount: usd('1.00'), reason: {} }] } },
  ])
    assert.equal(molliePayment.safeParse(payment(change)).success, false, JSON.stringify(change));
});

test('writes and reads minor units without rounding in currencies of 0, 2 and 3 decimals', () => {
  assert.deepEqual(toMollieAmount(5n, 'usd'), { currency: 'USD', value: '0.05' });
  assert.deepEqual(toMollieAmount(1000n, 'jpy'), { currency: 'JPY', value: '1000' });
  for (const [currency, value, captured] of [
    ['JPY', '1000', 1_000n],
    // yen with decimals, as on Mollie's invoices
    ['JPY', '1000.00', 1_000n],
    ['USD', '10', 1_000n],
    ['USD', '10.5', 1_050n],
    ['KWD', '1.234', 1_234n],
  ] as const)
    assert.equal(read({ amount: { currency, value } }).captured, captured, `${value} ${currency}`);
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.constantFrom('usd', 'eur', 'jpy', 'kwd'),
      (minor, currency) => {
        const { captured, currency: found } = read({ amount: toMollieAmount(minor, currency) });
        assert.deepEqual([captured, found], [minor, currency]);
      },
    ),
  );
});
