import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { minute } from '#contract/durations.ts';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';

const newPassword = 'amber kettle sings 77';
let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

const forgot = (email: string, at = shop) =>
  at.send('POST', '/api/Accounts/forgot-password', { body: { email } });
const reset = (email: string, code: string, password = newPassword, at = shop) =>
  at.send('POST', '/api/Accounts/reset-password', {
    body: { email, password, repeatedPassword: password, code },
  });
async function codesSentTo(email: string, at = shop): Promise<string[]> {
  const letters = (await at.emailsTo(email)).filter(({ subject }) => subject === 'Set a new password');
  return letters.map(({ text }) => /^Code: ([0-9A-Z]{8})$/m.exec(text ?? '')![1]!);
}
async function codeFor(email: string): Promise<string> {
  const before = new Set(await codesSentTo(email));
  assert.equal((await forgot(email)).status, 204);
  return (await codesSentTo(email)).find((code) => !before.has(code))!;
}
const logInStatus = async (email: string, password: string) =>
  (await shop.send('POST', '/api/accounts/login', { body: { email, password } })).status;

test('sets a new password once with the emailed code, ends every session and confirms the address', async () => {
  const { email, auth } = await shop.customer();
  const code = await codeFor(email);
  const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `.replace('0', 'o').replace('1', 'l');
  assert.equal((await reset(email.toUpperCase(), typed)).status, 204);
  assert.equal((await shop.send('GET', '/api/accounts/profile', { headers: auth })).status, 401);
  assert.equal(await logInStatus(email, testPassword), 400);
  const { accessToken } = await shop.logIn(email, newPassword);
  const { body } = await shop.send<{ emailConfirmed: boolean }>('GET', '/api/accounts/profile', {
    headers: shop.bearer(accessToken),
  });
  assert.equal(body.emailConfirmed, true);
  assert.ok((await shop.emailsTo(email)).some(({ subject }) => subject === 'Your password was changed'));
  const again = await reset(email, code, 'crimson ladder waits 13');
  assert.deepEqual(again.body.errors, {
    code: ['That code is incorrect or has expired. Check it, or request a new one'],
  });
});

test('accepts a code for a new password once when it is sent many times at once', async () => {
  const { email } = await shop.customer();
  const code = await codeFor(email);
  // four tries, because the fifth is the last one allowed
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => reset(email, code, `${newPassword} ${n}`)),
  );
  assert.equal(answers.filter(({ status }) => status === 204).length, 1);
});

test('allows five wrong codes, also when they arrive at once', async (t) => {
  const strict = await openTestShop();
  t.after(() => strict.close());
  const tryCode = (email: string, code: string) => reset(email, code, newPassword, strict);
  for (const wrongOnes of [4, 20]) {
    const { email } = await strict.customer();
    await forgot(email, strict);
    const [code = ''] = await codesSentTo(email, strict);
    const wrong = code.replace(/./, (first) => (first === 'A' ? 'B' : 'A'));
    const answers = await Promise.all(Array.from({ length: wrongOnes }, () => tryCode(email, wrong)));
    assert.ok(answers.every(({ status }) => status === 400));
    const { status } = await tryCode(email, code);
    assert.equal(status, wrongOnes === 4 ? 204 : 400, `after ${wrongOnes} wrong ones`);
  }
});

test('accepts the customer’s code after others have used up their tries and the hour’s emails', async (t) => {
  const strict = await openTestShop({ settings: { TRUST_PROXY: 'loopback' } });
  t.after(() => strict.close());
  const from = (network: string, path: string, body: object) =>
    strict.send('POST', `/api/Accounts/${path}`, { body, headers: { 'x-forwarded-for': network } });
  const { email } = await strict.customer();
  const attempt = (network: string, code: string) =>
    from(network, 'reset-password', { email, password: newPassword, repeatedPassword: newPassword, code });
  for (let n = 0; n < 6; n += 1) {
    assert.equal((await from('192.0.2.66', 'forgot-password', { email })).status, 204);
    // a newer code voids an older one, whose email is then not sent
    await strict.app.jobs.drain();
    assert.equal((await attempt('192.0.2.66', 'AAAAAAAA')).status, 400);
    strict.pass(1_000);
  }
  // another person requested the newest code, and the owner can use it
  assert.equal((await from('203.0.113.5', 'forgot-password', { email })).status, 204);
  const sent = await codesSentTo(email, strict);
  assert.equal(sent.length, 3);
  // the code has expired: the owner gets another one although the hour's emails are used up
  strict.pass(11 * minute);
  assert.equal((await from('203.0.113.5', 'forgot-password', { email })).status, 204);
  const code = (await codesSentTo(email, strict)).find((one) => !sent.includes(one))!;
  for (let n = 0; n < 6; n += 1) await attempt('192.0.2.67', 'AAAAAAAA');
  assert.equal((await attempt('192.0.2.67', code)).status, 400, 'of the network that has tried too often');
  assert.equal((await attempt('203.0.113.5', code)).status, 204);
});

test('accepts a code for ten minutes, until the next one is sent, and only for its own account', async () => {
  const [ann, bob] = [await shop.customer(), await shop.customer()];
  const code = await codeFor(ann.email);
  assert.equal((await reset(bob.email, code)).status, 400);
  shop.pass(9 * minute);
  const next = await codeFor(ann.email);
  assert.equal((await reset(ann.email, code)).status, 400);
  shop.pass(10 * minute);
  assert.equal((await reset(ann.email, next)).status, 400);
  assert.equal((await reset(ann.email, await codeFor(ann.email))).status, 204);
});

test('rejects the code of an address confirmation for a password reset', async () => {
  const { email } = await shop.customer();
  const [letter] = await shop.emailsTo(email);
  const confirm = /confirm=([0-9A-Z]+)/.exec(letter?.text ?? '')![1]!;
  assert.equal((await reset(email, confirm)).status, 400);
});

test('rejects a weak password before it checks the code', async () => {
  const { email } = await shop.customer();
  const code = await codeFor(email);
  for (let n = 0; n < 6; n += 1)
    assert.deepEqual(Object.keys((await reset(email, code, 'password')).body.errors ?? {}), ['password']);
  assert.equal((await reset(email, code)).status, 204);
});

test('sends at most three codes an hour, and resets the count of failed logins with the new password', async () => {
  const strict = await openTestShop();
  try {
    const { email } = await strict.customer();
    for (let n = 0; n < 6; n += 1)
      for (const address of [n % 2 === 0 ? email : email.toUpperCase(), 'nobody@example.com']) {
        strict.pass(1000);
        assert.equal((await forgot(address, strict)).status, 204);
        assert.equal((await codesSentTo(email, strict)).length, Math.min(n + 1, 3));
      }
    const logIn = async (password: string) =>
      (await strict.send('POST', '/api/accounts/login', { body: { email, password } })).status;
    for (let n = 0; (await logIn('wrong')) !== 429; n += 1) assert.ok(n < 100);
    // the newest code that was sent is accepted, although more were requested
    const tries: number[] = [];
    for (const code of await codesSentTo(email, strict))
      tries.push((await reset(email, code, newPassword, strict)).status);
    assert.equal(tries.filter((status) => status === 204).length, 1);
    assert.equal(await logIn(newPassword), 200);
  } finally {
    await strict.close();
  }
});

test('allows thirty code tries an hour from one network, whatever the address', async () => {
  const strict = await openTestShop();
  try {
    for (let n = 0; n < 30; n += 1)
      assert.equal((await reset(`a${n}@example.com`, 'AAAAAAAA', newPassword, strict)).status, 400);
    assert.equal((await reset('b@example.com', 'AAAAAAAA', newPassword, strict)).status, 429);
  } finally {
    await strict.close();
  }
});
