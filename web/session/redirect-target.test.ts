import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectTarget, withRedirect } from './redirect-target.ts';

test('returns a path of this site with its query and hash', () => {
  assert.equal(redirectTarget('/cart#checkout'), '/cart#checkout');
  assert.equal(redirectTarget('/cabinet/history?order=R-7K3M-Q2'), '/cabinet/history?order=R-7K3M-Q2');
});

test('rejects every target that could lead to another site', () => {
  const bad = [
    null,
    '',
    'cart',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/cart\u0000',
    '/\n/evil.example',
  ];
  for (const target of bad) assert.equal(redirectTarget(target), null, JSON.stringify(target));
});

test('preserves the target when it is encoded in a URL', () => {
  const address = withRedirect('/account/login', '/cart?a=1&b=2#checkout');
  assert.equal(
    redirectTarget(new URL(address, 'https://shop.invalid').searchParams.get('redirect')),
    '/cart?a=1&b=2#checkout',
  );
});
