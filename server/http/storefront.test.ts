import assert from 'node:assert/strict';
import { get } from 'node:http';
import test, { after, before } from 'node:test';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop();
});
after(() => shop.close());

const page = (path: string, headers: Record<string, string> = {}) =>
  shop.send<string>('GET', path, { headers });

/** Sends a raw request, because fetch would normalize the path and change the caching headers. */
const rawStatus = (path: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    get({ host: '127.0.0.1', port: new URL(shop.origin).port, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on('error', reject);
  });

test('serves a page with its own content security policy, and makes browsers revalidate it', async () => {
  const { status, headers, body } = await page('/');
  assert.equal(status, 200);
  assert.match(body, /Home/);
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; script-src 'self'");
  assert.equal(headers.get('cache-control'), 'no-cache');
  assert.equal(await rawStatus('/', { 'if-none-match': headers.get('etag') ?? '' }), 304);
});

test('lets browsers cache hashed assets for a year, and compresses them where the browser accepts it', async () => {
  const { headers } = await page('/assets/app-1.js', { 'accept-encoding': 'br' });
  assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(headers.get('content-encoding'), 'br');
  assert.match(headers.get('vary') ?? '', /accept-encoding/i);
  assert.equal(
    (await page('/assets/app-1.js', { 'accept-encoding': 'identity' })).headers.get('content-encoding'),
    null,
  );
});

test('gives each browser an encoding that it accepts, with a separate ETag per variant', async () => {
  const packedAs = async (accepted: string) =>
    (await page('/assets/app-1.js', { 'accept-encoding': accepted })).headers;
  const expected: [accepted: string, encoding: string | null][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['BR;q=0.1', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['*', 'br'],
    ['*, br;q=0.0', 'gzip'],
    ['deflate', null],
    ['br;q=0, gzip;q=0, *;q=0', null],
  ];
  for (const [accepted, encoding] of expected)
    assert.equal((await packedAs(accepted)).get('content-encoding'), encoding, accepted);
  const [packed, plain] = [await packedAs('br'), await packedAs('identity')];
  assert.notEqual(packed.get('etag'), plain.get('etag'));
  assert.equal(
    await rawStatus('/assets/app-1.js', {
      'accept-encoding': 'br',
      'if-none-match': plain.get('etag') ?? '',
    }),
    200,
  );
  const head = await fetch(`${shop.origin}/assets/app-1.js`, { method: 'HEAD' });
  assert.deepEqual([head.status, await head.text()], [200, '']);
});

test('answers an unknown path with the not-found page and 404, and an unknown call with a problem', async () => {
  for (const path of [
    '/nope',
    '/cabinet',
    '/index.html',
    '/assets/none.js',
    '/%00',
    '/..%2f..%2fpackage.json',
  ]) {
    const { status, body } = await page(path);
    assert.equal(status, 404, path);
    assert.match(body, /Page Not Found/, path);
  }
  const call = await shop.send('GET', '/api/nope');
  assert.equal(call.status, 404);
  assert.equal(call.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  assert.equal((await shop.send('POST', '/nope', { body: {} })).status, 404);
});

test('serves no file outside the build', async () => {
  for (const path of [
    '/../client-csp.json',
    '/assets/../../client-csp.json',
    '//etc/passwd',
    '/%2e%2e/client-csp.json',
  ])
    assert.notEqual(await rawStatus(path), 200, path);
});

test('redirects a path with a final slash to the path without it, never to another host', async () => {
  const { status, headers } = await page('/pay/?link=x');
  assert.equal(status, 308);
  assert.equal(headers.get('location'), '/pay?link=x');
  assert.equal((await page('/pay/?link=x?y&z=1')).headers.get('location'), '/pay?link=x?y&z=1');
  assert.equal(await rawStatus('//evil.example/'), 308);
  assert.equal((await page('//evil.example/')).headers.get('location'), '/evil.example');
});

test('redirects a form sent without JavaScript back to its page, and ignores its body', async () => {
  const send = (path: string) =>
    fetch(`${shop.origin}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
      body: 'email=ann%40example.com&password=secret',
    });
  for (const [path, to] of [
    ['/pay?link=x', '/pay?link=x'],
    ['//pay/', '/pay'],
    ['/', '/'],
  ] as const) {
    const { status, headers } = await send(path);
    assert.deepEqual([status, headers.get('location')], [303, to]);
  }
  for (const path of ['/nope', '//evil.example/', '/api/nope'])
    assert.equal((await send(path)).status, 404, path);
});

test('excludes private pages from search engines and from the Referer header', async () => {
  const { headers } = await page('/pay?link=secret');
  assert.equal(headers.get('x-robots-tag'), 'noindex');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
});

test('sends the security headers with every response', async () => {
  for (const path of [
    '/',
    '/nope',
    '/api/health/live',
    '/api/nope',
    '/api/openapi.json',
    '/assets/app-1.js',
  ]) {
    const { headers } = await page(path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    assert.ok(headers.get('content-security-policy')?.includes("default-src 'none'"), path);
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', path);
    assert.equal(headers.get('server'), null);
    assert.equal(headers.get('set-cookie'), null);
    assert.ok(headers.get('x-request-id'));
  }
});

test('shows a notice about test money on the pages of a public shop in test mode, and else none', async (t) => {
  const settings = {
    PUBLIC_URL: 'https://shop.example.com',
    PAYMENTS_ALLOW_SANDBOX: 'i-understand-orders-are-not-paid',
  };
  const inPublic = await openTestShop({ settings });
  t.after(() => inPublic.close());
  const { body, headers } = await inPublic.send<string>('GET', '/');
  assert.match(body, /<body class="home"><aside aria-label="Test mode"[^>]*>Test mode: no real money/);
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; script-src 'self'");
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.doesNotMatch((await page('/')).body, /Test mode/);
});

test('excludes personal pages from search engines when their paths are in another letter case', async () => {
  for (const path of [
    '/pay',
    '/PAY',
    '/cart',
    '/cabinet',
    '/Cabinet/balance',
    '/account/reset',
    '/Account/Reset',
  ]) {
    const { headers } = await page(path);
    assert.equal(headers.get('x-robots-tag'), 'noindex', path);
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
  }
});
