import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { accessTokens } from './access-tokens.ts';

const start = new Date('2026-11-20T15:00:00.000Z');
const shop = 'https://shop.test';
const claims = { customerId: 7n, sessionId: crypto.randomUUID() };
const issued = Math.floor(start.getTime() / 1000);
const open = (keys: [string, ...string[]] = ['newest', 'older']) => {
  let now = start;
  const tokens = accessTokens(keys, shop, () => now);
  return { ...tokens, after: (ms: number) => (now = new Date(start.getTime() + ms)) };
};

test('issues a unique token with the customer, the shop as issuer and audience, and a lifetime of ten minutes', async () => {
  const tokens = open();
  const token = await tokens.sign(claims);
  const { jti, ...payload } = decodeJwt(token);
  assert.match(jti ?? '', /^[\da-f]{8}-/);
  assert.deepEqual(decodeProtectedHeader(token), { alg: 'HS256', typ: 'at+jwt' });
  assert.deepEqual(payload, {
    sid: claims.sessionId,
    iss: shop,
    aud: `${shop}/api`,
    sub: '7',
    iat: issued,
    exp: issued + 600,
  });
  assert.notEqual(await tokens.sign(claims), token);
});

test('accepts a token for ten minutes, whether or not its signature was checked before', async () => {
  const seen = open();
  const token = await seen.sign(claims);
  for (const [ms, expected] of [
    [0, claims],
    [599_999, claims],
    [600_000, undefined],
  ] as const) {
    const unseen = open();
    seen.after(ms);
    unseen.after(ms);
    assert.deepEqual(await seen.verify(token), expected);
    assert.deepEqual(await unseen.verify(token), expected);
  }
});

test('signs with the newest key and accepts signatures of older ones', async () => {
  const token = await open().sign(claims);
  assert.deepEqual(await open(['newest']).verify(token), claims);
  assert.deepEqual(await open(['newer', 'newest']).verify(token), claims);
  assert.equal(await open(['older']).verify(token), undefined);
});

type Forgery = { payload?: Record<string, unknown>; typ?: string; alg?: string; key?: string };
const signed = ({ payload = {}, typ = 'at+jwt', alg = 'HS256', key = 'newest' }: Forgery) =>
  new SignJWT({
    iss: shop,
    aud: `${shop}/api`,
    sub: '7',
    sid: claims.sessionId,
    jti: 'once',
    exp: issued + 600,
    ...payload,
  })
    .setProtectedHeader({ alg, typ })
    .sign(new TextEncoder().encode(key));
const forgeries: Record<string, Forgery> = {
  'another key': { key: 'wrong' },
  'another algorithm': { alg: 'HS512' },
  'another kind of token': { typ: 'JWT' },
  'another issuer': { payload: { iss: 'https://other.test' } },
  'another audience': { payload: { aud: shop } },
  'no end': { payload: { exp: undefined } },
  'nobody meant': { payload: { sub: undefined } },
  'nobody who could be': { payload: { sub: 'ann' } },
  'no session': { payload: { sid: undefined } },
  'no name of its own': { payload: { jti: undefined } },
};
test('rejects tokens with a wrong type, issuer, audience, key or algorithm', async () => {
  const tokens = open();
  assert.deepEqual(await tokens.verify(await signed({})), claims);
  for (const [what, forgery] of Object.entries(forgeries))
    assert.equal(await tokens.verify(await signed(forgery)), undefined, what);
  for (const token of ['', 'x', 'a.b.c']) assert.equal(await tokens.verify(token), undefined);
});

test('checks the signature of each token only once while the cache has room for it', async (t) => {
  const tokens = open();
  const checks = t.mock.method(crypto.subtle, 'verify');
  const checked = async (token: string) => {
    const before = checks.mock.callCount();
    assert.ok(await tokens.verify(token));
    return checks.mock.callCount() - before;
  };
  const [first, second, ...more] = await Promise.all(
    Array.from({ length: 5_001 }, () => tokens.sign(claims)),
  );
  assert.deepEqual([await checked(first!), await checked(first!), await checked(second!)], [1, 0, 1]);
  for (const token of more.slice(0, -1)) await tokens.verify(token);
  assert.equal(await checked(first!), 0, 'there is room for five thousand');
  await tokens.verify(more.at(-1)!);
  assert.equal(await checked(second!), 0, 'the oldest made room');
  assert.equal(await checked(first!), 1);
});
