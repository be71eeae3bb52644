import assert from 'node:assert/strict';
import test from 'node:test';
import { keysFor } from '#server/process/derived-keys.ts';
import { newCodeSecret, openSecret, sealSecret, stepOf } from './authenticator-code.ts';

const keys = keysFor(['a secret of at least thirty-two characters'], 'staff codes');

test('computes the codes of RFC 6238', () => {
  // RFC 6238, appendix B, SHA-1: the last six of each code's eight digits
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [2_000_000_000, '279037'],
  ] as const)
    assert.equal(stepOf(secret, code, new Date(seconds * 1000)), BigInt(Math.floor(seconds / 30)));
  assert.equal(stepOf(secret, '287083', new Date(59_000)), undefined);
});

test('creates secrets of 160 bits in the form that authenticator apps read', () => {
  const { secret, uri } = newCodeSecret('ann@staff.test');
  assert.match(secret, /^[A-Z2-7]{32}$/);
  const address = new URL(uri);
  assert.equal(address.protocol, 'otpauth:');
  assert.equal(address.searchParams.get('secret'), secret);
  assert.notEqual(newCodeSecret('ann@staff.test').secret, secret);
});

test('rejects an encrypted secret that was altered, moved to another person or encrypted with another key', () => {
  const { secret } = newCodeSecret('ann');
  const sealed = sealSecret(keys, 12n, secret);
  assert.deepEqual(openSecret(keys, 12n, sealed), { secret, isNewest: true });
  assert.ok(!sealed.toString('latin1').includes(secret));
  assert.notDeepEqual(sealSecret(keys, 12n, secret), sealed, 'each time with another nonce');
  assert.equal(openSecret(keys, 13n, sealed), undefined);
  for (let at = 0; at < sealed.length; at += 1) {
    const altered = Buffer.from(sealed);
    altered[at]! ^= 1;
    assert.equal(openSecret(keys, 12n, altered), undefined, `byte ${at}`);
  }
  assert.equal(
    openSecret(keysFor(['another secret of thirty-two characters!'], 'staff codes'), 12n, sealed),
    undefined,
  );
  assert.equal(openSecret(keys, 12n, sealed.subarray(0, 20)), undefined);
});
