import assert from 'node:assert/strict';
import test from 'node:test';
import { addressLines } from './address-lines.ts';

const ann = { firstName: 'Ann', lastName: 'Lee' };

test('writes name, street, city and country, one line each', () => {
  const dayton = { address: '12 Main St', city: 'Dayton', state: 'OH', zipCode: '45402', country: 'US' };
  assert.deepEqual(addressLines({ ...ann, ...dayton }), [
    'Ann Lee',
    '12 Main St',
    'Dayton, OH 45402',
    'United States',
  ]);
});

for (const [country, city, state, zipCode, line] of [
  ['DE', 'Berlin', '', '10117', '10117 Berlin'],
  ['DK', 'København', '', '2200', '2200 København'],
  ['HU', 'Budapest', '', '1054', '1054 Budapest'],
  ['IT', 'Roma', 'RM', '00144', '00144 Roma RM'],
  ['MX', 'Mérida', 'YUC', '97000', '97000 Mérida, YUC'],
  ['EC', 'Quito', '', '', 'Quito'],
  ['GB', 'Leeds', '', 'LS1 7BT', 'Leeds LS1 7BT'],
  ['AU', 'Perth', 'WA', '6000', 'Perth WA 6000'],
  ['US', 'Dayton', 'OH', '45402', 'Dayton, OH 45402'],
] as const)
  test(`writes city and postal code as ${country} does: "${line}"`, () => {
    assert.equal(addressLines({ ...ann, address: '3 Long Road', city, state, zipCode, country })[2], line);
  });

test('omits empty lines in an address of a country without postal codes', () => {
  const hongKong = {
    address: '1 Queen’s Road',
    city: '',
    state: 'Hong Kong Island',
    zipCode: '',
    country: 'HK',
  };
  assert.equal(addressLines({ ...ann, ...hongKong }).length, 4);
});
