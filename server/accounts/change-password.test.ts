import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Tokens } from '#contract/storefront/accounts.ts';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';

const newPassword = 'amber kettle sings 77';
let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

const change = (
  headers: Record<string, string>,
  { from = testPassword, to = newPassword }: { from?: string; to?: string } = {},
  at = shop,
) =>
  at.send<Tokens & { errors?: Record<string, string[]> }>('POST', '/api/Accounts/change-password', {
    headers,
    body: { currentPassword: from, password: to, repeatedPassword: to },
  });
const profileStatus = async (accessToken: string) =>
  (await shop.send('GET', '/api/accounts/profile', { headers: shop.bearer(accessToken) })).status;

test('sets the new password, ends all sessions except that of this browser, and emails the customer', async () => {
  const { email, auth, tokens } = await shop.customer();
  const elsewhere = await shop.logIn(email);
  const { status, body } = await change(auth);
  assert.equal(status, 200);
  assert.equal(await profileStatus(body.accessToken), 200);
  for (const old of [tokens, elsewhere]) {
    assert.equal(await profileStatus(old.accessToken), 401);
    const { refreshToken } = old;
    assert.equal((await shop.send('POST', '/api/accounts/refresh', { body: { refreshToken } })).status, 401);
  }
  await shop.logIn(email, newPassword);
  const letters = await shop.emailsTo(email);
  assert.ok(letters.some(({ subject }) => subject === 'Your password was changed'));
});

test('names the field of a wrong current password, a weak or unchanged new one, or a wrong repetition', async () => {
  const { auth } = await shop.customer();
  const errors = async (bodies: Parameters<typeof change>[1]) =>
    (await change(auth, bodies)).body.errors ?? {};
  const fields = async (bodies: Parameters<typeof change>[1]) => Object.keys(await errors(bodies));
  assert.deepEqual(await errors({ from: 'wrong' }), {
    currentPassword: ['This isn’t your current password. Try again'],
  });
  assert.deepEqual(await fields({ from: 'wrong', to: 'password' }), ['currentPassword', 'password']);
  assert.deepEqual(await fields({ to: 'password' }), ['password']);
  assert.deepEqual(await fields({ to: testPassword }), ['password']);
  assert.deepEqual(await fields({ to: 'x' }), ['password']);
  assert.equal((await change(auth)).status, 200);
});

test('allows five wrong current passwords in 15 minutes', async () => {
  const strict = await openTestShop();
  try {
    const { auth } = await strict.customer();
    const tries = await Promise.all(Array.from({ length: 9 }, () => change(auth, { from: 'wrong' }, strict)));
    assert.equal(tries.filter(({ status }) => status === 400).length, 5);
    assert.equal((await change(auth, {}, strict)).status, 429);
  } finally {
    await strict.close();
  }
});

test('ends every login with the old password that runs during a change', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { email, auth } = await shop.customer();
    const logIn = () =>
      shop.send<Tokens>('POST', '/api/accounts/login', { body: { email, password: testPassword } });
    const [changed, ...logins] = await Promise.all([change(auth), ...Array.from({ length: 6 }, logIn)]);
    assert.equal(changed.status, 200);
    for (const { status, body } of logins)
      if (status === 200) assert.equal(await profileStatus(body.accessToken), 401);
    assert.equal(await profileStatus(changed.body.accessToken), 200);
  }
});

test('accepts only one of two simultaneous changes of the password', async () => {
  const { email, auth } = await shop.customer();
  const wanted = ['amber kettle sings 77', 'crimson ladder waits 13'];
  const answers = await Promise.all(wanted.map((to) => change(auth, { to })));
  const [kept, refused] = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  assert.equal(kept, 200);
  // its session has ended, or, if it checks the password last, the current password is a new one
  assert.ok(refused === 401 || refused === 400, String(refused));
  await shop.logIn(email, wanted[answers.findIndex(({ status }) => status === 200)]);
});
