import assert from 'node:assert/strict';
import test from 'node:test';
import { basisPointsOf, currency, decimalAmount, decimalsOf, formatMoney, formatPrice } from './money.ts';
import { shop } from './shop.ts';

test('amounts are written with the decimals of their currency', () => {
  assert.deepEqual([decimalsOf('usd'), decimalsOf('jpy'), decimalsOf('kwd')], [2, 0, 3]);
  assert.equal(formatMoney(123_450, 'usd'), '$1,234.50');
  assert.equal(formatMoney(123_450n, 'jpy'), '¥123,450');
  assert.equal(formatPrice(6_000, 'usd'), '$60');
  assert.equal(formatPrice(6_050, 'eur'), '€60.50');
  assert.equal(formatPrice(6_000, 'jpy'), '¥6,000');
  assert.match(formatPrice(6_000, 'kwd'), /^KWD\s6$/);
});

test('programs read amounts as plain numbers', () => {
  assert.equal(decimalAmount(123_450, 'usd'), '1234.50');
  assert.equal(decimalAmount(-5n, 'usd'), '-0.05');
  assert.equal(decimalAmount(0, 'usd'), '0.00');
  assert.equal(decimalAmount(1_000, 'jpy'), '1000');
  assert.equal(decimalAmount(-5, 'kwd'), '-0.005');
});

test('shares are rounded half up, to what a card can be charged', () => {
  assert.equal(basisPointsOf(101, 5_000, 1), 51);
  assert.equal(basisPointsOf(1_290, 3_500, 10), 450);
  assert.equal(basisPointsOf(1_300, 3_500, 10), 460);
});

test('the shop’s currency is one that every provider counts alike', () => {
  assert.ok(Intl.supportedValuesOf('currency').includes(currency.toUpperCase()), currency);
  assert.equal(currency, shop.currency.code.toLowerCase());
  assert.ok(!['isk', 'ugx'].includes(currency), 'Stripe counts hundredths of it');
});
