import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Profile } from '#contract/storefront/accounts.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop();
});
after(() => shop.close());

const profile = async (headers: Record<string, string>) =>
  (await shop.send<Profile>('GET', '/api/Accounts/profile', { headers })).body;
const confirm = (email: string, code: string) =>
  shop.send('POST', '/api/Accounts/confirm-email', { body: { email, code } });
const confirmCodes = async (email: string) =>
  (await shop.emailsTo(email)).map(({ text }) => /#confirm=([0-9A-Z]{26})&/.exec(text ?? '')![1]!);

test('changes name and country, and stores names of any script as typed', async () => {
  const { email, auth } = await shop.customer();
  const update = (body: object) => shop.send('POST', '/api/accounts/update', { headers: auth, body });
  for (const [firstName, country] of [
    ['Nguyễn 𠮷', 'VN'],
    ['O’Brien', ''],
  ] as const) {
    assert.equal((await update({ firstName, lastName: 'Lee', country })).status, 204);
    const { emailConfirmed: _, createdAt: __, newEmail: ___, ...rest } = await profile(auth);
    assert.deepEqual(rest, { firstName, lastName: 'Lee', country: country || null, email });
  }
  const refused = await update({
    firstName: '',
    lastName: 'x'.repeat(71),
    country: 'XX',
    email: 'new@example.com',
  });
  assert.equal(refused.status, 400);
  assert.deepEqual(Object.keys(refused.body.errors ?? {}).toSorted(), [
    'country',
    'email',
    'firstName',
    'lastName',
  ]);
});

test('accepts a single name, and rejects a name without a visible character', async () => {
  const { auth } = await shop.customer();
  const headers = auth;
  const save = (body: object) => shop.send('POST', '/api/accounts/update', { headers, body });
  for (const body of [
    { firstName: 'Suharto', lastName: '', country: '' },
    { firstName: 'Suharto', lastName: '\u3164', country: '' },
    { firstName: 'Suharto', country: '' },
  ]) {
    assert.equal((await save(body)).status, 204);
    const { firstName, lastName } = await profile(auth);
    assert.deepEqual([firstName, lastName], ['Suharto', '']);
  }
  for (const firstName of ['\u200b', '\u3164 \u2800', '\u00ad\u2060']) {
    const { body } = await save({ firstName, lastName: 'Lee', country: '' });
    assert.deepEqual(body.errors, { firstName: ['Enter your first name'] });
  }
});

test("shows the last order's country until the customer sets one", async () => {
  const { auth } = await shop.customer();
  const country = async () => (await profile(auth)).country;
  assert.equal(await country(), null);
  await shop.placeOrder(auth);
  assert.equal(await country(), shop.slogansOrder.country);
  const body = { firstName: 'Ann', lastName: 'Lee', country: 'VN' };
  await shop.send('POST', '/api/accounts/update', { headers: auth, body });
  assert.equal(await country(), 'VN');
});

test('confirms the address once by the link in the email', async () => {
  const { email, auth } = await shop.customer();
  assert.equal((await profile(auth)).emailConfirmed, false);
  const [code] = await confirmCodes(email);
  const other = await shop.customer();
  assert.equal((await confirm(other.email, code!)).status, 400);
  assert.equal((await confirm(email, code!)).status, 204);
  assert.equal((await profile(auth)).emailConfirmed, true);
  assert.equal((await profile(other.auth)).emailConfirmed, false);
  assert.equal((await confirm(email, code!)).status, 400);
});

test('resends the confirmation email three times an hour, accepts only the newest link, and sends none to a confirmed address', async () => {
  const { email, auth } = await shop.customer();
  const again = async () =>
    (await shop.send('POST', '/api/Accounts/send-confirmation', { headers: auth })).status;
  const [first] = await confirmCodes(email);
  shop.pass(1000);
  assert.equal(await again(), 204);
  const second = (await confirmCodes(email)).find((code) => code !== first)!;
  assert.equal((await confirm(email, first!)).status, 400);
  assert.equal((await confirm(email, second)).status, 204);
  assert.equal(await again(), 204);
  assert.equal((await confirmCodes(email)).length, 2);
  assert.deepEqual([await again(), await again()], [204, 429]);
});

test('refuses a confirmation link older than a week', async () => {
  const { email } = await shop.customer();
  const [code] = await confirmCodes(email);
  shop.pass(7 * 86_400_000);
  assert.equal((await confirm(email, code!)).status, 400);
});
