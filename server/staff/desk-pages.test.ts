import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deskHost, openTestDesk, type TestDesk } from '#test/server/open-test-desk.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';

let desk: TestDesk;
before(async () => {
  desk = await openTestDesk();
});
after(() => desk.close());

const get = (url: string, host = deskHost) => desk.shop.app.http.inject({ url, headers: { host } });

test('serves one page for every path below /desk, uncached, with its own content security policy', async () => {
  for (const path of ['/desk', '/desk/', '/desk/people', '/desk/lines/R-7K3M-Q2XA/1?x=1']) {
    const { statusCode, headers, body } = await get(path);
    assert.deepEqual([statusCode, headers['cache-control']], [200, 'no-store'], path);
    assert.match(body, /<title>Desk/);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.deepEqual(
      [headers['x-robots-tag'], headers['referrer-policy'], headers['x-content-type-options']],
      ['noindex', 'no-referrer', 'nosniff'],
    );
  }
});

test('lets browsers cache assets for a year, and answers 404 for a missing asset, not the page', async () => {
  const asset = await get('/desk/assets/desk-1.js');
  assert.deepEqual(
    [asset.statusCode, asset.headers['cache-control']],
    [200, 'public, max-age=31536000, immutable'],
  );
  for (const path of ['/desk/assets/other.js', '/desk/assets/'])
    assert.equal((await get(path)).statusCode, 404, path);
});

test('answers 404 to a request for the desk’s pages at any other host', async () => {
  for (const path of ['/desk', '/desk/people', '/desk/assets/desk-1.js'])
    assert.equal((await get(path, 'elsewhere.test')).statusCode, 404, path);
});

test("leaves the storefront's pages unchanged when there is no desk", async () => {
  const without = await openTestShop({ settings: { DESK: 'off' } });
  try {
    for (const url of ['/', '/pay', '/nothing', '/assets/app-1.js', '/robots.txt']) {
      const [one, other] = await Promise.all([
        get(url),
        without.app.http.inject({ url, headers: { host: deskHost } }),
      ]);
      const { date: _, 'x-request-id': __, ...headers } = one.headers;
      const { date: ___, 'x-request-id': ____, ...others } = other.headers;
      assert.deepEqual([one.statusCode, one.body, headers], [other.statusCode, other.body, others], url);
    }
  } finally {
    await without.close();
  }
});
