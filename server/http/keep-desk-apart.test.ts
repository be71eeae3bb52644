import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let apart: TestShop;
let together: TestShop;
before(async () => {
  apart = await openTestShop({
    settings: {
      DESK: 'on',
      PUBLIC_URL: 'https://shop.test',
      DESK_ORIGIN: 'https://desk.test',
      CORS_ORIGINS: 'https://www.shop.test',
      PAYMENTS_ALLOW_SANDBOX: 'i-understand-orders-are-not-paid',
    },
  });
  together = await openTestShop({ settings: { DESK: 'on' } });
});
after(async () => {
  await apart.close();
  await together.close();
});

const statusAt = async (
  shop: TestShop,
  host: string,
  url: string,
  method: 'GET' | 'POST' | 'OPTIONS' = 'GET',
) =>
  (
    await shop.app.http.inject({
      method,
      url,
      headers: { host, origin: 'https://www.shop.test', 'access-control-request-method': 'GET' },
    })
  ).statusCode;

const storefront = [
  '/',
  '/pay',
  '/robots.txt',
  '/assets/app-1.js',
  '/nothing',
  '/api',
  '/api/Accounts/profile',
  '/api/openapi.json',
  '/api/orders',
  '//desk',
  '/deskx',
];
const ofDesk = ['/desk', '/desk/queue', '/DESK', '/%64esk', '/desk/assets/desk-1.js', '/api/desk/me'];
const both = ['/api/calendar', '/api/health/live', '/api/health/ready'];

test('serves only the desk at the desk’s address, however the host is written', async () => {
  for (const host of ['desk.test', 'DESK.test', 'desk.test:443', 'desk.test.']) {
    for (const url of storefront) assert.equal(await statusAt(apart, host, url), 404, `${host}${url}`);
    for (const url of both) assert.equal(await statusAt(apart, host, url), 200, `${host}${url}`);
  }
  for (const url of ofDesk) assert.notEqual(await statusAt(apart, 'desk.test', url), 404, url);
  for (const method of ['POST', 'OPTIONS'] as const)
    assert.equal(await statusAt(apart, 'desk.test', '/api/Accounts/log-in', method), 404, method);
  assert.equal(await statusAt(apart, 'desk.test', '/api/webhooks/sandbox', 'POST'), 404);
});

test('serves nothing of the desk at the storefront’s address', async () => {
  for (const url of ['/', '/robots.txt', ...both])
    assert.equal(await statusAt(apart, 'shop.test', url), 200, url);
  for (const url of ofDesk.filter((path) => !path.includes('assets')))
    assert.ok([401, 403, 404].includes(await statusAt(apart, 'shop.test', url)), url);
  assert.equal(await statusAt(apart, 'shop.test', '/desk'), 404);
});

test('serves storefront and desk at one address when the desk has no address of its own', async () => {
  for (const url of ['/', '/desk', ...both])
    assert.equal(await statusAt(together, 'shop.test', url), 200, url);
});
