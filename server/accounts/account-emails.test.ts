import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Tokens } from '#contract/storefront/accounts.ts';
import { bounds } from '#contract/bounds.ts';
import { sql } from 'kysely';
import { shop as facts } from '#contract/shop.ts';
import { openTestMailServer } from '#test/server/open-test-mail-server.ts';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';

let server: Awaited<ReturnType<typeof openTestMailServer>>;
let shop: TestShop;
let isAway = false;
before(async () => {
  server = await openTestMailServer(() => !isAway);
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100', SMTP_URL: server.url } });
});
after(async () => {
  await shop.close();
  await server.close();
});

// a request's Host headers must not be used in an email's links
const foreign = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  forwarded: 'host=evil.example',
};
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  shop.send<Tokens>('POST', `/api/Accounts/${path}`, { body, headers: { ...foreign, ...headers } });

async function newEmails(email: string, seen: Set<string>) {
  await shop.app.jobs.drain();
  const letters = (await server.letters()).filter(
    ({ to, messageId }) => to?.[0]?.address === email && !seen.has(messageId!),
  );
  for (const { messageId } of letters) seen.add(messageId!);
  return letters;
}

test('sends an email for every account event, with links only to the shop', async () => {
  const email = 'Ann.O’Lee+x@example.com';
  const seen = new Set<string>();
  const one = async (isConfirmed = true) => {
    const letters = await newEmails(email, seen);
    assert.equal(letters.length, 1, letters.map(({ subject }) => subject).join(', '));
    const { subject, text = '', html = '', from } = letters[0]!;
    assert.equal(from?.address, facts.supportEmail);
    assert.match(text, isConfirmed ? /^Hello Zoë <b>,$/m : /^Hello,$/m);
    assert.ok(html.includes(isConfirmed ? 'Hello Zoë &lt;b&gt;,' : 'Hello,'));
    for (const [link] of `${text}${html}`.matchAll(/https?:\/\/[^\s"<]+/g))
      assert.ok(link.startsWith('http://shop.test/'), link);
    return { subject, text, link: new URL(/http:\/\/shop\.test\S+/.exec(text)![0]) };
  };
  const registration = {
    firstName: 'Zoë <b>',
    lastName: 'Lee',
    email,
    password: testPassword,
    repeatedPassword: testPassword,
    agreedToPrivacyPolicy: true,
  };

  await post('register', registration);
  const confirm = await one(false);
  assert.equal(confirm.subject, 'Confirm your email address');
  assert.equal(confirm.link.pathname + confirm.link.search, '/account/login');
  const linked = new URLSearchParams(confirm.link.hash.slice(1));
  assert.equal(linked.get('email'), email);
  assert.equal((await post('confirm-email', { email, code: linked.get('confirm') })).status, 204);

  await post('register', registration);
  assert.equal((await one()).subject, 'You already have an account with us');

  const logIn = (userAgent: string) =>
    post('login', { email, password: testPassword }, { 'user-agent': userAgent });
  const { body: tokens } = await logIn('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0');
  assert.deepEqual(await newEmails(email, seen), [], 'the first login is no news');
  await logIn('Mozilla/5.0 (X11; Linux x86_64) Firefox/141.0');
  assert.deepEqual(await newEmails(email, seen), [], 'neither is the same browser');
  await logIn('Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36');
  const signIn = await one();
  assert.equal(signIn.subject, 'New login to your account');
  assert.match(signIn.text, /^Browser: Chrome on Windows$/m);

  await post('forgot-password', { email: email.toUpperCase() });
  const reset = await one();
  assert.equal(reset.subject, 'Set a new password');
  assert.equal(reset.link.pathname + reset.link.search, '/account/reset');
  const fragment = new URLSearchParams(reset.link.hash.slice(1));
  const code = fragment.get('code')!;
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{8}$/);
  assert.equal(fragment.get('email'), email);
  assert.match(reset.text, new RegExp(`^Code: ${code}$`, 'm'));

  const password = 'amber kettle sings 77';
  assert.equal(
    (await post('reset-password', { email, password, repeatedPassword: password, code })).status,
    204,
  );
  assert.equal((await one()).subject, 'Your password was changed');

  const { refreshToken } = (await post('login', { email, password })).body;
  await newEmails(email, seen);
  const next = (await post('refresh', { refreshToken })).body;
  await post('refresh', { refreshToken: next.refreshToken });
  shop.pass(11_000);
  await post('refresh', { refreshToken });
  assert.equal((await one()).subject, 'We logged out one of your browsers');
  assert.ok(tokens.accessToken);
  assert.ok((await server.letters()).every(({ cc, bcc, to }) => !cc && !bcc && to?.length === 1));
});

test('stores no code in an email’s job, and no address in the error of a rejected email', async () => {
  const { email } = await shop.customer('refused-ann@example.com');
  await shop.app.jobs.drain();
  const { rows } = await sql<{ last_error: string; payload: unknown }>`
    select last_error, payload from job where kind = 'mail.confirm-address'`.execute(shop.database.db);
  assert.equal(rows.length, 1);
  assert.match(rows[0]!.last_error, /No such user/);
  assert.ok(!JSON.stringify(rows).includes(email));
  assert.deepEqual(Object.keys(rows[0]!.payload as object), ['codeId']);
});

test('does not send a code that expired while the mail server was unavailable', async () => {
  const { email } = await shop.customer();
  const seen = new Set<string>();
  await newEmails(email, seen);
  isAway = true;
  await post('forgot-password', { email });
  await shop.app.jobs.drain();
  isAway = false;
  shop.pass(bounds.resetCode.ttlMinutes * 60_000);
  assert.deepEqual(await newEmails(email, seen), []);
  await post('forgot-password', { email });
  assert.equal((await newEmails(email, seen)).length, 1);
});

test('sends at most ten emails a day, without the typed name, to an unconfirmed address, and accepts its orders', async (t) => {
  const strict = await openTestShop();
  t.after(() => strict.close());
  const email = 'victim@example.com';
  const phish = 'friend, you won! https://evil.example/win';
  const body = {
    firstName: phish,
    lastName: phish,
    email,
    password: testPassword,
    repeatedPassword: testPassword,
  };
  await strict.send('POST', '/api/Accounts/register', { body: { ...body, agreedToPrivacyPolicy: true } });
  const auth = strict.bearer((await strict.logIn(email)).accessToken);
  const orders = [];
  for (let n = 0; n < 10; n += 1) {
    // a customer may have ten unpaid orders
    orders.push(await strict.placeOrder(auth));
  }
  strict.pass(61_000);
  const list = await strict.send<{ orders: unknown[] }>('GET', '/api/orders', { headers: auth });
  assert.equal(list.body.orders.length, 10);
  const emails = await strict.emailsTo(email);
  assert.equal(emails.length, 10, 'one that confirms and nine of ten orders');
  for (const { text, html } of emails) assert.doesNotMatch(`${text}${html}`, /evil\.example/);
  const ref = await strict.startPayment(orders[0]!.token);
  for (const outcome of ['async', 'fail']) {
    await strict.act(ref, outcome);
    await strict.sync(orders[0]!.token);
  }
  assert.equal((await strict.payment(orders[0]!.token)).hasFailed, true);
  assert.equal((await strict.emailsTo(email)).length, 10, 'none about a payment without money');
  // recovery emails have their own limit
  await strict.send('POST', '/api/Accounts/forgot-password', { body: { email } });
  assert.equal((await strict.emailsTo(email)).length, 11);
});

test('sends three emails an hour about repeated registration, and gives the same answer above the limit', async (t) => {
  const strict = await openTestShop({ settings: { TRUST_PROXY: 'loopback' } });
  t.after(() => strict.close());
  const { email } = await strict.customer();
  const body = {
    firstName: 'Ann',
    lastName: 'Lee',
    email,
    password: testPassword,
    repeatedPassword: testPassword,
    agreedToPrivacyPolicy: true,
  };
  const before = (await strict.emailsTo(email)).length;
  for (let n = 0; n < 6; n += 1) {
    const headers = { 'x-forwarded-for': `192.0.2.${n}` };
    assert.equal((await strict.send('POST', '/api/Accounts/register', { body, headers })).status, 204);
    await strict.emailsTo(email);
  }
  // the email of the first registration also counts towards the three
  assert.equal((await strict.emailsTo(email)).length - before, 2);
});
