/**
 * Every way an event can arrive × every subject × orders and deposits × providers: each has one effect, and forged
 * events have none. Runs every seventh case on each database; "npm run prove -- webhooks" runs all.
 */
import { minute } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test from 'node:test';
import type { PlacedDeposit } from '#contract/storefront/balance.ts';
import { sql } from 'kysely';
import { openMollieShop, openStripeShop } from '#test/server/open-provider-shops.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { signWebhook } from '#server/payments/sandbox/sandbox-webhooks.ts';

// this step is coprime to the number of ways, so that each way occurs
const step = process.argv[2] === 'all' ? 1 : 7;

type Forgery = 'unsigned' | 'of another key' | 'altered' | 'old' | 'early by its clock';
type Send = (change?: { id?: string; forged?: Forgery }) => Promise<number>;
type World = {
  shop: TestShop;
  /** Changes the payment at the provider without sending an event. */
  happen: Record<Event, (ref: string) => Promise<unknown>>;
  /** An event about a payment, as the provider or a forger sends it. */
  webhook: (ref: string, change: { id: string; forged?: Forgery }) => Promise<number>;
  forgeries: Forgery[];
  close: () => Promise<void>;
};

const events = [
  'paid',
  'too little',
  'too much',
  'other currency',
  'other mode',
  'processing, then paid',
  'failed',
  'expired',
] as const;
type Event = (typeof events)[number];
/** Expected result: the status of an order's and a deposit's link, and the number of bookings. */
const outcome: Record<Event, { order: string; deposit: string; captured: number }> = {
  paid: { order: 'paid', deposit: 'paid', captured: 1 },
  'too little': { order: 'awaitingPayment', deposit: 'paid', captured: 1 },
  'too much': { order: 'paid', deposit: 'paid', captured: 1 },
  'other currency': { order: 'awaitingPayment', deposit: 'awaitingPayment', captured: 1 },
  'other mode': { order: 'awaitingPayment', deposit: 'awaitingPayment', captured: 0 },
  'processing, then paid': { order: 'paid', deposit: 'paid', captured: 1 },
  failed: { order: 'awaitingPayment', deposit: 'awaitingPayment', captured: 0 },
  expired: { order: 'awaitingPayment', deposit: 'awaitingPayment', captured: 0 },
};

const post = async (shop: TestShop, path: string, body: string, headers: Record<string, string>) =>
  (await fetch(`${shop.origin}/api/webhooks/${path}`, { method: 'POST', body, headers })).status;
const clockOf = (forged: Forgery | undefined) =>
  ({ old: -6 * minute, 'early by its clock': 6 * minute })[forged as 'old'] ?? 0;

async function openSandbox(): Promise<World> {
  const shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100000' } });
  const set = (change: ReturnType<typeof sql>) => async (ref: string) => {
    await shop.act(ref, 'pay', 'lost');
    await sql`update sandbox_session set ${change} where ref = ${ref}`.execute(shop.database.db);
  };
  const act =
    (...acts: string[]) =>
    async (ref: string) => {
      for (const one of acts) await shop.act(ref, one, 'lost');
    };
  return {
    shop,
    happen: {
      paid: act('pay'),
      'too little': act('pay-short'),
      'too much': act('pay-over'),
      'other currency': set(sql`currency = 'eur'`),
      // the sandbox has only one mode
      'other mode': async () => {},
      'processing, then paid': act('async', 'settle'),
      failed: act('async', 'fail'),
      expired: act('expire'),
    },
    async webhook(ref, { id, forged }) {
      const body = JSON.stringify({ id, type: 'session.paid', ref });
      const key = forged === 'of another key' ? 'another key' : shop.sandboxKey;
      const signature = signWebhook(key, body, new Date(shop.now().getTime() + clockOf(forged)));
      return post(shop, 'sandbox', forged === 'altered' ? body.replace('paid', 'lost') : body, {
        'content-type': 'application/json',
        ...(forged === 'unsigned' ? {} : { 'sandbox-signature': signature }),
      });
    },
    forgeries: ['unsigned', 'of another key', 'altered', 'old', 'early by its clock'],
    close: () => shop.close(),
  };
}

async function openStripe(): Promise<World> {
  const { shop, fake, close } = await openStripeShop();
  const paid = (change: (payment: ReturnType<typeof fake.payment>) => void) => async (ref: string) => {
    await fake.act(ref, 'pay', 'lost');
    change(fake.payment(ref));
  };
  const act =
    (...acts: Parameters<typeof fake.act>[1][]) =>
    async (ref: string) => {
      for (const one of acts) await fake.act(ref, one, 'lost');
    };
  return {
    shop,
    happen: {
      paid: act('pay'),
      'too little': paid(({ intent }) => (intent!.amount_received -= 1_000)),
      'too much': paid(({ intent }) => (intent!.amount_received += 1_000)),
      'other currency': paid(({ intent }) => (intent!.currency = 'eur')),
      'other mode': paid(({ session }) => (session.livemode = true)),
      'processing, then paid': act('async', 'settle'),
      failed: act('async', 'fail'),
      expired: act('expire'),
    },
    async webhook(ref, { id, forged }) {
      const event = { ...fake.event('checkout.session.completed', fake.payment(ref).session), id };
      const { body, headers } = fake.webhook(event, {
        signedAt: new Date(shop.now().getTime() + clockOf(forged)),
        ...(forged === 'of another key' ? { secret: 'whsec_other' } : {}),
      });
      const { 'stripe-signature': _, ...unsigned } = headers;
      return post(
        shop,
        'stripe',
        forged === 'altered' ? body.replace(id, `${id}x`) : body,
        forged === 'unsigned' ? unsigned : headers,
      );
    },
    forgeries: ['unsigned', 'of another key', 'altered', 'old', 'early by its clock'],
    close,
  };
}

async function openMollie(): Promise<World> {
  const { shop, fake, close } = await openMollieShop();
  const dollars = (ref: string, more: number) => {
    const { amount } = fake.payment(ref);
    amount.value = (Number(amount.value) + more).toFixed(2);
  };
  const paid = (change: (ref: string) => void) => async (ref: string) => {
    await fake.act(ref, 'pay', 'lost');
    change(ref);
  };
  const act =
    (...acts: Parameters<typeof fake.act>[1][]) =>
    async (ref: string) => {
      for (const one of acts) await fake.act(ref, one, 'lost');
    };
  return {
    shop,
    happen: {
      paid: act('pay'),
      'too little': paid((ref) => dollars(ref, -10)),
      'too much': paid((ref) => dollars(ref, 10)),
      'other currency': paid((ref) => (fake.payment(ref).amount.currency = 'EUR')),
      'other mode': paid((ref) => (fake.payment(ref).mode = 'live')),
      'processing, then paid': act('async', 'settle'),
      failed: act('async', 'fail'),
      expired: act('expire'),
    },
    webhook(ref, { forged }) {
      const { searchParams } = new URL(fake.payment(ref).webhookUrl!);
      const proof = searchParams.get('proof')!;
      if (forged === 'unsigned') searchParams.delete('proof');
      if (forged === 'altered') searchParams.set('attempt', crypto.randomUUID());
      if (forged === 'of another key') searchParams.set('proof', [...proof].toReversed().join(''));
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return post(shop, `mollie?${searchParams.toString()}`, `id=${ref}`, headers);
    },
    // Mollie's events carry no time and no data
    forgeries: ['unsigned', 'of another key', 'altered'],
    close,
  };
}

type Case = {
  send: Send;
  happen: () => Promise<unknown>;
  sync: () => Promise<unknown>;
  drain: () => Promise<unknown>;
  later: () => void;
};
/** The ways in which events are received. After each, the shop has fetched the change, or a queued job will. */
const ways: Record<string, (one: Case) => Promise<void>> = {
  async once({ happen, send }) {
    await happen();
    assert.equal(await send(), 200);
  },
  async 'twice, the same'({ happen, send }) {
    await happen();
    for (let n = 0; n < 2; n += 1) assert.equal(await send({ id: 'evt_same' }), 200);
  },
  async 'eight at once, four of them the same'({ happen, send }) {
    await happen();
    await Promise.all(Array.from({ length: 8 }, (_, n) => send(n < 4 ? { id: 'evt_same' } : {})));
  },
  async 'late, after the customer returned'({ happen, send, sync, later }) {
    await happen();
    await sync();
    later();
    assert.equal(await send(), 200);
  },
  async 'before the change, and after it'({ happen, send, drain, later }) {
    assert.equal(await send({ id: 'evt_early' }), 200);
    await drain();
    await happen();
    later();
    assert.equal(await send(), 200);
  },
  async 'at the same time as the customer’s return and the poller'({ happen, send, sync, drain }) {
    await happen();
    await Promise.all([send(), sync(), drain(), send(), sync()]);
  },
  async 'never: the customer’s return finds the change'({ happen, sync }) {
    await happen();
    await sync();
  },
};

async function captures(shop: TestShop, number: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ledger_tx x where x.kind = 'capture' and x.source_id in (
      select a.id::text from payment_attempt a join payment_link l on l.id = a.payment_link_id where l.number = ${number})`.execute(
    shop.database.db,
  );
  return rows[0]!.n;
}
const keptWebhooks = async (shop: TestShop) =>
  (await sql<{ n: number }>`select count(*)::int as n from provider_notice`.execute(shop.database.db))
    .rows[0]!.n;

let cases = 0;
for (const [provider, open] of Object.entries({
  sandbox: openSandbox,
  stripe: openStripe,
  mollie: openMollie,
}))
  test(`applies each payment of ${provider} once when its events arrive late, twice, reordered, never or forged`, async () => {
    const { shop, happen, webhook, forgeries, close } = await open();
    try {
      let auth = (await shop.customer()).auth;
      const ofOtherMode: string[] = [];
      const planned = (['order', 'deposit'] as const).flatMap((purpose) =>
        events
          .filter((event) => provider !== 'sandbox' || event !== 'other mode')
          .flatMap((event) => [
            ...Object.entries(ways).map(([name, way]) => ({ purpose, event, name, way, forged: undefined })),
            ...forgeries.map((forged) => ({ purpose, event, name: forged, way: ways['once']!, forged })),
          ]),
      );
      for (const [n, { purpose, event, name, way, forged }] of planned.entries()) {
        if (n % step !== 0) continue;
        const what = `${purpose}, ${event}, ${name}`;
        // a customer has at most ten unpaid orders and a limited balance
        if (cases % 5 === 0) ({ auth } = await shop.customer());
        const placed =
          purpose === 'order'
            ? await shop.placeOrder(auth).then(({ token, orderNumber: number }) => ({ token, number }))
            : await shop
                .send<PlacedDeposit>('POST', '/api/balance/deposit', {
                  body: { ...shop.billing, price: 13_000 },
                  headers: auth,
                })
                .then(({ body }) => ({
                  token: new URL(body.paymentLink).searchParams.get('link')!,
                  number: body.depositNumber,
                }));
        const { token, number } = placed;
        if (event === 'other mode') ofOtherMode.push(number);
        const ref = await shop.startPayment(token);
        const idOf = (id?: string) => `${id ?? 'evt'}_${ref}_${id ? '' : crypto.randomUUID()}`;
        const send: Send = ({ id, forged: how } = {}) =>
          webhook(ref, { id: idOf(id), ...(how ? { forged: how } : {}) });
        const drain = () => shop.app.jobs.drain();
        if (forged) {
          await happen[event](ref);
          const kept = await keptWebhooks(shop);
          assert.equal(await send({ forged }), 400, what);
          await drain();
          assert.deepEqual(
            [await keptWebhooks(shop), await captures(shop, number)],
            [kept, 0],
            `${what}: believed`,
          );
          assert.equal((await shop.payment(token)).status, 'awaitingPayment', what);
        } else {
          const later = () => shop.pass(minute);
          await way({ send, happen: () => happen[event](ref), sync: () => shop.sync(token), drain, later });
        }
        // sends the event once more, as the provider would
        await send();
        await drain();
        const { status } = await shop.sync(token);
        const wanted = outcome[event];
        assert.deepEqual([status, await captures(shop, number)], [wanted[purpose], wanted.captured], what);
        cases += 1;
      }
      // the audit names payments that the shop may not book, and nothing else
      const findings = await shop.audit();
      assert.deepEqual(
        findings.filter((finding) => !ofOtherMode.some((number) => finding.includes(number))),
        [],
      );
      assert.equal(findings.length, ofOtherMode.length);
    } finally {
      await close();
    }
  });

test('generates at least the expected number of cases for all providers', (t) => {
  t.diagnostic(`${cases} cases`);
  assert.ok(cases >= 420 / step, String(cases));
});
