import assert from 'node:assert/strict';
import test from 'node:test';
import {
  basisPointsOf,
  currency,
  decimalAmount,
  decimalsOf,
  formatChange,
  formatMoney,
  formatPrice,
} from './money.ts';
import { smallestCharge, smallestCharges } from './card-charges.ts';
import { shop } from './shop.ts';

test('writes amounts with the decimals of their currency', () => {
  assert.deepEqual([decimalsOf('usd'), decimalsOf('jpy'), decimalsOf('kwd')], [2, 0, 3]);
  assert.equal(formatMoney(123_450, 'usd'), '$1,234.50');
  assert.equal(formatMoney(123_450n, 'jpy'), '¥123,450');
  assert.equal(formatPrice(6_000, 'usd'), '$60');
  assert.equal(formatPrice(6_050, 'eur'), '€60.50');
  assert.equal(formatPrice(6_000, 'jpy'), '¥6,000');
  assert.match(formatPrice(6_000, 'kwd'), /^KWD\s6$/);
  assert.deepEqual([formatMoney(-43_615, 'usd'), formatPrice(-6_000, 'usd')], ['−$436.15', '−$60']);
});

test('formats amounts for programs as plain decimal numbers', () => {
  assert.equal(decimalAmount(123_450, 'usd'), '1234.50');
  assert.equal(decimalAmount(-5n, 'usd'), '-0.05');
  assert.equal(decimalAmount(0, 'usd'), '0.00');
  assert.equal(decimalAmount(1_000, 'jpy'), '1000');
  assert.equal(decimalAmount(-5, 'kwd'), '-0.005');
});

test('rounds a share of an amount, in basis points, half up to the given step', () => {
  assert.equal(basisPointsOf(101, 5_000, 1), 51);
  assert.equal(basisPointsOf(1_290, 3_500, 10), 450);
  assert.equal(basisPointsOf(1_300, 3_500, 10), 460);
});

/** https://docs.stripe.com/currencies#zero-decimal and #special-cases: UGX is listed, but counted in hundredths. */
const stripeZeroDecimal = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');
/** https://docs.stripe.com/currencies#three-decimal */
const stripeThreeDecimal = 'BHD JOD KWD OMR TND'.split(' ');
/** https://docs.stripe.com/currencies#special-cases: charges have two decimals. */
const stripeSpecialCases = 'HUF ISK TWD UGX'.split(' ');
/** https://docs.mollie.com/docs/multicurrency: amounts have two decimals, except in these currencies. */
const mollieTwoDecimals =
  'AED AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS MXN MYR NOK NZD PHP PLN RON SEK SGD THB TWD USD ZAR'.split(
    ' ',
  );
const mollieZeroDecimal = ['ISK', 'JPY'];

test('uses the same number of decimals as Stripe for every currency', () => {
  for (const code of Intl.supportedValuesOf('currency')) {
    const isZero = stripeZeroDecimal.includes(code) && !stripeSpecialCases.includes(code);
    const expected = isZero ? 0 : stripeThreeDecimal.includes(code) ? 3 : 2;
    assert.equal(decimalsOf(code.toLowerCase()), expected, code);
    const written = formatMoney(10 ** expected, code.toLowerCase());
    assert.equal(/\d[\d.]*/.exec(written)?.[0], expected ? `1.${'0'.repeat(expected)}` : '1', code);
  }
});

test('sells in no currency for which Mollie and Stripe use different decimals', () => {
  for (const code of mollieTwoDecimals) assert.equal(decimalsOf(code), 2, code);
  for (const code of mollieZeroDecimal)
    assert.ok(decimalsOf(code) === 0 || !(code.toLowerCase() in smallestCharges), code);
  assert.ok(!('ugx' in smallestCharges), 'Stripe counts hundredths of it, and takes whole ones only');
});

test('has a smallest charge in every currency that is a valid card amount', () => {
  for (const [code, least] of Object.entries(smallestCharges)) {
    assert.match(code, /^[a-z]{3}$/);
    assert.ok(least > 0 && least % (decimalsOf(code) > 2 ? 10 : 1) === 0, code);
  }
  assert.deepEqual([smallestCharge('usd'), smallestCharge('gbp'), smallestCharge('huf')], [50, 30, 17_500]);
});

test('uses a shop currency in which the shop can sell', () => {
  assert.ok(currency in smallestCharges, currency);
  assert.equal(currency, shop.currency.code.toLowerCase());
});

test('formats a change of an amount with a plus or minus sign', () =>
  assert.deepEqual(
    [2000, -43_615, 0].map((amount) => formatChange(amount, 'USD')),
    ['+$20.00', '−$436.15', '+$0.00'],
  ));
