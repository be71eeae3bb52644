import assert from 'node:assert/strict';
import test, { after, before, beforeEach, type TestContext } from 'node:test';
import type { LinkRequest } from '#server/payments/provider/provider.ts';
import { type MollieFake, openMollieFake } from '#test/providers/mollie-fake.ts';
import { mollieProvider } from './mollie-provider.ts';

const apiKey = 'test_Double';
const webhookUrl = 'https://shop.example/api/webhooks/mollie';
const request: LinkRequest = {
  amount: '12900',
  currency: 'usd',
  description: 'Order RL-1',
  reference: 'attempt-1',
  returnUrl: 'https://shop.example/pay?from=provider',
  cancelUrl: 'https://shop.example/pay',
  expiresAt: '2026-11-22T12:00:00Z',
};
const providerAt = (endpoint: string) =>
  mollieProvider({ apiKey, webhookUrl, webhookKeys: ['new', 'old'], endpoint });
const unavailable = (message: string) => ({ name: 'ProviderUnavailable', message });
const refused = (message: string) => ({ name: 'ProviderRefused', message });

let fake: MollieFake;
let provider: ReturnType<typeof mollieProvider>;
before(async () => {
  fake = await openMollieFake({ apiKey, clock: () => new Date('2026-11-22T11:00:00Z') });
  provider = providerAt(fake.origin);
});
beforeEach(() => void fake.calls.splice(0));
after(() => fake.close());

const routes = () => fake.calls.splice(0).map(({ route }) => route.replace('/v2/payments', ''));
/** A payment with this status whose page has not been used. */
async function made(change: object = {}): Promise<string> {
  const { ref } = await provider.createLink(request, `key ${Math.random()}`);
  Object.assign(fake.payment(ref), change);
  fake.calls.splice(0);
  return ref;
}
/** Runs an action at Mollie just before a call of this kind arrives. */
function beforeCall(t: TestContext, kind: string, happen: () => void): void {
  const { fetch } = globalThis;
  t.mock.method(globalThis, 'fetch', (url: string, init: RequestInit) => {
    if (init.method === kind) happen();
    return fetch(url, init);
  });
}

test("creates a payment with Mollie's field names, under the attempt's idempotency key", async () => {
  const link = await provider.createLink(request, 'attempt:1');
  const [call, ...more] = fake.calls;
  assert.equal(more.length, 0);
  const { webhookUrl, ...body } = JSON.parse(call!.body) as { webhookUrl: string };
  assert.deepEqual(body, {
    amount: { currency: 'USD', value: '129.00' },
    description: 'Order RL-1',
    redirectUrl: 'https://shop.example/pay?from=provider',
    cancelUrl: 'https://shop.example/pay',
    metadata: { attempt: 'attempt-1' },
  });
  assert.match(
    webhookUrl,
    /^https:\/\/shop\.example\/api\/webhooks\/mollie\?attempt=attempt-1&proof=[0-9a-f]{64}$/,
  );
  const { authorization, 'content-type': type } = call!.headers;
  assert.deepEqual(
    [call!.route, call!.key, authorization, type],
    ['POST /v2/payments', 'attempt:1', 'Bearer test_Double', 'application/json'],
  );
  const { id } = fake.payment(link.ref);
  assert.deepEqual(link, { ref: id, url: `https://www.mollie.com/checkout/select-method/${id}` });
});

test('reads a payment with its refunds and chargebacks, and encodes its id in the URL', async () => {
  const ref = await made();
  assert.equal((await provider.fetch(ref)).state, 'open');
  const { route, id, query, key, body, headers } = fake.calls[0]!;
  assert.deepEqual(
    [route, id, query, key, body, headers['content-type']],
    ['GET /v2/payments/:id', ref, 'embed=refunds,chargebacks', undefined, '', undefined],
  );
  await assert.rejects(provider.fetch('a/b?c'), refused('Mollie responded with 404'));
  assert.equal(fake.calls[1]!.id, 'a/b?c');
});

test('sends the API key only to Mollie, and derives the mode from the key', async (t) => {
  const asked: unknown[] = [];
  t.mock.method(globalThis, 'fetch', (url: string, { redirect }: RequestInit) => {
    asked.push([url, redirect]);
    return Promise.reject(new Error('no network'));
  });
  const real = mollieProvider({ apiKey: 'test_live_', webhookKeys: ['new'] });
  await assert.rejects(real.fetch('tr_1'), unavailable('Mollie isn’t responding'));
  assert.deepEqual(asked, [['https://api.mollie.com/v2/payments/tr_1?embed=refunds,chargebacks', 'error']]);
  assert.equal(real.livemode, false);
  assert.equal(real.name, 'mollie');
  assert.deepEqual(real.pageOrigins, ['https://www.mollie.com', 'https://pay.mollie.com']);
});

test('classifies a Mollie error as final or temporary by its status and the call', async () => {
  const ref = await made({ status: 'paid' });
  const asks = [
    ['POST /v2/payments', () => provider.createLink(request, `key ${Math.random()}`)],
    ['GET /v2/payments/:id', () => provider.fetch(ref)],
    [
      'POST /v2/payments/:id/refunds',
      () => provider.refund(ref, { amount: 100n, reference: 'r' }, `key ${Math.random()}`),
    ],
  ] as const;
  for (const [route, ask] of asks)
    for (const status of [400, 401, 403, 404, 408, 409, 410, 422, 425, 429, 500, 503]) {
      fake.fail(route, status);
      const isPassing = status >= 500 || [408, 409, 425, 429].includes(status);
      const isKey = status === 401 || status === 403;
      const final = !isPassing && (route === 'POST /v2/payments' || !isKey);
      const problem = `Mollie responded with ${status}`;
      await assert.rejects(ask(), final ? refused(problem) : unavailable(problem), `${route} ${status}`);
    }
});

test('throws ProviderUnavailable without a response or with an unreadable one', async () => {
  const ref = await made();
  fake.fail('GET /v2/payments/:id', 'lost', 'lost');
  await assert.rejects(provider.fetch(ref), unavailable('Mollie isn’t responding'));
  await assert.rejects(provider.fetch(ref), ({ cause }) => cause instanceof Error);
  fake.payment(ref).amount.value = 'much';
  await assert.rejects(provider.fetch(ref), unavailable('Mollie sent a response we can’t read'));
  await assert.rejects(provider.stop(ref), unavailable('Mollie sent a response we can’t read'));
});

test('throws ProviderRefused for a payment without a page, because its idempotency key returns no other', async (t) => {
  const answer = { ...fake.payment(await made()), _links: {} };
  t.mock.method(globalThis, 'fetch', () => Promise.resolve(Response.json(answer)));
  await assert.rejects(
    provider.createLink(request, 'attempt:2'),
    refused(`Payment ${answer.id} has no payment page`),
  );
});

test('cancels an open payment, counts one that Mollie can’t cancel as closed, and returns every other state', async () => {
  const get = 'GET /:id';
  const close = 'DELETE /:id';
  for (const [change, state, asked] of [
    [{ isCancelable: true }, 'canceled', [get, close, get]],
    [{ isCancelable: false }, 'canceled', [get, get]],
    [{ status: 'paid' }, 'paid', [get]],
    [{ status: 'pending', isCancelable: true }, 'processing', [get]],
    [{ status: 'expired' }, 'expired', [get]],
    // with an unknown status, the payment may still be paid
    [{ status: 'contemplated' }, 'open', [get]],
  ] as const) {
    const ref = await made(change);
    const snapshot = await provider.stop(ref);
    assert.deepEqual([snapshot.ref, snapshot.state], [ref, state], JSON.stringify(change));
    assert.deepEqual(routes(), asked, JSON.stringify(change));
  }
});

test('returns “paid” for a payment that was paid while its page was being closed', async (t) => {
  const ref = await made({ isCancelable: true });
  beforeCall(t, 'DELETE', () => Object.assign(fake.payment(ref), { status: 'paid', isCancelable: false }));
  const { state, captured } = await provider.stop(ref);
  assert.deepEqual([state, captured], ['paid', 12_900n]);
});

test('does not count a page as closed when Mollie did not confirm it', async () => {
  const ref = await made({ isCancelable: true });
  fake.fail('DELETE /v2/payments/:id', 503);
  await assert.rejects(provider.stop(ref), unavailable('Mollie responded with 503'));
  assert.equal(fake.payment(ref).status, 'open');
});

test("creates a refund once with Mollie's field names, even after its idempotency key expired", async () => {
  const ref = await made({ status: 'paid' });
  const refund = (cents: bigint, reference: string, key: string) =>
    provider.refund(ref, { amount: cents, reference }, key);
  const first = await refund(4_000n, 'r1', 'refund:r1');
  const call = fake.calls.find(({ route }) => route.endsWith('/refunds'))!;
  assert.deepEqual([call.id, call.key], [ref, 'refund:r1']);
  assert.deepEqual(JSON.parse(call.body), {
    amount: { currency: 'USD', value: '40.00' },
    description: 'Order RL-1',
    metadata: { refund: 'r1' },
  });
  const stated = (snapshot: typeof first) =>
    snapshot.refunds.map(({ reference, amount, state }) => [reference, amount, state]);
  assert.deepEqual(stated(first), [['r1', 4_000n, 'pending']]);
  const both = [
    ['r1', 4_000n, 'pending'],
    ['r2', 500n, 'pending'],
  ];
  assert.deepEqual(stated(await refund(500n, 'r2', 'refund:r2')), both);
  fake.forgetKeys();
  fake.calls.splice(0);
  for (const [cents, reference] of [
    [4_000n, 'r1'],
    [500n, 'r2'],
  ] as const)
    assert.deepEqual(stated(await refund(cents, reference, `refund:${reference}`)), both);
  assert.deepEqual(routes(), ['GET /:id', 'GET /:id']);
});

test('accepts a webhook event only at the payment’s own address, signed with the new or the old key', async () => {
  const queryOf = async (webhookKeys: readonly [string, ...string[]], reference: string) => {
    const other = mollieProvider({ apiKey, webhookUrl, webhookKeys, endpoint: fake.origin });
    const { ref } = await other.createLink({ ...request, reference }, `key ${Math.random()}`);
    return Object.fromEntries(new URL(fake.payment(ref).webhookUrl!).searchParams);
  };
  const readWebhook = (query: Record<string, unknown>, body = 'id=tr_1') =>
    provider.readWebhook(Buffer.from(body), {}, query);
  for (const key of ['new', 'old']) {
    const query = await queryOf([key, 'another'], 'a 1');
    const { eventId, ...webhook } = readWebhook(query)!;
    assert.deepEqual(webhook, { type: 'payment', ref: 'tr_1', payload: { id: 'tr_1', attempt: 'a 1' } });
    assert.notEqual(readWebhook(query)!.eventId, eventId);
  }
  const refusedWebhook = (message: string) => ({ name: 'WebhookRefused', message });
  const good = await queryOf(['new'], 'a 1');
  for (const change of [
    { attempt: undefined },
    { proof: undefined },
    { attempt: ['a 1'] },
    { proof: [good.proof] },
  ])
    assert.throws(
      () => readWebhook({ ...good, ...change }),
      refusedWebhook('The webhook URL is incomplete.'),
    );
  for (const query of [await queryOf(['third'], 'a 1'), { ...good, attempt: 'a 2' }, { ...good, proof: '' }])
    assert.throws(() => readWebhook(query), refusedWebhook('The webhook URL isn’t one of ours.'));
  const longest = `tr_${'x'.repeat(100)}`;
  assert.equal(readWebhook(good, `id=${longest}`)!.ref, longest);
  for (const body of ['', 'id=', 'ref=tr_1', 'id=tr_', 'id=xtr_1', 'id=tr_1/x', 'id=tr_-', `id=${longest}x`])
    assert.throws(() => readWebhook(good, body), refusedWebhook('The webhook event couldn’t be read.'), body);
});
