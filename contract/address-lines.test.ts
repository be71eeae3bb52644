import assert from 'node:assert/strict';
import test from 'node:test';
import { addressLines } from './address-lines.ts';

const ann = { firstName: 'Ann', lastName: 'Lee' };

test('puts a comma after the city of a US address, and none elsewhere', () => {
  const dayton = { address: '12 Main St', city: 'Dayton', state: 'OH', zipCode: '45402', country: 'US' };
  assert.deepEqual(addressLines({ ...ann, ...dayton }), [
    'Ann Lee',
    '12 Main St',
    'Dayton, OH 45402',
    'United States',
  ]);
  const leeds = { address: '3 Call Lane', city: 'Leeds', state: '', zipCode: 'LS1 7BT', country: 'GB' };
  assert.equal(addressLines({ ...ann, ...leeds })[2], 'Leeds LS1 7BT');
});

test('leaves out empty lines for a country without postal codes', () => {
  const hongKong = {
    address: '1 Queen’s Road',
    city: '',
    state: 'Hong Kong Island',
    zipCode: '',
    country: 'HK',
  };
  assert.equal(addressLines({ ...ann, ...hongKong }).length, 4);
});
