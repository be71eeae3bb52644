import assert from 'node:assert/strict';
import test, { after, afterEach, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { day, minute } from '#contract/durations.ts';
import { openMollieShop } from '#test/server/open-provider-shops.ts';
import type { TestShop } from '#test/server/open-test-shop.ts';
import type { MollieFake } from '#test/providers/mollie-fake.ts';
import { mollieProvider } from './mollie-provider.ts';

let shop: TestShop;
let fake: MollieFake;
let close: () => Promise<void>;
let auth: { authorization: string };

before(async () => {
  ({ shop, fake, close } = await openMollieShop());
});
beforeEach(async () => {
  ({ auth } = await shop.customer());
});
afterEach(async () => {
  await shop.app.jobs.drain();
  assert.deepEqual(await shop.audit(), []);
});
after(() => close());

const start = async () => {
  const { token, orderNumber: number } = await shop.placeOrder(auth);
  return { token, number, ref: await shop.startPayment(token) };
};
const statusOf = async (token: string) => {
  await shop.app.jobs.drain();
  return (await shop.payment(token)).status;
};
const post = async (query: string, body: string) =>
  (
    await fetch(`${shop.origin}/api/webhooks/mollie${query}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  ).status;
const kept = async () =>
  (await sql<{ count: string }>`select count(*) from provider_notice`.execute(shop.database.db)).rows[0]!
    .count;
const alerts = async (about: string) =>
  (await shop.emailsTo('operator@shop.test')).filter(({ subject }) => subject?.includes(about)).length;

test('creates a payment with a decimal amount, the order’s number, and return and webhook addresses', async () => {
  const { number, token, ref } = await start();
  const { amount, description, redirectUrl, webhookUrl, metadata } = fake.payment(ref);
  assert.deepEqual(amount, { currency: 'USD', value: '129.00' });
  assert.equal(description, `Order ${number}: Slogans (1 set, 10 slogans)`);
  assert.equal(redirectUrl, `https://shop.example/pay?link=${token}&from=provider`);
  const { origin, pathname, searchParams } = new URL(webhookUrl!);
  assert.equal(origin + pathname, 'https://shop.example/api/webhooks/mollie');
  assert.deepEqual(metadata, { attempt: searchParams.get('attempt') });
});

test('rejects, and does not store, a webhook event with an unsigned address or a malformed body', async () => {
  const { token, ref } = await start();
  const other = await start();
  const { search } = new URL(fake.payment(ref).webhookUrl!);
  const proofOf = (of: string) => new URL(fake.payment(of).webhookUrl!).searchParams.get('proof')!;
  await fake.act(ref, 'pay', 'lost');
  const before = await kept();
  const refused: [query: string, body: string, status: number][] = [
    ['', `id=${ref}`, 400],
    [search.replace(/proof=.{8}/, 'proof=00000000'), `id=${ref}`, 400],
    [search.replace(proofOf(ref), proofOf(other.ref)), `id=${ref}`, 400],
    [search.slice(0, -10), `id=${ref}`, 400],
    [`${search}&attempt=x`, `id=${ref}`, 400],
    [search, '', 400],
    [search, 'id=', 400],
    [search, 'id=../refunds', 400],
    [search, `id=${'tr_'.padEnd(200, 'x')}`, 400],
    [search, `{"id":"${ref}"}`, 400],
    [search, `id=${ref}`.padEnd(2_000_000, ' '), 413],
  ];
  for (const [query, body, status] of refused)
    assert.equal(await post(query, body), status, `${query} ${body.slice(0, 50)}`);
  assert.equal(await kept(), before);
  assert.equal(await statusOf(token), 'awaitingPayment');
  for (let n = 0; n < 3; n += 1) assert.equal(await post(search, `id=${ref}`), 200);
  assert.equal(await statusOf(token), 'paid');
});

test('keeps a webhook event about an unknown payment in the inbox and emails the operator', async () => {
  const { ref } = await start();
  const { search } = new URL(fake.payment(ref).webhookUrl!);
  assert.equal(await post(search, 'id=tr_unknown'), 200);
  const before = await alerts('Unknown payment reported');
  for (let n = 0; n < 4; n += 1) {
    shop.pass(30 * minute);
    await shop.app.jobs.drain();
  }
  assert.equal((await alerts('Unknown payment reported')) - before, 1);
  const { rows } = await sql<{ last_error: string }>`
    delete from provider_notice where provider_ref = 'tr_unknown' returning last_error`.execute(
    shop.database.db,
  );
  assert.deepEqual(rows, [{ last_error: 'No payment attempt has this reference' }]);
});

test('changes nothing and alerts the operator when Mollie reports an unknown status', async () => {
  const { token, ref } = await start();
  fake.payment(ref).status = 'contemplated';
  const before = await alerts('needs attention');
  assert.equal((await shop.sync(token)).status, 'awaitingPayment');
  assert.equal((await alerts('needs attention')) - before, 1);
  fake.payment(ref).status = 'open';
  await fake.act(ref, 'pay');
  assert.equal(await statusOf(token), 'paid');
});

test('does not book payments of the other mode', async () => {
  const { token, ref } = await start();
  await fake.act(ref, 'pay', 'lost');
  fake.payment(ref).mode = 'live';
  const before = await alerts('needs attention');
  assert.equal((await shop.sync(token)).status, 'awaitingPayment');
  assert.equal((await alerts('needs attention')) - before, 1);
  fake.payment(ref).mode = 'test';
  assert.equal((await shop.sync(token)).status, 'paid');
  shop.pass(day);
});

test('closes a page if Mollie can, and credits the balance when a page that stayed open is paid', async () => {
  const cancel = ({ number }: { number: string }) =>
    shop.send('POST', `/api/orders/${number}/cancel`, { headers: auth });
  const closed = await start();
  fake.payment(closed.ref).isCancelable = true;
  assert.equal((await cancel(closed)).status, 204);
  assert.equal(fake.payment(closed.ref).status, 'canceled');
  const open = await start();
  assert.equal((await cancel(open)).status, 204);
  assert.equal(fake.payment(open.ref).status, 'open');
  await fake.act(open.ref, 'pay');
  assert.equal(await statusOf(open.token), 'cancelled');
  const { body } = await shop.send<{ balance: { available: number } }>('GET', '/api/balance', {
    headers: auth,
  });
  assert.equal(body.balance.available, 12_900);
});

test('creates live payments with a live key, and sends no webhook address without a public URL', async () => {
  const provider = mollieProvider({ apiKey: 'live_Double', webhookKeys: ['x'], endpoint: fake.origin });
  assert.equal(provider.livemode, true);
  await assert.rejects(
    provider.fetch('tr_1'),
    { name: 'ProviderUnavailable' },
    'a wrong key is nobody’s loss',
  );
  const local = mollieProvider({ apiKey: 'test_Double', webhookKeys: ['x'], endpoint: fake.origin });
  const page = 'https://shop.example/pay';
  const { ref } = await local.createLink(
    {
      amount: '500',
      currency: 'usd',
      description: 'Deposit',
      reference: 'a',
      returnUrl: page,
      cancelUrl: page,
      expiresAt: '',
    },
    'attempt:a',
  );
  assert.equal(fake.payment(ref).webhookUrl, undefined);
});
