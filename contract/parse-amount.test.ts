import assert from 'node:assert/strict';
import test from 'node:test';
import { amountProblem, parseAmount } from './parse-amount.ts';

test('returns an error with an example that has the currency’s decimals', () => {
  assert.deepEqual(
    ['usd', 'jpy', 'kwd'].map((code) => amountProblem(code)),
    [
      'Enter an amount like 20 or 64.50',
      'Enter a whole amount, like 20',
      'Enter an amount like 20 or 64.500',
    ],
  );
});

const amounts: Record<string, bigint> = {
  '129': 12_900n,
  '64.50': 6_450n,
  '0.01': 1n,
  '7': 700n,
  '007': 700n,
  '9999999.99': 999_999_999n,
};
for (const [typed, amount] of Object.entries(amounts))
  test(`reads ${typed} as minor units`, () => {
    assert.equal(parseAmount(typed), amount);
  });

const refused = [
  '',
  '0',
  '0.00',
  '64.5',
  '64.505',
  '64.',
  '.50',
  '-5',
  '+5',
  '1,50',
  '1e3',
  '$5',
  '5$',
  '12345678',
  ' 5',
  '5 ',
  'x',
  '6x.50',
  '6450.x0',
];
for (const typed of refused)
  test(`rejects "${typed}" as an amount`, () => {
    assert.equal(parseAmount(typed), undefined);
  });
test('rejects an empty amount', () => {
  assert.equal(parseAmount(), undefined);
});
