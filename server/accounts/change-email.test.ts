import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { minute } from '#contract/durations.ts';
import type { Profile, Tokens } from '#contract/storefront/accounts.ts';
import { emailChangeMinutes } from '#contract/storefront/email-change.ts';
import { sql } from 'kysely';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

type Auth = Record<string, string>;
type Answer = { errors?: Record<string, string[]> };
/** The same address with a local part in capitals. */
const loud = (email: string) => email.replace(/^[^@]+/, (name) => name.toUpperCase());
const somebody = () => `${crypto.randomUUID()}@example.com`;
const ask = (headers: Auth, email: string, currentPassword = testPassword, at = shop) => {
  // a later millisecond for each request of an account
  at.pass(1);
  return at.send<Answer>('POST', '/api/Accounts/change-email', { headers, body: { email, currentPassword } });
};
const enter = (headers: Auth, code: string) =>
  shop.send<Answer>('POST', '/api/Accounts/confirm-new-email', { headers, body: { code } });
const profile = async (headers: Auth) =>
  (await shop.send<Profile>('GET', '/api/Accounts/profile', { headers })).body;
const subjects = async (email: string) => (await shop.emailsTo(email)).map(({ subject }) => subject);
const codesTo = async (email: string) =>
  (await shop.emailsTo(email)).flatMap(({ text }) => /^Code: (\w{8})$/m.exec(text ?? '')?.[1] ?? []);
const codeTo = async (email: string) => (await codesTo(email)).at(-1) ?? '';
const changeTo = async (auth: Auth, email: string) => {
  assert.equal((await ask(auth, email)).status, 204);
  assert.equal((await enter(auth, await codeTo(email))).status, 204);
};
const reset = (email: string, code: string, password = 'amber kettle sings 77') =>
  shop.send('POST', '/api/Accounts/reset-password', {
    body: { email, password, repeatedPassword: password, code },
  });
const forgot = (email: string) => shop.send('POST', '/api/Accounts/forgot-password', { body: { email } });

test('changes the address with the emailed code, warns the old address twice and ends the other sessions', async () => {
  const { email, auth } = await shop.confirmedCustomer();
  const elsewhere = await shop.logIn(email);
  const next = somebody();
  const { orderNumber, token } = await shop.placeOrder(auth);
  assert.equal((await ask(auth, ` ${next} `)).status, 204);
  const waiting = await profile(auth);
  assert.deepEqual([waiting.email, waiting.newEmail], [email, next]);
  const warned = (await shop.emailsTo(email)).find(({ subject }) => subject?.startsWith('Request to change'));
  assert.match(warned?.text ?? '', /If this wasn’t you.*recovery-password/);
  assert.ok(!warned?.text?.includes(next), 'the old inbox may be a stranger’s');
  const [letter] = await shop.emailsTo(next);
  assert.ok(!/Ann|Lee/.test(letter?.text ?? ''), 'nobody confirmed the new address');
  assert.equal((await enter(auth, (await codeTo(next)).toLowerCase())).status, 204);
  const changed = await profile(auth);
  assert.deepEqual([changed.email, changed.emailConfirmed, changed.newEmail], [next, true, null]);
  assert.equal(
    (await shop.send('GET', '/api/accounts/profile', { headers: shop.bearer(elsewhere.accessToken) })).status,
    401,
  );
  const { refreshToken } = elsewhere;
  assert.equal((await shop.send('POST', '/api/accounts/refresh', { body: { refreshToken } })).status, 401);
  const told = (await shop.emailsTo(email)).at(-1);
  assert.equal(told?.subject, 'Your email address was changed');
  assert.match(told?.text ?? '', /^Hello Ann,$/m);
  assert.match(told?.text ?? '', /If this wasn’t you, write to us right away at/);
  const body = { email, password: testPassword };
  assert.equal((await shop.send('POST', '/api/accounts/login', { body })).status, 400);
  await shop.logIn(next.toUpperCase());
  await shop.act(await shop.startPayment(token), 'pay');
  assert.ok(
    (await subjects(next)).some((subject) => subject?.includes(orderNumber)),
    'of the earlier order',
  );
});

test('gives the same answer for another account’s address, and sends it an email without a code', async () => {
  const other = await shop.confirmedCustomer();
  const { auth, email } = await shop.customer();
  const free = await ask((await shop.customer()).auth, somebody());
  const { status, body } = await ask(auth, loud(other.email));
  assert.deepEqual([status, body], [free.status, free.body]);
  assert.equal((await profile(auth)).newEmail, loud(other.email));
  assert.deepEqual(await codesTo(loud(other.email)), []);
  const letters = await shop.emailsTo(loud(other.email));
  assert.deepEqual(
    letters.map(({ subject }) => subject),
    ['This email address already has an account'],
  );
  assert.equal((await profile(auth)).email, email);
});

test('names every invalid field of a change of address at once, and requires the password', async () => {
  const { auth, email } = await shop.customer();
  const errors = async (...typed: [email: string, password?: string]) =>
    (await ask(auth, ...typed)).body.errors;
  assert.deepEqual(await errors(email), {
    email: ['This is already your email address. Enter a different one'],
  });
  assert.deepEqual(await errors(email, 'wrong'), {
    email: ['This is already your email address. Enter a different one'],
    currentPassword: ['This isn’t your current password. Try again'],
  });
  assert.deepEqual(Object.keys((await errors('nowhere', '')) ?? {}), ['email', 'currentPassword']);
  assert.deepEqual(Object.keys((await enter(auth, '')).body.errors ?? {}), ['code']);
  assert.equal((await profile(auth)).newEmail, null);
  assert.ok(!(await subjects(email)).includes('Request to change your email address'));
});

test('accepts only the newest code, once, within an hour, and only from the account that requested it', async () => {
  const { auth } = await shop.customer();
  const [first, second] = [somebody(), somebody()];
  await ask(auth, first);
  const old = await codeTo(first);
  await ask(auth, second);
  const code = await codeTo(second);
  const stranger = await shop.customer();
  await ask(stranger.auth, somebody());
  for (const [headers, typed] of [
    [auth, old],
    [auth, 'AAAAAAAA'],
    [stranger.auth, code],
    [{}, code],
  ] as const)
    assert.ok([400, 401].includes((await enter(headers, typed)).status));
  assert.equal((await profile(auth)).newEmail, second);
  const twice = await Promise.all([enter(auth, code), enter(auth, code)]);
  assert.deepEqual(new Set(twice.map(({ status }) => status)), new Set([204, 400]));
  assert.equal((await profile(auth)).email, second);
  const late = somebody();
  const other = await shop.customer();
  await ask(other.auth, late);
  const expired = await codeTo(late);
  shop.pass(emailChangeMinutes * minute);
  const again = shop.bearer((await shop.logIn(other.email)).accessToken);
  assert.equal((await enter(again, expired)).status, 400);
  assert.equal((await profile(again)).newEmail, null);
});

test('voids the old address’s codes and confirmation links when the address is changed', async () => {
  const { auth, email } = await shop.customer();
  const [, confirm = ''] = /#confirm=([0-9A-Z]{26})&/.exec((await shop.emailsTo(email))[0]?.text ?? '')!;
  await forgot(email);
  const code = await codeTo(email);
  const next = somebody();
  await changeTo(auth, next);
  for (const address of [email, next]) {
    assert.equal((await reset(address, code)).status, 400);
    const body = { email: address, code: confirm };
    assert.equal((await shop.send('POST', '/api/Accounts/confirm-email', { body })).status, 400);
  }
  await forgot(email);
  assert.deepEqual(await codesTo(email), [code], 'no code is sent to the old address');
});

test('cancels an unconfirmed change of address when the password is changed or reset', async () => {
  const { auth, email } = await shop.customer();
  const [next, password] = [somebody(), 'amber kettle sings 77'];
  await ask(auth, next);
  const body = { currentPassword: testPassword, password, repeatedPassword: password };
  const { body: tokens } = await shop.send<Tokens>('POST', '/api/Accounts/change-password', {
    headers: auth,
    body,
  });
  const after = shop.bearer(tokens.accessToken);
  assert.equal((await enter(after, await codeTo(next))).status, 400);
  assert.equal((await ask(after, next, password)).status, 204);
  const code = await codeTo(next);
  await forgot(email);
  assert.equal((await reset(email, await codeTo(email), 'two mild unusual otters')).status, 204);
  const owner = shop.bearer((await shop.logIn(email, 'two mild unusual otters')).accessToken);
  assert.equal((await enter(owner, code)).status, 400);
  assert.equal((await profile(owner)).email, email);
});

test('gives an address to one of two accounts that enter their codes at once, and explains it to the other', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [wanted, one, two] = [somebody(), await shop.customer(), await shop.customer()];
    await ask(one.auth, wanted);
    const first = await codeTo(wanted);
    await ask(two.auth, loud(wanted));
    const second = await codeTo(loud(wanted));
    const answers = await Promise.all([enter(one.auth, first), enter(two.auth, second)]);
    const lost = answers.find(({ status }) => status === 400);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204, 400]));
    assert.match(lost?.body.errors?.['']?.[0] ?? '', /Another account started using .* just now/);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from customer where email_canonical = ${wanted}`.execute(shop.database.db);
    assert.equal(rows[0]!.n, 1);
  }
});

test('treats every spelling of an address as the same address when it is changed', async () => {
  const { email } = await shop.customer('owner@bücher.example');
  const { auth } = await shop.customer();
  await ask(auth, 'owner@xn--bcher-kva.example');
  assert.deepEqual(await codesTo(email), []);
  await changeTo(auth, 'ada@xn--bcher-kva.example');
  await shop.logIn('ada@bücher.example');
});

test('lets a customer who registered with a wrong address correct it, and sends no name to that address', async () => {
  const { email, auth } = await shop.customer();
  const next = somebody();
  await changeTo(auth, next);
  const told = (await shop.emailsTo(email)).at(-1);
  assert.equal(told?.subject, 'Your email address was changed');
  assert.match(told?.text ?? '', /^Hello,$/m);
  assert.equal((await profile(auth)).emailConfirmed, true);
  await shop.customer(email);
});

test('sends three codes an hour, and allows five wrong passwords', async () => {
  const strict = await openTestShop();
  try {
    const { auth } = await strict.customer();
    const status = async (password?: string) => (await ask(auth, somebody(), password, strict)).status;
    assert.deepEqual([await status(), await status(), await status(), await status()], [204, 204, 204, 429]);
    const other = await strict.customer();
    const wrong = [];
    for (let n = 0; n < 6; n += 1) wrong.push((await ask(other.auth, somebody(), 'wrong', strict)).status);
    assert.deepEqual(wrong, [400, 400, 400, 400, 400, 429]);
  } finally {
    await strict.close();
  }
});

test('accepts an order that names the account’s former address, but not one that names another account’s', async () => {
  const { email, auth } = await shop.confirmedCustomer();
  const next = somebody();
  await changeTo(auth, next);
  await shop.placeOrder(auth, { ...shop.slogansOrder, accountEmail: email });
  const { auth: stranger } = await shop.customer();
  const refused = await shop.send<Answer>('POST', '/api/orders', {
    headers: stranger,
    body: { ...shop.slogansOrder, accountEmail: email },
  });
  assert.deepEqual(Object.keys(refused.body.errors ?? {}), ['accountEmail']);
});

test('exports and erases no messages of an address’s former owner for its next owner', async () => {
  const { email, auth } = await shop.confirmedCustomer();
  const { orderNumber } = await shop.placeOrder(auth);
  const messages = `/api/orders/${orderNumber}/messages`;
  const sent = await shop.send('POST', messages, { headers: auth, body: { text: 'A kazoo, please.' } });
  assert.equal(sent.status, 200);
  await changeTo(auth, somebody());
  await shop.customer(email);
  assert.ok(!(await shop.operate('account', 'export', email)).includes('kazoo'));
  await shop.operate('account', 'erase', email, email);
  assert.match(JSON.stringify((await shop.send('GET', messages, { headers: auth })).body), /kazoo/);
});

test('accepts an order that names the account’s former address, also after another account has used it', async () => {
  const { email, auth } = await shop.confirmedCustomer();
  await changeTo(auth, somebody());
  const { auth: next } = await shop.customer(email);
  const form = { ...shop.slogansOrder, accountEmail: email };
  assert.equal((await shop.send('POST', '/api/orders', { headers: auth, body: form })).status, 400);
  await changeTo(next, somebody());
  await shop.placeOrder(auth, form);
});

test('erases an unconfirmed change, the former addresses and their emails with the account', async () => {
  const email = 'zanzibar@example.com';
  const { auth } = await shop.customer(email);
  const next = 'zanzibar-next@example.com';
  await changeTo(auth, next);
  await ask(auth, 'zanzibar-third@example.com');
  await shop.app.jobs.drain();
  assert.ok((await shop.operate('account', 'export', next)).includes(email));
  await shop.operate('account', 'erase', next, next);
  for (const name of ['customer', 'email_code', 'former_email', 'search_text', 'job']) {
    const { rows } = await sql<{ all: string | null }>`
      select string_agg(to_jsonb(t)::text, '') as all from ${sql.table(name)} t`.execute(shop.database.db);
    assert.ok(!rows[0]!.all?.includes('zanzibar'), name);
  }
  const addresses = [email, next, 'zanzibar-third@example.com'];
  assert.deepEqual(await Promise.all(addresses.map(subjects)), [[], [], []]);
});

test('restores a former confirmed address by the operator’s command, and voids the password set since', async () => {
  const { email, auth } = await shop.confirmedCustomer();
  const thief = somebody();
  await changeTo(auth, thief);
  await assert.rejects(
    shop.operate('account', 'restore-email', thief, somebody()),
    /isn’t a confirmed former/,
  );
  assert.match(await shop.operate('account', 'restore-email', thief, email.toUpperCase()), /has the address/);
  assert.equal((await shop.send('GET', '/api/accounts/profile', { headers: auth })).status, 401);
  const body = { email, password: testPassword };
  assert.equal((await shop.send('POST', '/api/accounts/login', { body })).status, 400);
  await forgot(email);
  assert.equal((await reset(email, await codeTo(email))).status, 204);
  await shop.logIn(email, 'amber kettle sings 77');
});

test('explains why an address can’t be restored when another account has it, or the account is locked', async () => {
  const { email, auth } = await shop.confirmedCustomer();
  const thief = somebody();
  await changeTo(auth, thief);
  const { auth: squatter } = await shop.customer(email);
  await assert.rejects(
    shop.operate('account', 'restore-email', thief, email),
    /address of another account now.*Account details.*Then run this command again/,
  );
  await changeTo(squatter, somebody());
  await shop.operate('account', 'lock', thief, thief);
  assert.match(await shop.operate('account', 'restore-email', thief, email), /still locked\. Unlock it/);
});

test('offers to restore a former address only if it was confirmed', async () => {
  for (const isConfirmed of [true, false]) {
    const { email, auth } = await (isConfirmed ? shop.confirmedCustomer() : shop.customer());
    await changeTo(auth, somebody());
    const told = (await shop.emailsTo(email)).find(
      ({ subject }) => subject === 'Your email address was changed',
    );
    assert.equal(/restore this address/.test(told?.text ?? ''), isConfirmed);
  }
});
