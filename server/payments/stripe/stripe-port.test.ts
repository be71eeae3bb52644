import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import qs from 'qs';
import { ApiRefusal, openFakeApiServer } from '#test/providers/fake-api-server.ts';
import type { LinkRequest } from '#server/payments/provider/provider.ts';
import { openStripeFake, type StripeFake } from '#test/providers/stripe-fake.ts';
import fixtures from '#test/providers/stripe-fixtures.json' with { type: 'json' };
import { stripeProvider } from './stripe-provider.ts';

const now = new Date('2026-11-22T11:00:00Z');
const request: LinkRequest = {
  amount: '12900',
  currency: 'usd',
  description: 'Order RL-1',
  reference: 'attempt-1',
  number: 'RL-1',
  returnUrl: 'https://shop.example/pay?from=provider',
  cancelUrl: 'https://shop.example/pay',
  expiresAt: '2026-11-22T12:00:00.999Z',
};
const options = { webhookSecrets: ['whsec_old', 'whsec_new'], clock: () => now };
const secretKey = 'sk_test_51Double';
const unavailable = (message: string) => ({ name: 'ProviderUnavailable', message });
const refused = (message: string) => ({ name: 'ProviderRefused', message });

let fake: StripeFake;
let provider: ReturnType<typeof stripeProvider>;
before(async () => {
  fake = await openStripeFake({ secretKey, webhookSecret: 'whsec_new', clock: () => now });
  provider = stripeProvider({ ...options, secretKey, endpoint: fake.origin });
});
beforeEach(() => void fake.calls.splice(0));
after(() => fake.close());

const asked = () =>
  fake.calls
    .splice(0)
    .map(({ route, query }) =>
      `${route.replace(/\/v1\/(checkout\/)?/, '')} ${qs.stringify(qs.parse(query), { encode: false })}`.trim(),
    );
const retrieve = 'GET sessions/:id expand[0]=payment_intent';
let keys = 0;
const newKey = () => `key ${(keys += 1)}`;
async function made(...acts: Parameters<StripeFake['act']>[1][]): Promise<string> {
  const { ref } = await provider.createLink(request, newKey());
  for (const act of acts) await fake.act(ref, act, 'lost');
  fake.calls.splice(0);
  return ref;
}

test("creates a page with Stripe's field names, under the attempt's idempotency key", async () => {
  const link = await provider.createLink(request, 'attempt:1');
  const [call, ...more] = fake.calls;
  assert.equal(more.length, 0);
  const metadata = { attempt: 'attempt-1', number: 'RL-1' };
  assert.deepEqual(qs.parse(call!.body, { depth: 9 }), {
    mode: 'payment',
    ui_mode: 'hosted_page',
    client_reference_id: 'attempt-1',
    metadata,
    line_items: [
      {
        quantity: '1',
        price_data: { currency: 'usd', unit_amount: '12900', product_data: { name: 'Order RL-1' } },
      },
    ],
    payment_intent_data: { description: 'Order RL-1', metadata },
    adaptive_pricing: { enabled: 'false' },
    success_url: 'https://shop.example/pay?from=provider',
    cancel_url: 'https://shop.example/pay',
    expires_at: String(Date.parse('2026-11-22T12:00:00Z') / 1000),
  });
  assert.deepEqual([call!.route, call!.key], ['POST /v1/checkout/sessions', 'attempt:1']);
  const { id, url } = fake.payment(link.ref).session;
  assert.deepEqual(link, { ref: id, url });
});

test('throws ProviderRefused for an expired page, because its idempotency key returns no other', async () => {
  const api = await openFakeApiServer({
    routes: ['POST /v1/checkout/sessions'],
    handle: () => ({ ...fixtures['checkout.session'], id: 'cs_1', url: null }),
    problem: () => ({}),
  });
  try {
    const ended = stripeProvider({ ...options, secretKey, endpoint: api.origin });
    await assert.rejects(
      ended.createLink(request, 'attempt:2'),
      refused('The payment page of cs_1 has expired'),
    );
  } finally {
    await api.close();
  }
});

test('treats a lack of money on Stripe’s balance as temporary', async () => {
  const api = await openFakeApiServer({
    routes: ['GET /v1/checkout/sessions/:id'],
    handle: () => {
      throw new ApiRefusal(400, 'Insufficient funds in your Stripe balance');
    },
    problem: (_, message) => ({
      error: { type: 'invalid_request_error', code: 'balance_insufficient', message },
    }),
  });
  try {
    const short = stripeProvider({ ...options, secretKey, endpoint: api.origin });
    await assert.rejects(
      short.fetch('cs_1'),
      unavailable('Stripe responded with 400 (balance_insufficient)'),
    );
  } finally {
    await api.close();
  }
});

test('derives the mode from the API key, and redirects customers only to Stripe’s own page', () => {
  for (const [key, livemode] of [
    ['sk_live_1', true],
    ['rk_live_1', true],
    ['sk_test_1', false],
    ['sk_test_rk_live_1', false],
  ] as const)
    assert.equal(stripeProvider({ ...options, secretKey: key }).livemode, livemode, key);
  assert.equal(provider.name, 'stripe');
  assert.deepEqual(provider.pageOrigins, ['https://checkout.stripe.com']);
});

test('reads a payment with its intent, and once paid with its refunds and disputes', async () => {
  for (const [acts, state] of [
    [[], 'open'],
    [['decline'], 'open'],
    [['async'], 'processing'],
    [['async', 'fail'], 'failed'],
    [['expire'], 'expired'],
  ] as const) {
    const ref = await made(...acts);
    assert.deepEqual(await provider.fetch(ref), {
      ref,
      livemode: false,
      state,
      captured: 0n,
      currency: 'usd',
      refunds: [],
      disputes: [],
    });
    assert.deepEqual(asked(), [retrieve], 'nothing can have gone back');
  }
  const ref = await made('pay', 'dashboard-refund', 'dispute');
  const { state, captured, refunds, disputes } = await provider.fetch(ref);
  assert.deepEqual([state, captured], ['paid', 12_900n]);
  assert.deepEqual(
    refunds.map(({ amount }) => amount),
    [6_450n],
  );
  assert.deepEqual(
    disputes.map(({ amount, withdrawn, fee }) => [amount, withdrawn, fee]),
    [[6_450n, 6_450n, 1_500n]],
  );
  const { id } = fake.payment(ref).intent!;
  const ofIntent = `payment_intent=${id}&limit=100`;
  assert.deepEqual(asked().toSorted(), [`GET disputes ${ofIntent}`, `GET refunds ${ofIntent}`, retrieve]);
  // no payment was due, so there is no intent
  fake.payment(ref).intent = null;
  assert.equal((await provider.fetch(ref)).captured, 0n);
  assert.deepEqual(asked(), [retrieve]);
});

test('reads all refunds and disputes when they fill more than one page', async () => {
  const ref = await made('pay', 'dashboard-refund', 'dispute');
  const payment = fake.payment(ref);
  const copies = <Thing extends { id: string }>([thing]: Thing[]) =>
    Array.from({ length: 230 }, (_, n) => ({ ...thing!, id: `${thing!.id}${n}` }));
  payment.refunds = copies(payment.refunds);
  payment.disputes = copies(payment.disputes);
  const { refunds, disputes } = await provider.fetch(ref);
  for (const list of [refunds, disputes]) assert.equal(new Set(list.map((one) => one.ref)).size, 230);
  assert.equal(asked().length, 7);
});

test('classifies a Stripe error as final or temporary by its status and the call', async () => {
  const ref = await made('pay');
  const asks = [
    ['POST /v1/checkout/sessions', () => provider.createLink(request, newKey())],
    ['GET /v1/checkout/sessions/:id', () => provider.fetch(ref)],
    ['GET /v1/refunds', () => provider.fetch(ref)],
    ['GET /v1/disputes', () => provider.fetch(ref)],
    ['POST /v1/refunds', () => provider.refund(ref, { amount: 100n, reference: 'r' }, newKey())],
    ['GET /v1/checkout/sessions', () => provider.paymentOf!('pi_1')],
  ] as const;
  for (const [route, ask] of asks)
    for (const status of [400, 401, 403, 408, 409, 425, 429, 500, 503]) {
      fake.fail(route, status);
      const isPassing = status >= 500 || [408, 409, 425, 429].includes(status);
      const isKey = status === 401 || status === 403;
      const final = !isPassing && (route === 'POST /v1/checkout/sessions' || !isKey);
      const problem = `Stripe responded with ${status}`;
      await assert.rejects(ask(), final ? refused(problem) : unavailable(problem), `${route} ${status}`);
    }
  await assert.rejects(provider.fetch('cs_other'), refused('Stripe responded with 404 (resource_missing)'));
});

test('throws ProviderUnavailable without a response, and sends Stripe no data about this machine', async () => {
  const twice = ['lost', 'lost'] as const;
  fake.fail('POST /v1/checkout/sessions', ...twice);
  const create = () => provider.createLink(request, 'attempt:3');
  await assert.rejects(create, unavailable('Stripe responded with no status'));
  const { ref } = await create();
  fake.fail('GET /v1/checkout/sessions/:id', ...twice);
  await assert.rejects(provider.fetch(ref), ({ cause }) => cause instanceof Error);
  await provider.fetch(ref);
  for (const { headers } of fake.calls) assert.equal(headers['x-stripe-client-telemetry'], undefined);
});

test('classifies a replayed error as final when creating a page, and as temporary for a refund', async () => {
  const broken = 'Stripe responded with 500';
  fake.fail('POST /v1/checkout/sessions', 'kept');
  await assert.rejects(provider.createLink(request, 'attempt:4'), unavailable(broken));
  await assert.rejects(provider.createLink(request, 'attempt:4'), refused(broken));
  const ref = await made('pay');
  const refund = () => provider.refund(ref, { amount: 100n, reference: 'r' }, 'refund:4');
  fake.fail('POST /v1/refunds', 'kept');
  await assert.rejects(refund(), unavailable(broken));
  await assert.rejects(refund(), unavailable(broken));
});

test('closes an open page, and returns the state of a paid, processing or expired one', async () => {
  const close = 'POST sessions/:id/expire';
  for (const [acts, state] of [
    [[], 'expired'],
    [['decline'], 'expired'],
    [['async'], 'processing'],
    [['expire'], 'expired'],
  ] as const) {
    const ref = await made(...acts);
    const snapshot = await provider.stop(ref);
    assert.deepEqual([snapshot.ref, snapshot.state], [ref, state]);
    assert.deepEqual(asked(), [close, retrieve]);
  }
  const { state, captured } = await provider.stop(await made('pay'));
  assert.deepEqual([state, captured], ['paid', 12_900n]);
});

test('does not count a page as closed when Stripe did not close it', async () => {
  const ref = await made();
  fake.fail('POST /v1/checkout/sessions/:id/expire', 400, 503);
  await assert.rejects(provider.stop(ref), unavailable('Stripe refused to expire the payment page'));
  fake.calls.splice(0);
  await assert.rejects(provider.stop(ref), unavailable('Stripe responded with 503'));
  assert.deepEqual(asked(), ['POST sessions/:id/expire']);
  // with an unknown status, the payment may still be paid
  fake.payment(ref).session.status = 'paused';
  await assert.rejects(provider.stop(ref), unavailable('Stripe refused to expire the payment page'));
});

test("creates a refund once with Stripe's field names, even after its idempotency key expired", async () => {
  const ref = await made('pay');
  const refund = (amount: bigint, reference: string) =>
    provider.refund(ref, { amount, reference }, `refund:${reference}`);
  const first = await refund(4_000n, 'r1');
  const call = fake.calls.find(({ route }) => route === 'POST /v1/refunds')!;
  assert.equal(call.key, 'refund:r1');
  assert.deepEqual(qs.parse(call.body), {
    payment_intent: fake.payment(ref).intent!.id,
    amount: '4000',
    metadata: { refund: 'r1' },
  });
  const stated = ({ refunds }: typeof first) =>
    refunds.map(({ reference, amount, state }) => [reference, amount, state]);
  assert.deepEqual(stated(first), [['r1', 4_000n, 'pending']]);
  const both = [
    ['r1', 4_000n, 'pending'],
    ['r2', 500n, 'pending'],
  ];
  assert.deepEqual(stated(await refund(500n, 'r2')), both);
  fake.forgetKeys();
  fake.calls.splice(0);
  assert.deepEqual(stated(await refund(4_000n, 'r1')), both);
  assert.deepEqual(stated(await refund(500n, 'r2')), both);
  assert.ok(asked().every((one) => one.startsWith('GET')));
});

test('rejects a refund of a payment that was never paid', async () => {
  const ref = await made();
  const refund = provider.refund(ref, { amount: 100n, reference: 'r' }, newKey());
  await assert.rejects(refund, refused(`No payment was made for ${ref}`));
  assert.deepEqual(asked(), [retrieve]);
});

test("verifies an event with the shop's secrets, mode and clock", () => {
  const event = fake.event('checkout.session.completed', {
    object: 'checkout.session',
    id: 'cs_1',
    metadata: { attempt: 'attempt-1' },
  });
  const readWebhook = (signing: { signedAt?: Date; secret?: string } = {}, change: object = {}) => {
    const { body, headers } = fake.webhook({ ...event, ...change }, signing);
    return provider.readWebhook(Buffer.from(body), headers, {});
  };
  for (const secret of options.webhookSecrets) assert.equal(readWebhook({ secret })?.ref, 'cs_1');
  for (const wrong of [{ secret: 'whsec_other' }, { signedAt: new Date(now.getTime() - 301_000) }])
    assert.throws(() => readWebhook(wrong), { name: 'WebhookRefused' });
  assert.throws(() => readWebhook({}, { livemode: true }), { name: 'WebhookRefused' });
});

test('finds a payment by its intent, and by no other object', async () => {
  const ref = await made('pay');
  const { id } = fake.payment(ref).intent!;
  assert.equal(await provider.paymentOf!(id), ref);
  assert.equal(await provider.paymentOf!('pi_other'), null);
  assert.deepEqual(asked(), [
    `GET sessions payment_intent=${id}&limit=1`,
    'GET sessions payment_intent=pi_other&limit=1',
  ]);
  assert.equal(await provider.paymentOf!('cs_pi_'), undefined);
  assert.deepEqual(asked(), []);
});
