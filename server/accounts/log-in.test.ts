import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { hashPassword, passwordWork } from './hash-password.ts';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';
import { waitFor } from '#test/wait-for.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop();
});
after(() => shop.close());

const attempt = (email: string, password = 'wrong', at = shop) =>
  at.send('POST', '/api/accounts/login', { body: { email, password } });

const withCaseOf = (email: string, bits: number) =>
  [...email].map((letter, n) => ((bits >> (n % 8)) & 1 ? letter.toUpperCase() : letter)).join('');

test('allows five failures per address, in any letter case, and then returns the time of the next try', async () => {
  for (let n = 0; n < 5; n += 1) assert.equal((await attempt(withCaseOf('bob@example.com', n))).status, 400);
  const refused = await attempt(' boB@example.com');
  assert.equal(refused.status, 429);
  assert.equal(refused.body.detail, 'Too many requests.');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal((await attempt('other@example.com')).status, 400);
});

test('checks only five passwords when forty attempts are sent at once', async () => {
  const before = passwordWork.verified;
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => attempt(withCaseOf('burst@example.com', n))),
  );
  assert.equal(answers.filter(({ status }) => status === 429).length, 35);
  assert.equal(passwordWork.verified - before, 5);
});

test('does not count successful logins towards the limit', async () => {
  const { email } = await shop.customer();
  for (let n = 0; n < 8; n += 1) assert.equal((await attempt(email, testPassword)).status, 200);
});

test('accepts a ten-year-old password', async (t) => {
  const old = await openTestShop();
  t.after(() => old.close());
  const { email } = await old.customer();
  old.pass(10 * 365 * 86_400_000);
  await old.logIn(email);
});

test('starts a new shop without any account', async (t) => {
  const fresh = await openTestShop();
  t.after(() => fresh.close());
  const { rows } = await sql`select email from customer`.execute(fresh.database.db);
  assert.deepEqual(rows, []);
});

test('replaces a hash with outdated parameters at the next login, and the password still matches', async () => {
  const { email } = await shop.customer();
  const weaker = await hash(testPassword.normalize('NFKC'), {
    memoryCost: 8192,
    timeCost: 1,
    parallelism: 1,
  });
  await sql`update customer set password_hash = ${weaker} where email_canonical = ${email}`.execute(
    shop.database.db,
  );
  await shop.logIn(email);
  const { rows } = await sql<{
    password_hash: string;
  }>`select password_hash from customer where email_canonical = ${email}`.execute(shop.database.db);
  assert.match(rows[0]!.password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await shop.logIn(email);
});

test('counts failures over all processes on one database, also for the longest address', async (t) => {
  const other = await openTestShop({ database: shop.database });
  t.after(() => other.close());
  const email = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;
  assert.equal(email.length, 254);
  for (const at of [shop, other, shop, other, shop])
    assert.equal((await attempt(email, 'wrong', at)).status, 400);
  for (const at of [shop, other]) assert.equal((await attempt(email, 'wrong', at)).status, 429);
});

test('counts no failure when the queue for hashing passwords is full', async (t) => {
  const strict = await openTestShop();
  t.after(() => strict.close());
  const { email } = await strict.customer();
  const logIn = async () =>
    (await strict.send('POST', '/api/accounts/login', { body: { email, password: testPassword } })).status;
  let isBusy = true;
  const others = Array.from({ length: 110 }, async () => {
    while (isBusy)
      await hashPassword('somebody else’s').catch(() => new Promise((resolve) => setImmediate(resolve)));
  });
  let refused = 0;
  try {
    await waitFor('seven refusals', async () => {
      if ((await logIn()) === 503) refused += 1;
      return refused >= 7;
    });
  } finally {
    isBusy = false;
  }
  await Promise.all(others);
  assert.equal(await logIn(), 200);
});
