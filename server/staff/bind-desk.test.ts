import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { minute } from '#contract/durations.ts';
import { sql } from 'kysely';
import { loadConfig } from '#server/process/config.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { deskOriginOf, whyNoPasskeys } from './desk-origin.ts';

let desk: TestDesk;
let person: Person;
before(async () => {
  desk = await openTestDesk({ settings: { CORS_ORIGINS: 'https://www.shop.test' } });
  person = await desk.join('owner');
});
after(() => desk.close());

const send = (method: 'GET' | 'POST' | 'OPTIONS', url: string, headers: Record<string, string>) =>
  desk.shop.app.http.inject({ method, url, headers: { cookie: `desk=${person.cookie}`, ...headers } });

const ours = {
  host: 'shop.test',
  origin: 'http://shop.test',
  'sec-fetch-site': 'same-origin',
  'x-desk': '1',
};
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(ours).filter(([name]) => !names.includes(name))) as Record<
    string,
    string
  >;

test('accepts calls of its own pages, with an Origin header or with Sec-Fetch-Site', async () => {
  for (const headers of [ours, without('origin'), without('sec-fetch-site')]) {
    const answer = await send('POST', '/api/desk/proof/options', headers);
    assert.equal(answer.statusCode, 200, JSON.stringify(headers));
  }
});

const forged: Record<string, Record<string, string>> = {
  'a form of another site': { ...ours, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  'a page that hides its origin': { ...ours, origin: 'null', 'sec-fetch-site': 'cross-site' },
  'a sibling subdomain': { ...ours, origin: 'http://blog.shop.test', 'sec-fetch-site': 'same-site' },
  'an origin that the storefront accepts': {
    ...ours,
    origin: 'https://www.shop.test',
    'sec-fetch-site': 'cross-site',
  },
  'the same host over another protocol': { ...ours, origin: 'https://shop.test' },
  'the same host at another port': { ...ours, origin: 'http://shop.test:8080' },
  'an image of another site': { ...without('origin', 'x-desk'), 'sec-fetch-site': 'cross-site' },
  'a link that is followed': { ...without('origin', 'x-desk'), 'sec-fetch-site': 'none' },
  'a program that names nothing': without('origin', 'sec-fetch-site', 'x-desk'),
  'a form of our own site, without the header': without('x-desk'),
  'another value of the header': { ...ours, 'x-desk': 'yes' },
};
for (const [what, headers] of Object.entries(forged))
  test(`rejects a call by ${what}, and changes nothing`, async () => {
    const isAboutPost = 'x-desk' in headers || what.includes('header');
    for (const [method, url] of [
      ['POST', '/api/desk/logout'],
      ['POST', '/API/DESK/logout'],
      ['POST', '/api/%64esk/logout'],
      ...(isAboutPost ? [] : ([['GET', '/api/desk/me']] as const)),
    ] as const) {
      const answer = await send(method, url, headers);
      assert.equal(answer.statusCode, 400, `${method} ${url}: ${answer.body}`);
    }
    assert.equal((await desk.call('GET', 'me', { cookie: person.cookie })).status, 200);
  });

test('rejects a body that an HTML form can send', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const answer = await desk.shop.app.http.inject({
      method: 'POST',
      url: '/api/desk/people/invite',
      headers: { ...ours, cookie: `desk=${person.cookie}`, 'content-type': type },
      payload: '{"role":"owner"}',
    });
    assert.equal(answer.statusCode, 415, type);
  }
});

test('answers 404 at any other host, and answers no CORS preflight', async () => {
  assert.equal((await send('GET', '/api/desk/me', { ...ours, host: 'other.test' })).statusCode, 404);
  const preflight = {
    origin: 'https://www.shop.test',
    'access-control-request-method': 'POST',
    host: 'shop.test',
  };
  for (const url of ['/api/desk/logout', '/API/desk/logout', '/api/%64esk/logout', '/api/desk/nothing']) {
    const answer = await send('OPTIONS', url, preflight);
    assert.equal(answer.headers['access-control-allow-origin'], undefined, url);
  }
  const storefront = await send('OPTIONS', '/api/accounts/login', preflight);
  assert.equal(storefront.headers['access-control-allow-origin'], 'https://www.shop.test');
});

test("rejects a customer's token at the desk, and the desk's cookie at the shop", async () => {
  const { auth } = await desk.shop.customer();
  assert.equal((await desk.call('GET', 'me', { headers: auth })).status, 401);
  const asCustomer = await send('GET', '/api/accounts/profile', { host: 'shop.test' });
  assert.equal(asCustomer.statusCode, 401);
});

test('rejects a cookie that is sent twice or has another form', async () => {
  const status = async (cookie: string) => (await desk.call('GET', 'me', { headers: { cookie } })).status;
  assert.equal(await status(`a=b; desk=${person.cookie}; c=d`), 200);
  for (const cookie of [
    `desk=planted; desk=${person.cookie}`,
    `desk=${person.cookie}; desk=${person.cookie}`,
    `desk="${person.cookie}"`,
    `Desk=${person.cookie}`,
    `desk=${'A'.repeat(43)}`,
    'desk=',
  ])
    assert.equal(await status(cookie), 401, cookie);
});

test('requires a new login proof ten minutes after the last one, and accepts the repeated call after it', async () => {
  const { cookie, authenticator } = await desk.join('owner');
  const invite = () => desk.call('POST', 'people/invite', { cookie, body: { role: 'reader' } });
  desk.shop.pass(10 * minute - 1000);
  assert.equal((await invite()).status, 200);
  desk.shop.pass(1000);
  const refused = await invite();
  assert.deepEqual([refused.status, refused.body.type], [401, '/problems/proof-needed']);
  const asked = (
    await desk.call<{ id: string; publicKey: Record<string, unknown> }>('POST', 'proof/options', { cookie })
  ).body;
  const other = await desk.join('owner');
  const proof = { passkey: { id: asked.id, response: authenticator.answer(asked) } };
  assert.equal(
    (await desk.call('POST', 'proof', { cookie: other.cookie, body: proof })).status,
    400,
    'asked by another session',
  );
  const again = (
    await desk.call<{ id: string; publicKey: Record<string, unknown> }>('POST', 'proof/options', { cookie })
  ).body;
  const strange = { passkey: { id: again.id, response: other.authenticator.answer(again) } };
  assert.equal(
    (await desk.call('POST', 'proof', { cookie, body: strange })).status,
    400,
    "another's passkey",
  );
  assert.equal((await invite()).status, 401);
  const third = (
    await desk.call<{ id: string; publicKey: Record<string, unknown> }>('POST', 'proof/options', { cookie })
  ).body;
  const mine = { passkey: { id: third.id, response: authenticator.answer(third) } };
  assert.deepEqual((await desk.call('POST', 'proof', { cookie, body: mine })).body, { freshFor: 600 });
  assert.equal((await invite()).status, 200);
});

test('accepts an authenticator code once as a proof, and at most ten wrong codes an hour', async () => {
  const own = await openTestDesk({ settings: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const { cookie, secret } = await own.join('owner', 'password');
    own.shop.pass(11 * minute);
    const prove = async (code: string) =>
      (await own.call('POST', 'proof', { cookie, body: { code } })).status;
    const code = own.six(secret);
    assert.deepEqual([await prove(code), await prove(code)], [200, 400]);
    const wrongs = await Promise.all(Array.from({ length: 12 }, () => prove('000000')));
    assert.equal(wrongs.filter((status) => status === 429).length, 3);
  } finally {
    await own.close();
  }
});

test('audits each call rejected for a missing permission or proof, with its session and request', async () => {
  const { cookie, id } = await desk.join('writer');
  const refused = await desk.call('GET', 'people', { cookie });
  assert.deepEqual(
    [refused.status, refused.body.type, refused.body.needs],
    [403, '/problems/not-allowed', 'staff.manage'],
  );
  await desk.call('POST', 'proof', { cookie, body: { code: '000000' } });
  const { rows } = await sql<{ action: string; detail: Record<string, string> }>`
    select action, detail from audit_entry where subject = ${`staff ${id}`} order by place desc limit 2`.execute(
    desk.shop.database.db,
  );
  const [proof, permission] = rows;
  assert.deepEqual([proof!.action, proof!.detail['way']], ['proof-refused', 'code']);
  assert.equal(permission!.action, 'refused');
  const { call, needs, session, request } = permission!.detail;
  assert.deepEqual([call, needs], ['listPeople', 'staff.manage']);
  assert.match(session!, /^[\da-f-]{36}$/);
  assert.equal(request, refused.headers['x-request-id']);
});

test('serves the OpenAPI description of every desk call, to staff only', async () => {
  const url = 'openapi.json';
  assert.equal((await desk.call('GET', url)).status, 401);
  const { cookie } = await desk.join('writer');
  const { status, body } = await desk.call<{
    paths: Record<string, Record<string, Record<string, unknown>>>;
  }>('GET', url, { cookie });
  assert.equal(status, 200);
  for (const { method, path, may } of Object.values(deskEndpoints)) {
    const described = body.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    assert.ok(described, path);
    assert.equal(described['x-permission'], may === 'anyone' || may === 'staff' ? undefined : may, path);
    assert.equal('security' in described, may !== 'anyone', path);
  }
});

test('has no desk when it is switched off, and explains why there is none over http at a public address', async () => {
  const shop = await openTestShop({ settings: { DESK: 'off' } });
  try {
    assert.equal((await shop.app.http.inject({ url: '/api/desk/session', headers: ours })).statusCode, 404);
    assert.ok(!('staff' in shop.app.commands));
  } finally {
    await shop.close();
  }
  const environment = {
    DATA_DIR: '/tmp/none',
    PAYMENTS_ALLOW_SANDBOX: 'i-understand-orders-are-not-paid',
  };
  for (const NODE_ENV of ['development', 'production']) {
    const open = loadConfig({ ...environment, NODE_ENV, PUBLIC_URL: 'http://shop.example.com' });
    assert.equal(open.deskOrigin, undefined);
    assert.match(
      open.whyNoDesk!,
      /^off, because http:\/\/shop\.example\.com doesn’t use https\. Set DESK_ORIGIN/,
    );
  }
  const of = (settings: Record<string, string>) => loadConfig({ ...environment, ...settings }).deskOrigin;
  assert.equal(of({}), 'http://127.0.0.1:3000');
  assert.equal(
    of({ PUBLIC_URL: 'http://shop.test', DESK_ORIGIN: 'https://desk.example.com/' }),
    'https://desk.example.com',
  );
  assert.equal(
    of({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com' }),
    'https://shop.example.com',
  );
  const off = loadConfig({ ...environment, DESK: 'off', PUBLIC_URL: 'http://shop.example.com' });
  assert.deepEqual([off.deskOrigin, off.whyNoDesk], [undefined, undefined]);
});

test('offers passkeys at addresses where browsers support them, and else explains why not', () => {
  const local = deskOriginOf('http://127.0.0.1:3000');
  assert.deepEqual([local.link, local.rpId], ['http://localhost:3000', 'localhost']);
  assert.equal(whyNoPasskeys(local, 'localhost:3000'), null);
  assert.match(whyNoPasskeys(local, '127.0.0.1:3000')!, /^Open the desk at http:\/\/localhost:3000\/desk /);
  const number = deskOriginOf('https://192.0.2.7');
  assert.match(whyNoPasskeys(number, '192.0.2.7')!, /work with an IP address/);
  const named = deskOriginOf('https://desk.example.com');
  assert.deepEqual(
    [named.rpId, named.cookie, whyNoPasskeys(named, 'desk.example.com')],
    ['desk.example.com', '__Host-desk', null],
  );
});

test('sets a session cookie over https that no subdomain and no http page can overwrite', async () => {
  const own = await openTestDesk({ settings: { DESK_ORIGIN: 'https://desk.shop.test' } });
  try {
    const headers = { ...ours, host: 'desk.shop.test', origin: 'https://desk.shop.test' };
    const link = await own.shop.operate('staff', 'invite', 'reader');
    assert.match(link, /^https:\/\/desk\.shop\.test\/desk\/welcome#/);
    const code = own.codeOf(link);
    const offered = await own.call<{ secret: string }>('POST', 'welcome/code', { body: { code }, headers });
    const { secret } = offered.body;
    const password = { password: 'nine otters juggle lanterns', secret, code: own.six(secret) };
    const body = { code, name: 'Ann', email: 'ann@staff.test', password };
    const answer = await own.call('POST', 'welcome', { body, headers });
    assert.match(
      String(answer.headers['set-cookie']),
      /^__Host-desk=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure,__Host-desk-known=[\w.-]+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure$/,
    );
  } finally {
    await own.close();
  }
});
