import assert from 'node:assert/strict';
import test from 'node:test';
import type { PaymentPage } from '#contract/storefront/payments.ts';
import { waysOf, wayWords } from './way-words.ts';

const payment = (balance: number): PaymentPage => ({
  purpose: 'order',
  number: 'R-1',
  lines: [],
  amount: 12_900,
  asked: 12_900,
  received: 0,
  balance,
  guarantee: null,
  currency: 'usd',
  status: 'awaitingPayment',
  hasFailed: false,
  hasExpired: false,
  expiresAt: '2026-11-30T00:00:00.000Z',
});

test('shows the same amounts in the text above the button as on the button', () => {
  const said = (balance: number) =>
    waysOf(payment(balance)).map((way) => {
      const { button, what } = wayWords(way, payment(balance));
      return [button, what.split(/ online| by card|,/)[0]];
    });
  const online = ['Pay $129.00 online', 'You pay'];
  assert.deepEqual(said(0), [online]);
  assert.deepEqual(said(10_000), [
    [
      'Pay $100.00 from your balance, $29.00 online',
      'You can pay $100.00 from your balance. You pay the other $29.00',
    ],
    online,
  ]);
  assert.deepEqual(said(12_900), [
    ['Pay $129.00 from your balance', 'Your balance covers this order'],
    online,
  ]);
});

test('names the amount of the balance that an earlier payment attempt of this order reserves', () => {
  const said = (reserved: number) => wayWords('balance', { ...payment(12_900), reserved }).what;
  assert.match(said(9_700), / \$97\.00 of your balance is already reserved for this order\.$/);
  assert.match(said(12_900), / Your whole balance is already reserved for this order\.$/);
  assert.doesNotMatch(said(0), /reserved/);
});
