import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/storefront/endpoints.ts';
import type { Profile } from '#contract/storefront/accounts.ts';
import { sql } from 'kysely';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
let auth: { authorization: string };
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000000' } });
  ({ auth } = await shop.customer());
});
after(() => shop.close());

/** Texts that a field of one line rejects. */
const refused: Record<string, string> = {
  'header injection': 'Ann\r\nBcc: evil@example.com',
  'line break': 'Ann\nLee',
  'over-long': 'x'.repeat(20_000),
  'over-long in four bytes': '😀'.repeat(5_000),
};
/** Texts with invisible characters, and the text that is stored. */
const cleaned: Record<string, [typed: string, kept: string]> = {
  'null byte': ['a\u0000b', 'ab'],
  escape: ['a\u001b[31mb', 'a[31mb'],
  'C1 control': ['a\u0092b', 'ab'],
  'lone high surrogate': ['a\ud800b', 'ab'],
  'lone low surrogate': ['a\udc00b', 'ab'],
  noncharacter: ['a\ufffeb\uffff', 'ab'],
  'right-to-left override': ['Ann\u202eeeL', 'AnneeL'],
  isolate: ['\u2066Ann Lee\u2069', 'Ann Lee'],
  'next line': ['Ann\u0085Lee', 'Ann Lee'],
};
/** Texts that are accepted and stored in one normal form. */
const kept: Record<string, string> = {
  'four bytes': '𠮷𩸽 😀',
  homoglyphs: 'Аnn Lее',
  'a script from right to left': 'שלום עולם',
  'joined letters': 'क्षि',
  'zero-width joiner': '👩‍👩‍👧',
  markup: '<script>alert(1)</script>',
  'an SQL quote': "'; drop table customer; --",
  template: '{{7*7}} ${7*7} %s %00',
  formula: '=1+1',
};
const typed = Object.values(cleaned).map(([text]) => text);
const wrongTypes: unknown[] = [null, 0, -1, 1e308, true, [], [['x']], {}, { toString: 'x' }, { $ne: null }];

const valid: Record<string, Record<string, unknown>> = {
  register: {
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'new@example.com',
    password: testPassword,
    repeatedPassword: testPassword,
    agreedToPrivacyPolicy: true,
  },
  checkPassword: { password: testPassword, ownWords: ['Ann'] },
  login: { email: 'nobody@example.com', password: 'wrong', rememberMe: false, timeZone: 'Europe/Berlin' },
  refresh: { refreshToken: 'x' },
  logout: { refreshToken: 'x' },
  updateProfile: { firstName: 'Ann', lastName: 'Lee', country: 'PL' },
  confirmEmail: { email: 'nobody@example.com', code: 'AAAAAAAAAAAAAAAA' },
  changeEmail: { email: 'new@example.com', currentPassword: 'wrong' },
  confirmNewEmail: { code: 'AAAAAAAA' },
  changePassword: { currentPassword: 'wrong', password: testPassword, repeatedPassword: testPassword },
  forgotPassword: { email: 'nobody@example.com' },
  resetPassword: {
    email: 'nobody@example.com',
    password: testPassword,
    repeatedPassword: testPassword,
    code: 'AAAAAAAA',
  },
  endSession: { sessionId: crypto.randomUUID(), currentPassword: 'wrong' },
  logoutEverywhere: { currentPassword: 'wrong' },
  createTicket: { name: 'Ann', email: 'ann@example.com', message: 'Long enough to be read.', website: '' },
  sendTicketMessage: { text: 'When is it ready?' },
};
const rows = Object.entries(endpoints) as [string, Endpoint][];
const call = (endpoint: Endpoint, body: unknown) =>
  shop.send(endpoint.method, endpoint.path.replace(':ticketNumber', 'T-0000-0000'), {
    body,
    headers: endpoint.may === 'customer' ? auth : {},
  });

test('covers every endpoint of accounts and support that has a body', () => {
  const taking = rows.filter(([, { path, body }]) => body && /^\/api\/(?:accounts|support)\//i.test(path));
  assert.deepEqual(new Set(taking.map(([name]) => name)), new Set(Object.keys(valid)));
});

for (const [name, endpoint] of rows) {
  const body = valid[name];
  if (!body) continue;
  test(`answers any value in a body of ${name} with success or the field’s name, never with a server error`, async () => {
    for (const field of Object.keys(body)) {
      const bad = [...Object.values(refused), ...Object.values(kept), ...typed, ...wrongTypes, undefined];
      for (const value of bad) {
        const sent = { ...body, [field]: value };
        if (name === 'logout') ({ auth } = await shop.customer());
        if (field === 'password' && 'repeatedPassword' in body) sent['repeatedPassword'] = value;
        const { status, body: problem } = await call(endpoint, sent);
        const what = `${field} = ${JSON.stringify(value)?.slice(0, 40)}: ${status}`;
        assert.ok([200, 204, 400, 401, 404].includes(status), what);
        if (status !== 400) continue;
        const named = Object.keys(problem.errors ?? {});
        assert.ok(named.length > 0, what);
        for (const one of named) assert.ok(one === '' || one.split('.')[0]! in body, `${what} names ${one}`);
        // the message names the error without repeating the input
        assert.ok(JSON.stringify(problem).length < 1000, what);
      }
    }
  });
}

test('rejects line breaks in names and email addresses, and names the field', async () => {
  for (const [what, value] of Object.entries(refused)) {
    for (const field of ['firstName', 'lastName']) {
      const { status, body } = await call(endpoints.updateProfile, {
        ...valid['updateProfile'],
        [field]: value,
      });
      assert.equal(status, 400, what);
      assert.deepEqual(Object.keys(body.errors ?? {}), [field], what);
    }
    for (const email of [`${value}@example.com`, `ann@${value}.com`]) {
      const { status, body } = await call(endpoints.forgotPassword, { email });
      assert.equal(status, 400, what);
      assert.deepEqual(Object.keys(body.errors ?? {}), ['email'], what);
    }
  }
});

test('stores a name without its invisible characters', async () => {
  const { auth: headers } = await shop.customer();
  for (const [what, [firstName, seen]] of Object.entries(cleaned)) {
    const body = { firstName, lastName: 'Lee', country: '' };
    assert.equal((await shop.send('POST', '/api/accounts/update', { headers, body })).status, 204, what);
    const profile = (await shop.send<Profile>('GET', '/api/accounts/profile', { headers })).body;
    assert.equal(profile.firstName, seen, what);
  }
});

test('writes every name as typed in the profile and in emails', async () => {
  for (const [what, typed] of Object.entries(kept)) {
    const { email, auth: own } = await shop.customer();
    const body = { firstName: ` ${typed.normalize('NFD')} `, lastName: typed, country: '' };
    const headers = own;
    assert.equal((await shop.send('POST', '/api/accounts/update', { headers, body })).status, 204, what);
    const profile = (await shop.send<Profile>('GET', '/api/accounts/profile', { headers })).body;
    assert.deepEqual(
      [profile.firstName, profile.lastName],
      [typed.normalize('NFC'), typed.normalize('NFC')],
      what,
    );
    // emails to an unconfirmed address contain no name
    await sql`update customer set email_confirmed_at = now() where email = ${email}`.execute(
      shop.database.db,
    );
    await shop.send('POST', '/api/accounts/forgot-password', { body: { email } });
    const letter = (await shop.emailsTo(email)).find(({ subject }) => subject === 'Set a new password');
    assert.ok(letter?.text?.includes(`Hello ${typed.normalize('NFC')},`), what);
    assert.ok(!letter?.html?.includes('<script>'), what);
  }
});

test('accepts a password in every Unicode normal form, and rejects it with look-alike characters', async () => {
  for (const password of [
    'zażółć gęślą jaźń wróble',
    '紫色拖拉机在深夜的田野里唱歌',
    '😀 violet tractor 🎵 hums',
    ' violet tractor hums 42 ',
  ]) {
    const email = `${crypto.randomUUID()}@example.com`;
    const registered = await call(endpoints.register, {
      ...valid['register'],
      email,
      password,
      repeatedPassword: password,
    });
    assert.equal(registered.status, 204, JSON.stringify(registered.body));
    for (const form of ['NFC', 'NFD', 'NFKC'] as const) await shop.logIn(email, password.normalize(form));
    for (const other of [
      password.trim() === password ? `${password} ` : password.trim(),
      password.replace('a', 'а'),
    ])
      if (other !== password)
        assert.equal((await call(endpoints.login, { email, password: other })).status, 400);
  }
});

test('creates a separate account for an email address with look-alike characters', async () => {
  const email = 'paypal@example.com';
  await shop.customer(email);
  const cyrillic = 'pаypal@example.com';
  assert.notEqual(email, cyrillic);
  assert.equal((await call(endpoints.register, { ...valid['register'], email: cyrillic })).status, 204);
  const { rows: found } = await sql<{ n: number }>`select count(*)::int as n from customer
    where email_canonical in (${email}, ${cyrillic})`.execute(shop.database.db);
  assert.equal(found[0]!.n, 2);
});
