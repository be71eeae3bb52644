import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentSecurityPolicy, foreignOrigin } from './content-security-policy.ts';
import { sourceHash } from './inline-code.ts';

const page = (body: string) =>
  `<!DOCTYPE html><html><head><style>p{color:red}</style></head><body>${body}</body></html>`;

test('allows each inline script and style by its hash, and files by "self"', () => {
  const policy = contentSecurityPolicy(
    page(
      '<script>a()</script><script src="/b.js"></script><script type="module" async="">import("/c.js")</script>',
    ),
  );
  assert.ok(policy.includes(`script-src 'self' ${sourceHash('a()')} ${sourceHash('import("/c.js")')};`));
  assert.ok(policy.includes(`style-src 'self' ${sourceHash('p{color:red}')};`));
  assert.ok(!policy.includes('unsafe'));
});

test('does not count structured data as a script', () => {
  const policy = contentSecurityPolicy(page('<script type="application/ld+json">{"a":1}</script>'));
  assert.ok(policy.includes("script-src 'self';"));
});

test('fails the build for an attribute that the policy would block', () => {
  assert.throws(() => contentSecurityPolicy(page('<p style="color:red">x</p>')), /style="color:red"/);
  assert.throws(
    () => contentSecurityPolicy(page('<button type="button" onclick="x()">x</button>')),
    /onclick/,
  );
  assert.doesNotThrow(() => contentSecurityPolicy(page('<p>style="x" onclick="y"</p>')));
});

test('allows calls to an API on another host', () => {
  assert.equal(foreignOrigin('/api'), undefined);
  assert.equal(foreignOrigin('https://api.shop.example/v1'), 'https://api.shop.example');
  assert.ok(
    contentSecurityPolicy(page(''), 'https://api.shop.example').includes(
      "connect-src 'self' https://api.shop.example;",
    ),
  );
});

test('allows no connection to analytics on a personal page', () => {
  const html = page('').replace('<head>', '<head><meta name="analytics-id" content="G-TEST">');
  const counted = html.includes('analytics-id') ? html : `<meta name="analytics-id" content="G-TEST">${html}`;
  assert.match(contentSecurityPolicy(counted), /googletagmanager/);
  assert.doesNotMatch(contentSecurityPolicy(counted, undefined, true), /google/);
});

test('denies features that a page does not use', () => {
  const policy = contentSecurityPolicy(page('')).split('; ');
  for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
    assert.ok(policy.includes(rule), rule);
  assert.ok(policy.some((rule) => rule.startsWith("require-trusted-types-for 'script'")));
});
