import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, afterEach, before, beforeEach } from 'node:test';
import { sql } from 'kysely';
import type Stripe from 'stripe';
import { day, minute } from '#contract/durations.ts';
import { root } from '#tools/root.ts';
import { openStripeShop } from '#test/server/open-provider-shops.ts';
import type { TestShop } from '#test/server/open-test-shop.ts';
import { generateRequestSchema } from '#test/providers/generate-request-schema.ts';
import type { FakePayment } from '#test/providers/stripe-fake-payment.ts';
import type { StripeFake } from '#test/providers/stripe-fake.ts';

let shop: TestShop;
let fake: StripeFake;
let close: () => Promise<void>;
let auth: { authorization: string };

before(async () => {
  ({ shop, fake, close } = await openStripeShop());
});
beforeEach(async () => {
  ({ auth } = await shop.customer());
});
afterEach(async () => {
  await shop.app.jobs.drain();
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
const post = async (body: string, headers: Record<string, string>) =>
  (await fetch(`${shop.origin}/api/webhooks/stripe`, { method: 'POST', body, headers })).status;
const webhooks = async (id: string) =>
  (
    await sql<{
      type: string;
      provider_ref: string | null;
      last_error: string | null;
      processed_at: Date | null;
    }>`
      select type, provider_ref, last_error, processed_at from provider_notice where event_id = ${id}`.execute(
      shop.database.db,
    )
  ).rows;
const letters = async (about: string) =>
  (await shop.emailsTo('operator@shop.test')).filter(({ subject }) => subject?.includes(about)).length;

test('does not cancel an order when Stripe can’t close its page', async () => {
  const { number, ref } = await start();
  const cancel = async () =>
    (await shop.send('POST', `/api/orders/${number}/cancel`, { headers: auth })).status;
  fake.fail('POST /v1/checkout/sessions/:id/expire', 400);
  assert.equal(await cancel(), 503);
  assert.equal(fake.payment(ref).session.status, 'open');
  assert.equal(await cancel(), 204);
  assert.equal(fake.payment(ref).session.status, 'expired');
});

/** Pays an order. Returns its event, which isn't sent. */
async function paidEvent() {
  const order = await start();
  await fake.act(order.ref, 'pay', 'lost');
  return { ...order, event: fake.event('checkout.session.completed', fake.payment(order.ref).session) };
}

test('compares request-schema.json with the SDK’s types (if they differ, run "npm run stripe:schema")', () => {
  const committed = readFileSync(join(root, 'test/providers/request-schema.json'), 'utf8');
  assert.ok(committed === generateRequestSchema(), 'request-schema.json differs');
});

test('has a fake that rejects unknown values and fields, wrong types, amounts and times, as Stripe does', async () => {
  await start();
  const {
    key,
    body: good,
    headers,
  } = fake.calls.findLast(({ route }) => route === 'POST /v1/checkout/sessions')!;
  const { authorization = '', 'stripe-version': version } = headers;
  const create = async (body: string, more: Record<string, string> = {}) => {
    const answer = await fetch(`${fake.origin}/v1/checkout/sessions`, {
      method: 'POST',
      body,
      headers: { authorization, 'stripe-version': String(version), ...more },
    });
    return answer.status;
  };
  assert.equal(await create(good), 200);
  for (const [from, to] of [
    ['mode=payment', 'mode=paymnt'],
    ['ui_mode=hosted_page', 'ui_mode=hosted'],
    ['adaptive_pricing[enabled]=false', 'adaptive_pricing[enabled]=no'],
    ['client_reference_id=', 'client_reference='],
    ['[unit_amount]=12900', '[unit_amount]=129.00x'],
    ['[unit_amount]=12900', '[unit_amount]=12'],
    [/expires_at=\d+/, 'expires_at=1'],
    ['line_items[0][quantity]=1', 'payment_method_types[0]=card'],
  ] as const) {
    const changed = good.replace(from, to);
    assert.notEqual(changed, good, String(from));
    assert.equal(await create(changed), 400, to);
  }
  assert.equal(await create(good.replace('Order', 'order'), { 'idempotency-key': key! }), 400);
  assert.equal(await create(good, { authorization: 'Bearer sk_test_other' }), 401);
  assert.equal(await create(good, { 'stripe-version': '2024-06-20' }), 400);
});

test('creates a page with the order’s amount, currency, number, attempt and return addresses', async () => {
  const { number, token, ref } = await start();
  const { session, metadata } = fake.payment(ref);
  assert.equal(session.amount_total, 12_900);
  assert.equal(session.currency, 'usd');
  assert.equal(session.client_reference_id, session.metadata?.['attempt']);
  assert.deepEqual(metadata, session.metadata);
  assert.equal(session.success_url, `https://shop.example/pay?link=${token}&from=provider`);
  assert.equal(session.cancel_url, `https://shop.example/pay?link=${token}&from=canceled`);
  const { body } = fake.calls.findLast(({ route }) => route === 'POST /v1/checkout/sessions')!;
  assert.ok(body.includes(`[product_data][name]=Order%20${number}`), body);
  assert.ok(body.includes('adaptive_pricing[enabled]=false'));
});

test('accepts either secret during rotation, and no other', async () => {
  for (const [secret, status] of [
    ['whsec_old', 200],
    ['whsec_new', 200],
    ['whsec_other', 400],
  ] as const) {
    const { token, event } = await paidEvent();
    const { body, headers } = fake.webhook(event, { secret });
    assert.equal(await post(body, headers), status, secret);
    assert.equal(await statusOf(token), status === 200 ? 'paid' : 'awaitingPayment');
    assert.equal((await shop.sync(token)).status, 'paid');
  }
});

test('refuses and does not store forged, altered, stale, early, truncated and oversized events', async () => {
  const { token, event } = await paidEvent();
  const { body, headers } = fake.webhook(event);
  const at = (ms: number) => fake.webhook(event, { signedAt: new Date(shop.now().getTime() + ms) });
  const live = fake.webhook({ ...event, livemode: true });
  const unread = fake.webhook('{"id":' as unknown as Stripe.Event);
  const refused: [what: string, body: string, headers: Record<string, string>, status: number][] = [
    ['without a signature', body, { 'content-type': 'application/json' }, 400],
    ['with a signature of something else', body, fake.webhook({ ...event, id: 'evt_x' }).headers, 400],
    ['with a malformed signature', body, { ...headers, 'stripe-signature': 't=,v1=' }, 400],
    ['altered', body.replace('cs_test', 'cs_tset'), headers, 400],
    ['truncated', body.slice(0, -20), headers, 400],
    ['empty', '', headers, 400],
    ['six minutes old', at(-6 * minute).body, at(-6 * minute).headers, 400],
    ['from six minutes ahead', at(6 * minute).body, at(6 * minute).headers, 400],
    ['from next year', at(365 * day).body, at(365 * day).headers, 400],
    ['of live mode', live.body, live.headers, 400],
    ['that is no event', unread.body, unread.headers, 400],
    ['of two megabytes', body + ' '.repeat(2_000_000), headers, 413],
  ];
  for (const [what, sent, sentHeaders, status] of refused)
    assert.equal(await post(sent, sentHeaders), status, `a webhook event ${what}`);
  assert.deepEqual(await webhooks(event.id), []);
  assert.equal(await statusOf(token), 'awaitingPayment');
  assert.equal(await post(body, headers), 200);
  assert.equal(await statusOf(token), 'paid');
});

test('stores a repeated event once and changes nothing', async () => {
  const { token, event } = await paidEvent();
  const { body, headers } = fake.webhook(event);
  for (let n = 0; n < 3; n += 1) assert.equal(await post(body, headers), 200);
  assert.equal(await statusOf(token), 'paid');
  assert.equal(await post(body, headers), 200);
  assert.equal(await statusOf(token), 'paid');
  assert.equal((await webhooks(event.id)).length, 1);
  assert.deepEqual(await shop.audit(), []);
});

test('finds the payment of a refund or dispute event by its payment intent', async () => {
  const { event, ref } = await paidEvent();
  await post(fake.webhook(event).body, fake.webhook(event).headers);
  await shop.app.jobs.drain();
  const { intent } = fake.payment(ref);
  for (const [type, object] of [
    ['charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: intent!.id }],
    ['refund.updated', { object: 'refund', id: 're_1', payment_intent: intent }],
    ['charge.dispute.closed', { object: 'dispute', id: 'dp_1', payment_intent: intent!.id }],
  ] as const) {
    const told = fake.event(type, object);
    const { body, headers } = fake.webhook(told);
    assert.equal(await post(body, headers), 200);
    await shop.app.jobs.drain();
    const [kept] = await webhooks(told.id);
    assert.deepEqual([kept?.provider_ref, kept?.last_error], [ref, null]);
    assert.ok(kept?.processed_at);
  }
});

test('ignores events about no payment, keeps those of unknown payments in the inbox, and emails the operator', async () => {
  const customer = fake.event('customer.created', { object: 'customer', id: 'cus_1' });
  const foreign = fake.event('checkout.session.completed', {
    object: 'checkout.session',
    id: 'cs_test_of_another_shop',
    metadata: { attempt: crypto.randomUUID() },
  });
  for (const event of [customer, foreign]) {
    const { body, headers } = fake.webhook(event);
    assert.equal(await post(body, headers), 200);
  }
  const before = await letters('Unknown payment reported');
  for (let n = 0; n < 4; n += 1) {
    shop.pass(30 * minute);
    await shop.app.jobs.drain();
  }
  assert.deepEqual(await webhooks(customer.id), []);
  const [orphan] = await webhooks(foreign.id);
  assert.equal(orphan?.last_error, 'No payment attempt has this reference');
  assert.equal(orphan?.processed_at, null);
  assert.equal((await letters('Unknown payment reported')) - before, 1);
  // the audit reads the database's clock, which is days ahead of the shop's in tests
  await sql`update provider_notice set received_at = now() where event_id = ${foreign.id}`.execute(
    shop.database.db,
  );
  assert.equal((await shop.audit()).length, 1, 'the audit names what waits in the inbox');
  await sql`delete from provider_notice where event_id = ${foreign.id}`.execute(shop.database.db);
});

test('changes nothing and alerts the operator when Stripe reports an unknown status', async () => {
  const unknown: [what: string, change: (payment: FakePayment) => void][] = [
    ['session status', ({ session }) => (session.status = 'paused')],
    ['payment status', ({ session }) => (session.payment_status = 'half_paid')],
    [
      'payment intent status',
      ({ session, intent }) => {
        session.status = 'complete';
        intent!.status = 'requires_patience' as Stripe.PaymentIntent.Status;
      },
    ],
  ];
  for (const [what, change] of unknown) {
    ({ auth } = await shop.customer());
    const { token, ref } = await start();
    await fake.act(ref, 'decline');
    const kept = structuredClone(fake.payment(ref));
    change(fake.payment(ref));
    const before = await letters('needs attention');
    shop.pass(day / 2);
    assert.notEqual((await shop.sync(token)).status, 'paid', what);
    assert.notEqual((await shop.sync(token)).status, 'expired', what);
    assert.equal((await letters('needs attention')) - before, 1, what);
    Object.assign(fake.payment(ref).session, kept.session);
    fake.payment(ref).session.expires_at += day;
    await fake.act(ref, 'pay');
    assert.equal(await statusOf(token), 'paid', what);
    assert.deepEqual(await shop.audit(), [], what);
    shop.pass(day / 2);
  }
  ({ auth } = await shop.customer());
  const { ref, number } = await start();
  await fake.act(ref, 'pay');
  await shop.app.jobs.drain();
  await shop.operate('refund', number, '40', 'card', 'test');
  await shop.app.jobs.drain();
  fake.payment(ref).refunds[0]!.status = 'teleported';
  shop.pass(1.1 * day);
  await shop.app.jobs.drain();
  assert.deepEqual(await shop.audit(), [], 'a refund in unknown words is still under way');
});

test('does not book payments of the other mode, and emails the operator once a day about them', async () => {
  const orders = [await start(), await start(), await start()];
  for (const { ref } of orders) {
    await fake.act(ref, 'pay', 'lost');
    fake.payment(ref).session.livemode = true;
  }
  const before = await letters('needs attention');
  for (const { token } of orders)
    for (let n = 0; n < 3; n += 1) assert.equal((await shop.sync(token)).status, 'awaitingPayment');
  assert.equal((await letters('needs attention')) - before, 1);
  shop.pass(day);
  for (const { token } of orders) await shop.sync(token);
  assert.equal((await letters('needs attention')) - before, 2);
  for (const { ref, token } of orders) {
    fake.payment(ref).session.livemode = false;
    assert.equal((await shop.sync(token)).status, 'paid');
  }
});

test('leaves an order unpaid when Stripe captured another currency or too little, and reduces the rest to pay', async () => {
  const { ref, token } = await start();
  await fake.act(ref, 'pay', 'lost');
  fake.payment(ref).intent!.currency = 'eur';
  assert.equal((await shop.sync(token)).status, 'awaitingPayment');
  assert.deepEqual(await shop.audit(), []);
  const short = await start();
  await fake.act(short.ref, 'pay', 'lost');
  fake.payment(short.ref).intent!.amount_received = 10_000;
  assert.equal((await shop.sync(short.token)).status, 'awaitingPayment');
  assert.equal((await shop.payment(short.token)).asked, 2900);
});

test('ends the attempt when Stripe replays an error for its key, and creates a page for the next attempt', async () => {
  const { token } = await shop.placeOrder(auth);
  fake.fail('POST /v1/checkout/sessions', 'kept');
  assert.equal((await shop.pay(token, 'card')).status, 503);
  assert.equal((await shop.pay(token, 'card')).status, 503);
  await fake.act(await shop.startPayment(token), 'pay');
  assert.equal(await statusOf(token), 'paid');
});

test('never redirects customers to a page of another origin, even while that page cannot be closed', async () => {
  const { token } = await shop.placeOrder(auth);
  fake.pageOrigin = 'https://checkout.stripe.example';
  fake.fail('POST /v1/checkout/sessions/:id/expire', 500);
  for (let n = 0; n < 3; n += 1) {
    const { status, body } = await shop.pay(token, 'card');
    assert.deepEqual([status, body.url], [503, undefined]);
  }
  fake.pageOrigin = 'https://checkout.stripe.com';
  shop.pass(minute);
  await fake.act(await shop.startPayment(token), 'pay');
  assert.equal(await statusOf(token), 'paid');
  assert.deepEqual(await shop.audit(), []);
});
