import assert from 'node:assert/strict';
import test from 'node:test';
import { networkOf, siteOf } from './rate-limits.ts';

test('counts IPv4 clients by address and IPv6 clients by /64', () => {
  assert.equal(networkOf('203.0.113.9'), '203.0.113.9');
  assert.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9');
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(networkOf('2001:0DB8:0001:0002::1'), '2001:db8:1:2::/64');
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
});

test('counts an IPv4 address, or an IPv6 /48, as one site', () => {
  assert.equal(siteOf('203.0.113.9'), '203.0.113.9');
  assert.equal(siteOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1::/48');
  assert.equal(siteOf('2001:db8::1'), '2001:db8:0::/48');
});
