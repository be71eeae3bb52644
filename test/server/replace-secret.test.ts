/**
 * The session secret is replaced in two restarts: first the new secret beside the old one, then the new one alone. Customers and
 * providers don't notice.
 */
import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import type { Tokens } from '#contract/storefront/accounts.ts';
import type { TicketChallenge } from '#contract/storefront/support.ts';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';
import { openTestShop, type TestShop } from './open-test-shop.ts';
import { type MollieFake, openMollieFake } from '#test/providers/mollie-fake.ts';
import { signWebhook } from '#server/payments/sandbox/sandbox-webhooks.ts';

const old = 'the old secret of the shop with many characters';
const fresh = 'a fresh secret of the shop with many characters';
const other = 'yet another secret that the shop never was given';
const newPassword = 'amber kettle sings 77';

let database: TestDatabase;
let mollie: MollieFake;
let shop: TestShop;
before(async () => {
  database = await openTestDatabase();
  mollie = await openMollieFake({ apiKey: 'test_Double', clock: () => shop.now() });
});
afterEach(() => shop.close());
after(async () => {
  await mollie.close();
  await database.close();
});

async function startWith(secrets: string, settings: Record<string, string> = {}): Promise<void> {
  shop = await openTestShop({
    database,
    settings: { SESSION_SECRET: secrets, RATE_LIMIT_FACTOR: '100', ...settings },
    endpoints: { mollie: mollie.origin },
  });
}
async function startAgainWith(secrets: string, settings?: Record<string, string>): Promise<void> {
  await shop.close();
  await startWith(secrets, settings);
}

const profileStatus = async ({ accessToken }: Tokens) =>
  (await shop.send('GET', '/api/accounts/profile', { headers: shop.bearer(accessToken) })).status;
const refresh = ({ refreshToken }: Tokens) =>
  shop.send<Tokens>('POST', '/api/accounts/refresh', { body: { refreshToken } });

test('accepts an earlier access token while the old secret is configured, and an earlier refresh token always', async () => {
  await startWith(old);
  const { tokens } = await shop.customer();
  await startAgainWith(`${fresh}, ${old}`);
  assert.equal(await profileStatus(tokens), 200);
  const renewed = await refresh(tokens);
  assert.equal(renewed.status, 200);
  await startAgainWith(fresh);
  assert.equal(await profileStatus(renewed.body), 200, 'it was signed with the new secret');
  assert.equal(await profileStatus(tokens), 401, 'the old one is forgotten');
  await startAgainWith(other);
  assert.equal(await profileStatus(renewed.body), 401);
  const again = await refresh(renewed.body);
  assert.equal(again.status, 200);
  assert.equal(await profileStatus(again.body), 200);
});

const codeIn = async (email: string, pattern: RegExp) =>
  (await shop.emailsTo(email)).map(({ text }) => pattern.exec(text ?? '')?.[1]).find(Boolean)!;

test('accepts earlier email codes until they expire or the old secret is removed', async () => {
  await startWith(old);
  const { email } = await shop.customer();
  const { email: late } = await shop.customer();
  const confirm = await codeIn(email, /#confirm=([0-9A-Z]{26})&/);
  const confirmLate = await codeIn(late, /#confirm=([0-9A-Z]{26})&/);
  await shop.send('POST', '/api/accounts/forgot-password', { body: { email } });
  const reset = await codeIn(email, /^Code: ([0-9A-Z]{8})$/m);
  await startAgainWith(`${fresh},${old}`);
  const send = async (path: string, body: object) =>
    (await shop.send('POST', `/api/accounts/${path}`, { body })).status;
  const passwords = { password: newPassword, repeatedPassword: newPassword };
  assert.equal(await send('confirm-email', { email, code: confirm }), 204);
  assert.equal(await send('reset-password', { email, code: reset, ...passwords }), 204);
  await shop.send('POST', '/api/accounts/forgot-password', { body: { email: late } });
  const second = await codeIn(late, /^Code: ([0-9A-Z]{8})$/m);
  await startAgainWith(fresh);
  assert.equal(await send('confirm-email', { email: late, code: confirmLate }), 400);
  assert.equal(await send('reset-password', { email: late, code: second, ...passwords }), 204);
});

test('accepts challenges and sandbox events from before the replacement of the secret', async () => {
  await startWith(old);
  const { body } = await shop.send<TicketChallenge>('GET', '/api/support/challenge');
  const challenge = body.challenge as unknown as Challenge;
  const proof = JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
  const { auth } = await shop.customer();
  const ref = await shop.startPayment((await shop.placeOrder(auth)).token);
  const webhook = JSON.stringify({ id: 'before', type: 'session.paid', ref });
  const headers = {
    'content-type': 'application/json',
    'sandbox-signature': signWebhook(shop.sandboxKey, webhook, shop.now()),
  };
  const tell = async () =>
    (await shop.send('POST', '/api/webhooks/sandbox', { body: webhook, headers })).status;
  const write = async () => {
    const message = { name: 'Ann', email: 'ann@example.com', message: 'Long enough to be read.', proof };
    return (await shop.send('POST', '/api/support/create-ticket', { body: message })).status;
  };
  await startAgainWith(`${fresh}, ${other}`);
  shop.pass(4_000);
  assert.deepEqual([await tell(), await write()], [400, 400], 'of a secret that is not there');
  await startAgainWith(`${fresh}, ${other}, ${old}`);
  shop.pass(4_000);
  assert.deepEqual([await tell(), await write()], [200, 200]);
  await shop.app.jobs.drain();
});

test('accepts Mollie’s events about earlier payments while the old secret is configured', async () => {
  const settings = { PAYMENTS: 'mollie', MOLLIE_API_KEY: 'test_Double', PUBLIC_URL: 'https://shop.example' };
  const sandboxed = { ...settings, PAYMENTS_ALLOW_SANDBOX: 'i-understand-orders-are-not-paid' };
  await startWith(old, sandboxed);
  const { auth } = await shop.customer();
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  const { search } = new URL(mollie.payment(ref).webhookUrl!);
  const tell = async () =>
    (
      await shop.send('POST', `/api/webhooks/mollie${search}`, {
        body: `id=${ref}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).status;
  await mollie.act(ref, 'pay', 'lost');
  await startAgainWith(fresh, sandboxed);
  assert.equal(await tell(), 400);
  await startAgainWith(`${fresh}, ${old}`, sandboxed);
  assert.equal(await tell(), 200);
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'paid');
});
