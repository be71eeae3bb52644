import assert from 'node:assert/strict';
import test from 'node:test';
import { databaseAddresses } from './database-addresses.ts';

const cases: [given: string, addresses: string[]][] = [
  ['postgres://shop@one/shop', ['postgres://shop@one/shop']],
  [
    'postgresql://shop:p%2Cw@one:5433,two:5434/shop?sslmode=verify-full&target_session_attrs=read-write',
    [
      'postgresql://shop:p%2Cw@one:5433/shop?sslmode=verify-full',
      'postgresql://shop:p%2Cw@two:5434/shop?sslmode=verify-full',
    ],
  ],
  ['postgres://shop@[::1]:5433,two/shop', ['postgres://shop@[::1]:5433/shop', 'postgres://shop@two/shop']],
  [
    'postgres:///shop?host=one,two&port=5433,5434',
    ['postgres:///shop?host=one&port=5433', 'postgres:///shop?host=two&port=5434'],
  ],
  [
    'postgres:///shop?host=one,two&port=5433',
    ['postgres:///shop?host=one&port=5433', 'postgres:///shop?host=two&port=5433'],
  ],
];

test('returns one address for each host in the setting', () => {
  for (const [given, addresses] of cases) assert.deepEqual(databaseAddresses(given), { addresses }, given);
});

test('rejects other kinds of addresses, and a setting that requests read-only hosts', () => {
  for (const given of [
    '',
    'one',
    'mysql://one/shop',
    'postgres://one:port/shop',
    'postgres://one,two:port/shop',
  ])
    assert.match(JSON.stringify(databaseAddresses(given)), /"problem":"must be a URL like postgres/, given);
  assert.match(
    JSON.stringify(databaseAddresses('postgres://one,two/shop?target_session_attrs=standby')),
    /"problem":"must not request a read-only host/,
  );
});
