import assert from 'node:assert/strict';
import test from 'node:test';
import { mollieMovement, readMovements } from './read-movement.ts';
import { type MolliePayment, molliePayment } from './read-payment.ts';

const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const eur = (value: string) => ({ currency: 'EUR', value });
const usd = (value: string) => ({ currency: 'USD', value });
const movement = (change: object = {}) => ({
  resource: 'balance-transaction',
  id: 'baltr_1',
  type: 'payment',
  resultAmount: eur('9.71'),
  initialAmount: eur('10.00'),
  deductions: eur('-0.29'),
  createdAt: '2026-11-16T11:23:25+00:00',
  context: { paymentId: 'tr_1', paymentDescription: 'Order' },
  ...change,
});
const read = (change: object = {}, payment?: MolliePayment) =>
  readMovements(mollieMovement.parse(movement(change)), payment);
const payment = molliePayment.parse({
  id: 'tr_1',
  mode: 'live',
  status: 'paid',
  amount: usd('12.00'),
  description: 'Order',
  metadata: { attempt: id },
  _embedded: {
    refunds: [{ id: 're_1', amount: usd('3.00'), status: 'refunded', metadata: { refund: id } }],
    chargebacks: [{ id: 'chb_1', amount: usd('4.00'), reversedAt: null }],
  },
  _links: {},
});

test('maps a payment with its deductions as the fee', () => {
  const createdAt = new Date('2026-11-16T11:23:25Z');
  assert.deepEqual(read(), [
    {
      id: 'baltr_1',
      kind: 'payment',
      word: 'payment',
      currency: 'eur',
      amount: 1_000n,
      fee: 29n,
      original: { amount: 1_000n, currency: 'eur' },
      about: 'tr_1',
      reference: null,
      createdAt,
      availableOn: createdAt,
      payout: null,
    },
  ]);
});

test('maps every type that the shop books, and all others to `other`', () => {
  const context = {
    paymentId: 'tr_1',
    refundId: 're_1',
    chargebackId: 'chb_1',
    settlementId: 'stl_1',
    transferId: 'trf_1',
    invoiceId: 'inv_1',
  };
  const expected = {
    'payment tr_1': ['payment', 'capture', 'failed-payment'],
    'refund re_1': ['refund', 'returned-refund'],
    'dispute chb_1': ['chargeback', 'chargeback-reversal'],
    'payout stl_1': ['outgoing-transfer', 'canceled-outgoing-transfer', 'returned-transfer', 'topup'],
    'fee inv_1': ['invoice-compensation', 'fee-prepayment', 'managed-fee', 'failed-payment-fee'],
    'other null': ['balance-reserve', 'balance-correction', 'application-fee', 'of the future'],
  };
  for (const [words, types] of Object.entries(expected))
    for (const type of types) {
      const [moved] = read({ type, context });
      assert.equal(`${moved!.kind} ${moved!.about}`, words, type);
    }
});

test('returns the payment’s amount and currency, and our ID, when the balance has another currency', () => {
  const original = (change: object) => {
    const [moved] = read({ resultAmount: eur('-2.80'), deductions: null, ...change }, payment);
    return [moved!.original.amount, moved!.original.currency, moved!.reference];
  };
  assert.deepEqual(original({ resultAmount: eur('10.00') }), [1_200n, 'usd', id]);
  const context = { paymentId: 'tr_1', refundId: 're_1', chargebackId: 'chb_1' };
  assert.deepEqual(original({ type: 'refund', context }), [-300n, 'usd', id]);
  assert.deepEqual(original({ type: 'chargeback', context }), [-400n, 'usd', null]);
  assert.deepEqual(original({ type: 'refund', context: { ...context, refundId: 're_2' } }), [
    -280n,
    'eur',
    null,
  ]);
});

test('reads an amount of a currency without decimals, with no deductions and an empty context', () => {
  const jpy = { currency: 'JPY', value: '-1000' };
  const [moved] = read({ type: 'balance-correction', resultAmount: jpy, deductions: undefined, context: [] });
  assert.deepEqual([moved!.currency, moved!.amount, moved!.fee, moved!.about], ['jpy', -1_000n, 0n, null]);
});

test('returns a reserve and a repayment as separate movements, not as fees', () => {
  const moved = read({
    deductionDetails: {
      fees: eur('-0.02'),
      commissions: eur('-0.09'),
      reservations: eur('-0.09'),
      repayments: eur('-0.09'),
    },
  });
  assert.deepEqual(
    moved.map(({ id: name, kind, word, amount, fee }) => [name, kind, word, amount, fee]),
    [
      ['baltr_1', 'payment', 'payment', 1_000n, 11n],
      ['baltr_1:repayments', 'other', 'repayments', -9n, 0n],
      ['baltr_1:reservations', 'other', 'reservations', -9n, 0n],
    ],
  );
  assert.equal(
    moved.reduce((sum, { amount, fee }) => sum + amount - fee, 0n),
    971n,
  );
});

test('returns a payout with a list of its contents and without an arrival date', () => {
  const [moved] = read({
    type: 'outgoing-transfer',
    resultAmount: eur('-1077.62'),
    deductions: undefined,
    context: { settlementId: 'stl_1', transferId: 'trf_1' },
  });
  assert.deepEqual(moved!.payout, { arrivesOn: null, listsContent: true });
  assert.equal(moved!.amount, -107_762n);
});

test('rejects a movement without a required field', () => {
  for (const wrong of [
    { id: 1 },
    { resultAmount: null },
    { createdAt: 'today' },
    { deductions: usd('1,00') },
  ])
    assert.equal(mollieMovement.safeParse(movement(wrong)).success, false, JSON.stringify(wrong));
});
