import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop();
});
after(() => shop.close());

const body = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  password: testPassword,
  repeatedPassword: testPassword,
  agreedToPrivacyPolicy: true,
};
const register = (change: Record<string, unknown> = {}) =>
  shop.send('POST', '/api/Accounts/register', { body: { ...body, ...change } });

test('gives the same answer for a known address, in any letter case, and sends it another email', async () => {
  const first = await register();
  const again = await register({ email: ' ANN@Example.com ' });
  assert.deepEqual([first.status, again.status], [204, 204]);
  assert.deepEqual(first.body, again.body);
  const subjects = (await shop.emailsTo('ann@example.com')).map((letter) => letter.subject);
  assert.deepEqual(
    new Set(subjects),
    new Set(['Confirm your email address', 'You already have an account with us']),
  );
  await shop.logIn('ann@example.com');
});

test('creates one account when an address is registered many times at once', async () => {
  const shopOfMany = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      shopOfMany.send('POST', '/api/Accounts/register', { body: { ...body, email: 'many@example.com' } }),
    ),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [204]);
  await shopOfMany.logIn('many@example.com');
  await shopOfMany.close();
});

test('rejects weak passwords, including the customer’s own name, with a reason', async () => {
  for (const password of ['password', '12345678', 'qwertyuiop', 'annlee2026', 'weak@example.com']) {
    const answer = await register({ email: 'weak@example.com', password, repeatedPassword: password });
    assert.equal(answer.status, 400, password);
    assert.match(answer.body.errors?.['password']?.[0] ?? '', /most common passwords|Don’t use your name/);
  }
});

test('reports in the password check the same weaknesses for which registration rejects a password', async () => {
  const check = async (password: string, ownWords: string[]) =>
    (
      await shop.send<{ problem: string | null }>('POST', '/api/Accounts/check-password', {
        body: { password, ownWords },
      })
    ).body.problem;
  assert.match((await check('password', [])) ?? '', /most common passwords/);
  assert.match((await check('annlee2026', ['AnnLee'])) ?? '', /Don’t use your name/);
  assert.equal(await check(testPassword, ['Ann', 'Lee']), null);
});

test('names every field that exceeds its bounds', async () => {
  const answer = await register({
    firstName: '',
    lastName: 'x'.repeat(71),
    email: 'ann',
    password: 'short',
    repeatedPassword: 'other',
    agreedToPrivacyPolicy: false,
    role: 'admin',
  });
  assert.equal(answer.status, 400);
  assert.equal(answer.body.title, 'Validation failed');
  assert.deepEqual(Object.keys(answer.body.errors ?? {}).toSorted(), [
    'agreedToPrivacyPolicy',
    'email',
    'firstName',
    'lastName',
    'password',
    'repeatedPassword',
    'role',
  ]);
});

test('accepts a password of 128 characters, and rejects one of 129', async () => {
  const password = `${testPassword} `.repeat(6).slice(0, 128).replace(/ $/, 'x');
  const long = { email: 'long@example.com', password, repeatedPassword: password };
  assert.equal([...password].length, 128);
  assert.equal((await register(long)).status, 204);
  await shop.logIn(long.email, password);
  const longer = `${password}x`;
  const answer = await register({ email: 'longer@example.com', password: longer, repeatedPassword: longer });
  assert.deepEqual(answer.body.errors, { password: ['Password must be 128 characters or fewer'] });
});
