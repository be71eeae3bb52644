import assert from 'node:assert/strict';
import { connect } from 'node:net';
import test, { after, before } from 'node:test';
import { endpoints } from '#contract/storefront/endpoints.ts';
import { sql } from 'kysely';
import { slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
let auth: { authorization: string };
before(async () => {
  shop = await openTestShop({
    settings: { RATE_LIMIT_FACTOR: '1000', CORS_ORIGINS: 'https://www.shop.test' },
  });
  ({ auth } = await shop.customer());
});
after(() => shop.close());

test('matches paths in any letter case', async () => {
  for (const path of ['/api/Accounts/profile', '/api/accounts/PROFILE', '/API/ACCOUNTS/profile'])
    assert.equal((await shop.send('GET', path, { headers: auth })).status, 200, path);
});

test('answers 405 with Allow to another method on a known path', async (t) => {
  const answers = async (method: string, path: string) => {
    const { status, headers } = await shop.send(method, path, method === 'POST' ? { body: 'rubbish' } : {});
    return [status, headers.get('allow')];
  };
  for (const method of ['PUT', 'PATCH', 'DELETE', 'HEAD'])
    assert.deepEqual(await answers(method, '/api/orders'), [405, 'GET, POST'], method);
  for (const method of ['GET', 'HEAD', 'PUT'])
    for (const path of ['/api/Accounts/login', '/api/webhooks/sandbox'])
      assert.deepEqual(await answers(method, path), [405, 'POST'], `${method} ${path}`);
  for (const path of ['/api/openapi.json', '/api/docs'])
    assert.deepEqual(await answers('POST', path), [405, 'GET, HEAD'], path);
  assert.deepEqual(await answers('POST', '/api/health/live'), [405, 'GET, HEAD']);
  for (const path of ['/api/health/live', '/api/health/ready', '/api/docs'])
    assert.deepEqual(await answers('HEAD', path), [200, null], path);
  const bare = await openTestShop();
  t.after(() => bare.close());
  for (const path of ['/api/orders', '/api/health/live', '/api/openapi.json'])
    assert.equal((await bare.send('OPTIONS', path)).status, 405, path);
});

/** Sends raw bytes and returns the whole answer. */
const raw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(shop.origin).port), '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });

test('answers an invalid HTTP request with a problem document and security headers, without its input', async () => {
  const rest = 'Host: shop.test\r\nConnection: close\r\n\r\n';
  const cases: [bytes: string, status: number][] = [
    [`GET /%zz-marker HTTP/1.1\r\n${rest}`, 400],
    [`GET /api/orders/%E0%A4%A-marker HTTP/1.1\r\n${rest}`, 400],
    [`GET /api/orders/${'marker'.repeat(40)} HTTP/1.1\r\n${rest}`, 404],
    [`GET / HTTP/1.1\r\nmarker marker: x\r\n${rest}`, 400],
    [`GET / HTTP/1.1\r\nX: a\u0000marker\r\n${rest}`, 400],
    [`GET / HTTP/1.1\r\nX: ${'marker'.repeat(5000)}\r\n${rest}`, 431],
    [`POST / HTTP/1.1\r\nContent-Length: marker\r\n${rest}`, 400],
    [`POST / HTTP/1.1\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n${rest}marker`, 400],
    [`POST / HTTP/1.1\r\nContent-Length: 6\r\nContent-Length: 5\r\n${rest}marker`, 400],
    [`marker\r\n\r\n`, 400],
  ];
  for (const [bytes, status] of cases) {
    const answer = await raw(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const name = bytes.slice(0, 40);
    assert.ok(head.startsWith(`HTTP/1.1 ${status} `), `${name}: ${head.slice(0, 40)}`);
    assert.match(head, /content-type: application\/problem\+json/i, name);
    for (const header of ['content-security-policy', 'x-content-type-options', 'referrer-policy'])
      assert.match(head, new RegExp(`^${header}: `, 'im'), name);
    assert.equal((JSON.parse(body) as { status: number }).status, status);
    assert.doesNotMatch(answer, /marker/);
  }
});

test('rejects TRACE and CONNECT requests, and returns none of their input', async () => {
  const rest = 'Host: shop.test\r\nX-Marker: marker\r\nConnection: close\r\n\r\n';
  for (const path of ['/', '/api/orders', '/api/nope', '/assets/app-1.js'])
    assert.match(await raw(`TRACE ${path} HTTP/1.1\r\n${rest}`), /^HTTP\/1\.1 40[45] (?![^]*marker)/, path);
  assert.doesNotMatch(await raw(`CONNECT shop.test:443 HTTP/1.1\r\n${rest}`), /200|marker/);
});

test('sets Strict-Transport-Security on every response over https', async (t) => {
  const safe = await openTestShop({
    settings: {
      PUBLIC_URL: 'https://shop.example',
      PAYMENTS_ALLOW_SANDBOX: 'i-understand-orders-are-not-paid',
    },
  });
  t.after(() => safe.close());
  for (const path of ['/', '/nope', '/api/health/live', '/api/nope', '/assets/app-1.js', '/%zz'])
    assert.equal(
      (await safe.send('GET', path)).headers.get('strict-transport-security'),
      'max-age=31536000; includeSubDomains',
      path,
    );
});

test('answers a body that is no JSON object, too large, too deep or of another type with a specific problem', async () => {
  const post = (body: string, type = 'application/json') =>
    shop.send('POST', '/api/Accounts/login', { body, headers: { 'content-type': type } });
  assert.equal((await post('{')).status, 400);
  assert.equal((await post('[]')).status, 400);
  assert.equal((await post('null')).status, 400);
  assert.equal((await post('')).status, 400);
  assert.equal((await post('{"__proto__":{"a":1}}')).status, 400);
  assert.equal((await post(`${'['.repeat(20_000)}`)).status, 400);
  assert.equal((await post(`{"email":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)).status, 400);
  assert.equal((await post('{}', 'text/plain')).status, 415);
  assert.equal((await post('a=b', 'application/x-www-form-urlencoded')).status, 415);
  assert.equal((await post(JSON.stringify({ email: 'x'.repeat(70_000) }))).status, 413);
});

test('accepts a body of 200 KB, the size of an order with long texts', async () => {
  const body = { ...slogansOrder, padding: 'x'.repeat(200_000) };
  const answer = await shop.send('POST', '/api/orders', { body, headers: auth });
  assert.deepEqual(answer.body.errors, { padding: ['Unknown field'] });
});

test('rejects requests from other sites’ pages, and accepts those from our own and configured origins', async () => {
  const from = (headers: Record<string, string>) =>
    shop.send('POST', '/api/Accounts/login', { body: {}, headers });
  const refused = ['https://evil.example', 'null', 'https://shop.test.evil.example', 'http://shop.test:81'];
  for (const origin of refused)
    assert.match(JSON.stringify((await from({ origin })).body), /other sites/, origin);
  assert.match(JSON.stringify((await from({ 'sec-fetch-site': 'cross-site' })).body), /other sites/);
  for (const origin of ['http://shop.test', 'https://www.shop.test', shop.origin])
    assert.doesNotMatch(JSON.stringify((await from({ origin })).body), /other sites/, origin);
});

test('lets only pages of configured origins read responses', async () => {
  const preflight = (origin: string) =>
    shop.send('OPTIONS', '/api/orders', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
  assert.equal(
    (await preflight('https://www.shop.test')).headers.get('access-control-allow-origin'),
    'https://www.shop.test',
  );
  assert.equal((await preflight('https://evil.example')).headers.get('access-control-allow-origin'), null);
});

test('answers 401 to a visitor on every endpoint that needs a customer', async () => {
  for (const { method, path, may } of Object.values(endpoints)) {
    if (may !== 'customer') continue;
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: 'Basic x' }]) {
      const answer = await shop.send(method, path.replaceAll(/:\w+/g, 'x'), {
        headers,
        body: method === 'POST' ? {} : undefined,
      });
      assert.equal(answer.status, 401, `${method} ${path}`);
    }
  }
});

test('describes every endpoint in OpenAPI, and on a page for people', async () => {
  const { body } = await shop.send<{
    openapi: string;
    paths: Record<string, Record<string, unknown>>;
    components: { schemas: Record<string, unknown> };
  }>('GET', '/api/openapi.json');
  assert.match(body.openapi, /^3\.1/);
  for (const { method, path } of Object.values(endpoints))
    assert.ok(body.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()], path);
  const references = [...JSON.stringify(body).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name!,
  );
  assert.ok(references.includes('SlogansDetails'));
  for (const name of references) assert.ok(body.components.schemas[name], name);
  const page = await shop.send<string>('GET', '/api/docs');
  assert.equal(page.status, 200);
  for (const { path } of Object.values(endpoints))
    assert.ok(page.body.includes(path.replaceAll(/:(\w+)/g, '{$1}')), path);
});

test('answers the health check without a token, and names the part of the shop that isn’t ready', async (t) => {
  assert.equal((await shop.send('GET', '/api/health/live')).status, 200);
  assert.equal((await shop.send('GET', '/api/health/ready')).status, 200);
  const away = await openTestShop();
  t.after(async () => {
    await away.app.jobs.stop();
    await away.app.http.close();
  });
  await away.database.close();
  const answer = await away.send('GET', '/api/health/ready');
  assert.equal(answer.status, 503);
  assert.deepEqual(Object.keys(answer.body.errors ?? {}), ['database']);
  assert.equal((await away.send('GET', '/api/health/live')).status, 200);
});

test('rejects a list with too many items, and names its field', async () => {
  const list = Array<string>(300_000).fill('');
  const details = { ...slogansOrder.orderDetails[0]!, brief: { items: list } };
  const answer = await shop.send('POST', '/api/orders', {
    body: { ...slogansOrder, orderDetails: [details] },
    headers: auth,
  });
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.body.errors, {
    'orderDetails.0.brief.items': ['A list can have up to 1,000 items'],
  });
});

test('reveals no internals in the answer when a call fails with an error', async (t) => {
  const broken = await openTestShop();
  t.after(() => broken.close());
  await sql`alter table customer_order rename to customer_order_away`.execute(broken.database.db);
  const { auth: own } = await broken.customer();
  const { status, body } = await broken.send('GET', '/api/orders', { headers: own });
  assert.equal(status, 500);
  assert.deepEqual(body, {
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    detail: 'An unexpected server error occurred.',
  });
});

test('forbids the display of an API response in a frame', async () => {
  const policy = (await shop.send('GET', '/api/health/live')).headers.get('content-security-policy');
  assert.equal(policy, "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
});
