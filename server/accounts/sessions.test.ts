import { day, minute, second } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Profile, SessionList, Tokens } from '#contract/storefront/accounts.ts';
import { SignJWT } from 'jose';
import { keysFor } from '#server/process/derived-keys.ts';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

const refresh = (refreshToken: string) =>
  shop.send<Tokens>('POST', '/api/Accounts/refresh', { body: { refreshToken } });
const profileStatus = async (accessToken: string) =>
  (await shop.send('GET', '/api/accounts/profile', { headers: shop.bearer(accessToken) })).status;

test('shows the profile to a logged-in customer', async () => {
  const { email, auth } = await shop.customer();
  const { body } = await shop.send<Profile>('GET', '/api/Accounts/profile', { headers: auth });
  assert.deepEqual(body, {
    firstName: 'Ann',
    lastName: 'Lee',
    country: null,
    email,
    emailConfirmed: false,
    newEmail: null,
    createdAt: shop.now().toISOString(),
  });
});

test('expires an access token after ten minutes', async () => {
  const { tokens } = await shop.customer();
  shop.pass(9 * minute + 59 * second);
  assert.equal(await profileStatus(tokens.accessToken), 200);
  shop.pass(2 * second);
  assert.equal(await profileStatus(tokens.accessToken), 401);
});

test('replaces the refresh token at each refresh', async () => {
  const { tokens } = await shop.customer();
  const answer = await refresh(tokens.refreshToken);
  assert.equal(answer.status, 200);
  assert.notEqual(answer.body.refreshToken, tokens.refreshToken);
  // a token has 256 bits
  assert.match(answer.body.refreshToken, /^[\w-]{43}$/);
  assert.equal(await profileStatus(answer.body.accessToken), 200);
});

const statuses = async (...refreshTokens: string[]) => {
  const found: number[] = [];
  for (const token of refreshTokens) found.push((await refresh(token)).status);
  return found;
};
const warned = async (email: string) =>
  (await shop.emailsTo(email)).some(({ subject }) => subject === 'We logged out one of your browsers');

test('accepts a replaced refresh token while its successor is unused, because an answer can be lost', async () => {
  const { tokens } = await shop.customer();
  await refresh(tokens.refreshToken);
  shop.pass(5 * minute);
  const again = await refresh(tokens.refreshToken);
  assert.equal(again.status, 200);
  assert.deepEqual(await statuses(again.body.refreshToken), [200]);
});

test('accepts a replaced refresh token for ten seconds, and later ends its session and emails the customer', async () => {
  for (const [waited, expected] of [
    [10 * second, 200],
    [10 * second + 1, 401],
  ] as const) {
    const { email, tokens } = await shop.customer();
    const lost = (await refresh(tokens.refreshToken)).body;
    shop.pass(5 * minute);
    const replacement = (await refresh(tokens.refreshToken)).body;
    shop.pass(waited);
    assert.deepEqual(
      await statuses(lost.refreshToken, replacement.refreshToken),
      [expected, expected],
      `${waited} ms`,
    );
    assert.equal(await warned(email), expected === 401);
  }
});

test('keeps two tabs logged in when both refresh the same token within ten seconds', async () => {
  const { tokens } = await shop.customer();
  const one = (await refresh(tokens.refreshToken)).body;
  await refresh(one.refreshToken);
  shop.pass(10 * second);
  assert.equal((await refresh(tokens.refreshToken)).status, 200);
});

test('voids an unused token only when its successor is requested again after more than ten seconds', async () => {
  // `asked`, `again`: delays until the successor is requested again, once or twice. `used`: delay from the first of these
  // requests until the unused token is used.
  for (const [asked, again, used, expected] of [
    [10 * second, undefined, 20 * second, 200],
    [10 * second + 1, 5 * second, 10 * second, 200],
    [10 * second + 1, 5 * second, 10 * second + 1, 401],
  ] as const) {
    const { tokens } = await shop.customer();
    const first = (await refresh(tokens.refreshToken)).body;
    shop.pass(asked);
    assert.equal((await refresh(tokens.refreshToken)).status, 200);
    shop.pass(again ?? 0);
    if (again) assert.equal((await refresh(tokens.refreshToken)).status, 200);
    shop.pass(used - (again ?? 0));
    assert.deepEqual(await statuses(first.refreshToken), [expected], `${asked}, ${used}`);
  }
});

test('counts the ten seconds for a replaced token from its first successor, not from a second one', async () => {
  const { tokens } = await shop.customer();
  const one = (await refresh(tokens.refreshToken)).body;
  await refresh(one.refreshToken);
  shop.pass(9 * second);
  assert.deepEqual(await statuses(tokens.refreshToken), [200]);
  shop.pass(9 * second);
  assert.deepEqual(await statuses(tokens.refreshToken), [401]);
});

test('rejects a replaced token once one of its successors was used, although a newer one is unused', async () => {
  const { tokens } = await shop.customer();
  const one = (await refresh(tokens.refreshToken)).body;
  shop.pass(5 * second);
  await refresh(tokens.refreshToken);
  await refresh(one.refreshToken);
  shop.pass(6 * second);
  assert.deepEqual(await statuses(tokens.refreshToken), [401]);
});

test('ends the session and emails the customer when an older refresh token is reused', async () => {
  const { email, tokens } = await shop.customer();
  const one = (await refresh(tokens.refreshToken)).body;
  const two = (await refresh(one.refreshToken)).body;
  shop.pass(11 * second);
  assert.deepEqual(await statuses(tokens.refreshToken, two.refreshToken), [401, 401]);
  assert.equal(await profileStatus(two.accessToken), 401);
  assert.ok(await warned(email));
});

test('answers all of sixteen simultaneous refreshes, and accepts the last token pair', async () => {
  const { tokens } = await shop.customer();
  const answers = await Promise.all(Array.from({ length: 16 }, () => refresh(tokens.refreshToken)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  for (const { body } of answers) assert.equal(await profileStatus(body.accessToken), 200);
  assert.equal((await refresh(answers.at(-1)!.body.refreshToken)).status, 200);
});

test('ends a session after a day without remember-me, and with it after 30 idle days or 90 days in total', async () => {
  const { email, tokens } = await shop.customer();
  const { body: remembered } = await shop.send<Tokens>('POST', '/api/accounts/login', {
    body: { email, password: testPassword, rememberMe: true },
  });
  shop.pass(day + minute);
  assert.equal((await refresh(tokens.refreshToken)).status, 401);
  let current = remembered.refreshToken;
  for (let n = 0; n < 3; n += 1) {
    shop.pass(28 * day);
    const answer = await refresh(current);
    assert.equal(answer.status, 200, `after ${(n + 1) * 28} days`);
    current = answer.body.refreshToken;
  }
  shop.pass(6 * day);
  assert.equal((await refresh(current)).status, 401);
});

test('ends a session to the millisecond, idle and in total, with its access tokens and in the list', async () => {
  const logIn = async (email: string, rememberMe: boolean) =>
    (
      await shop.send<Tokens>('POST', '/api/accounts/login', {
        body: { email, password: testPassword, rememberMe },
      })
    ).body;
  for (const [rememberMe, lives] of [
    [false, day],
    [true, 30 * day],
  ] as const) {
    const { email } = await shop.customer();
    const [one, two] = [await logIn(email, rememberMe), await logIn(email, rememberMe)];
    shop.pass(lives - 1);
    const headers = shop.bearer((await shop.logIn(email)).accessToken);
    const listed = async () =>
      (await shop.send<SessionList>('GET', '/api/Accounts/sessions', { headers })).body.sessions.length;
    assert.equal(await listed(), rememberMe ? 3 : 4, 'two that are about to end');
    const renewed = (await refresh(one.refreshToken)).body;
    assert.equal(await profileStatus(renewed.accessToken), 200);
    shop.pass(1);
    assert.equal((await refresh(two.refreshToken)).status, 401);
    assert.equal(await profileStatus(renewed.accessToken), rememberMe ? 200 : 401);
    assert.equal(await listed(), rememberMe ? 2 : 1);
    if (!rememberMe) continue;
    const later = (await refresh((await refresh(renewed.refreshToken)).body.refreshToken)).body;
    shop.pass(29 * day);
    const last = (await refresh(later.refreshToken)).body;
    shop.pass(29 * day);
    const end = (await refresh(last.refreshToken)).body;
    shop.pass(2 * day - 1);
    const near = (await refresh(end.refreshToken)).body;
    assert.equal(await profileStatus(near.accessToken), 200);
    shop.pass(1);
    assert.equal(await profileStatus(near.accessToken), 401);
    assert.equal((await refresh(near.refreshToken)).status, 401);
  }
});

test('ends the session at once at logout', async () => {
  const { tokens, auth } = await shop.customer();
  const { status } = await shop.send('POST', '/api/accounts/logout', {
    headers: auth,
    body: { refreshToken: tokens.refreshToken },
  });
  assert.equal(status, 204);
  assert.equal(await profileStatus(tokens.accessToken), 401);
  assert.equal((await refresh(tokens.refreshToken)).status, 401);
});

test("ends the session of the refresh token in the request at logout, if it is the caller's own", async () => {
  const { email, auth } = await shop.customer();
  const second = await shop.logIn(email);
  const other = await shop.customer();
  for (const { refreshToken } of [second, other.tokens])
    await shop.send('POST', '/api/accounts/logout', { headers: auth, body: { refreshToken } });
  assert.equal((await refresh(second.refreshToken)).status, 401);
  assert.equal((await refresh(other.tokens.refreshToken)).status, 200);
});

test("lists the caller's sessions and ends one or all of them", async () => {
  const { email } = await shop.customer();
  const logIn = async (userAgent: string, timeZone?: string) => {
    shop.pass(second);
    const { body } = await shop.send<Tokens>('POST', '/api/accounts/login', {
      body: { email, password: testPassword, timeZone },
      headers: { 'user-agent': userAgent },
    });
    return body;
  };
  const firefox = await logIn(
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Europe/Berlin',
  );
  const phone = await logIn(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    'America/New_York',
  );
  const headers = shop.bearer(firefox.accessToken);
  const sessions = async () =>
    (await shop.send<SessionList>('GET', '/api/Accounts/sessions', { headers })).body.sessions;
  const listed = await sessions();
  assert.deepEqual(
    listed.map(({ device, place, current }) => [device, place, current]),
    [
      ['Firefox on Linux', 'Berlin time', true],
      ['Safari on iPhone', 'New York time', false],
      ['Unknown browser', null, false],
    ],
  );
  const act = async (path: string, body: object) =>
    (await shop.send('POST', `/api/Accounts/${path}`, { headers, body })).status;
  const end = (sessionId: string, currentPassword = testPassword) =>
    act('end-session', { sessionId, currentPassword });
  assert.equal(await end(listed[1]!.id, 'wrong'), 400);
  assert.equal(await profileStatus(phone.accessToken), 200);
  assert.equal(await end(listed[1]!.id), 204);
  assert.equal(await profileStatus(phone.accessToken), 401);
  assert.equal((await sessions()).length, 2);
  const stranger = await shop.customer();
  const [theirs] = (await shop.send<SessionList>('GET', '/api/Accounts/sessions', { headers: stranger.auth }))
    .body.sessions;
  for (const id of [listed[1]!.id, theirs!.id, crypto.randomUUID()]) assert.equal(await end(id), 404);
  assert.equal(await end('x'), 400);
  assert.equal(await profileStatus(stranger.tokens.accessToken), 200);
  assert.equal(await act('logout-everywhere', { currentPassword: 'wrong' }), 400);
  assert.equal(await profileStatus(firefox.accessToken), 200);
  assert.equal(await act('logout-everywhere', { currentPassword: testPassword }), 204);
  assert.equal((await refresh(firefox.refreshToken)).status, 401);
  shop.pass(25 * 60 * minute);
  const again = shop.bearer((await shop.logIn(email)).accessToken);
  const left = await shop.send<SessionList>('GET', '/api/Accounts/sessions', { headers: again });
  assert.equal(left.body.sessions.length, 1, 'what has run out is not listed');
});

test('emails the customer about each new kind of browser except the first', async () => {
  const { email } = await shop.customer();
  const told = async (userAgent: string) => {
    const body = { email, password: testPassword };
    await shop.send('POST', '/api/accounts/login', { body, headers: { 'user-agent': userAgent } });
    return (await shop.emailsTo(email)).filter(({ subject }) => /log/i.test(subject ?? '')).length;
  };
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  assert.equal(await told('x'), 0);
  assert.equal(await told(firefox), 1);
  assert.equal(await told(firefox), 1);
});

test('rejects forged and foreign tokens, and tokens of the wrong kind', async () => {
  const { tokens, auth } = await shop.customer();
  const claims = (JSON.parse(Buffer.from(tokens.accessToken.split('.')[1]!, 'base64url').toString()) ??
    {}) as Record<string, unknown>;
  const sign = (secret: string, change: Record<string, unknown>, typ = 'at+jwt') =>
    new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ alg: 'HS256', typ })
      .sign(new TextEncoder().encode(secret));
  const [secret] = keysFor(['a secret of at least thirty-two characters'], 'access tokens');
  const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${tokens.accessToken.split('.')[1]}.`;
  const bad = [
    tokens.refreshToken,
    none,
    await sign('another secret of thirty-two characters', {}),
    await sign(secret, { iss: 'http://other.test' }),
    await sign(secret, { aud: 'http://other.test/api' }),
    await sign(secret, { sid: crypto.randomUUID() }),
    await sign(secret, { sub: '999999' }),
    await sign(secret, { sub: 'x' }),
    await sign(secret, {}, 'JWT'),
    `${tokens.accessToken}x`,
    'x'.repeat(5000),
  ];
  assert.equal(await profileStatus(await sign(secret, {})), 200, 'the key is the shop’s');
  for (const token of bad) assert.equal(await profileStatus(token), 401, token.slice(0, 60));
  assert.equal(
    (
      await shop.send('GET', '/api/accounts/profile', {
        headers: { authorization: auth.authorization.replace('Bearer', 'Basic') },
      })
    ).status,
    401,
  );
});
