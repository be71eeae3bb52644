import assert from 'node:assert/strict';
import test from 'node:test';
import { scannerAddress } from './scanner-address.ts';

const addresses = {
  'tcp://127.0.0.1:3310': { kind: 'tcp', host: '127.0.0.1', port: 3310 },
  'tcp://clamav': { kind: 'tcp', host: 'clamav', port: 3310 },
  'tcp://[::1]:3311/': { kind: 'tcp', host: '::1', port: 3311 },
  'unix:/run/clamav/clamd.ctl': { kind: 'unix', path: '/run/clamav/clamd.ctl' },
  'unix:///run/clamav/clamd.ctl': { kind: 'unix', path: '/run/clamav/clamd.ctl' },
} as const;
for (const [typed, address] of Object.entries(addresses))
  test(`accepts ${typed} as the scanner’s address`, () => assert.deepEqual(scannerAddress(typed), address));

for (const typed of [
  '',
  'clamav:3310',
  'http://clamav:3310',
  'tcp://',
  'tcp://clamav:0',
  'tcp://clamav:99999',
  'tcp://user@clamav',
  'tcp://clamav/path',
  'tcp://clamav?x=1',
  'unix:',
  'unix:clamd.ctl',
  'unix://host/clamd.ctl',
])
  test(`rejects “${typed}” as the scanner’s address`, () => assert.ok('problem' in scannerAddress(typed)));
