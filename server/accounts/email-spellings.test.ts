import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';
import { canonicalEmail, spellingOf } from '#server/database/email-address.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
});
after(() => shop.close());

const pairs = [
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['bo@xn--bcher-kva.example', '\u200bBo@Bücher.example\ufeff'],
  ['ajay@डाटामेल.भारत', 'ajay@xn--c2bd4bq1db8d.xn--h2brj9c'],
] as const;

const post = (path: string, body: unknown) => shop.send('POST', `/api/Accounts/${path}`, { body });
const person = { firstName: 'Ada', lastName: 'Lee', agreedToPrivacyPolicy: true };

test('treats every spelling of an address as one account at login, registration, confirmation and reset', async () => {
  for (const [first, other] of pairs) {
    await shop.customer(first);
    await shop.logIn(other);
    const password = { password: testPassword, repeatedPassword: testPassword };
    assert.equal((await post('register', { ...person, ...password, email: other })).status, 204);
    const letters = await shop.emailsTo(canonicalEmail(first));
    assert.deepEqual(
      new Set(letters.map(({ subject }) => subject)),
      new Set(['Confirm your email address', 'You already have an account with us']),
      'sent to the ASCII domain',
    );
    const code = /#confirm=([0-9A-Z]{26})&/.exec(letters.map(({ text }) => text).join(' '))?.[1];
    assert.equal((await post('confirm-email', { email: other, code })).status, 204);
    assert.equal((await post('forgot-password', { email: other })).status, 204);
    const reset = (await shop.emailsTo(canonicalEmail(first))).find(
      ({ subject }) => subject === 'Set a new password',
    );
    const [, resetCode] = /Code: (\w{8})/.exec(reset?.text ?? '') ?? [];
    const renewed = 'two mild unusual otters';
    const body = { email: other, password: renewed, repeatedPassword: renewed, code: resetCode };
    assert.equal((await post('reset-password', body)).status, 204);
    await shop.logIn(first, renewed);
  }
});

test('logs in to each of two old accounts with one address by its spelling, and lists both for the operator', async () => {
  const [older, newer] = ['cy@größe.example', 'cy@xn--gre-6ka8i.example'];
  const by = { kind: 'operator', id: 'kim' } as const;
  const list = () => shop.app.commands['addresses']!.run({ words: [], by });
  assert.equal(await list(), 'No two accounts have the same email address.');
  const kept = 'one quiet velvet lantern';
  await shop.customer(older);
  // the state in which migration 0077 leaves the two accounts
  await sql`update customer set email_spelling = ${spellingOf(older)} where email = ${older}`.execute(
    shop.database.db,
  );
  const password = { password: kept, repeatedPassword: kept };
  await sql`insert into customer (email, email_canonical, first_name, last_name, password_hash, agreed_to_privacy_at, created_at)
    select ${newer}, email_canonical, first_name, last_name, password_hash, now(), now() from customer where email = ${older}`.execute(
    shop.database.db,
  );
  const { rows } = await sql<{
    id: bigint;
    email: string;
  }>`select id, email from customer where email_canonical = ${newer}`.execute(shop.database.db);
  assert.equal(rows.length, 2);
  for (const email of [older, newer]) {
    const { accessToken } = await shop.logIn(email);
    const { body } = await shop.send<{ email: string }>('GET', '/api/Accounts/profile', {
      headers: shop.bearer(accessToken),
    });
    assert.equal(body.email, email);
  }
  const listed = await list();
  for (const { id, email } of rows) assert.match(listed, new RegExp(`customer ${id} .*${email}`));
  assert.equal(
    (await post('register', { ...person, ...password, email: newer })).status,
    204,
    'adds no third',
  );
  await shop.app.commands['account']!.run({ words: ['erase', newer, newer], by });
  const { accessToken } = await shop.logIn(newer);
  const { body } = await shop.send<{ email: string }>('GET', '/api/Accounts/profile', {
    headers: shop.bearer(accessToken),
  });
  assert.equal(body.email, older, 'by every spelling, once the other one is gone');
});
