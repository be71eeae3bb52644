import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { day, minute } from '#contract/durations.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { openMollieShop, openStripeShop } from '#test/server/open-provider-shops.ts';
import type { TestShop } from '#test/server/open-test-shop.ts';
import type { ProviderFake } from '#test/providers/provider-fake.ts';

type Subject = {
  name: string;
  open: () => Promise<{ shop: TestShop; fake: ProviderFake; close: () => Promise<void> }>;
  routes: { create: string; fetch: string; refund: string };
};
const subjects: Subject[] = [
  {
    name: 'stripe',
    open: () => openStripeShop(),
    routes: {
      create: 'POST /v1/checkout/sessions',
      fetch: 'GET /v1/checkout/sessions/:id',
      refund: 'POST /v1/refunds',
    },
  },
  {
    name: 'mollie',
    open: () => openMollieShop(),
    routes: {
      create: 'POST /v2/payments',
      fetch: 'GET /v2/payments/:id',
      refund: 'POST /v2/payments/:id/refunds',
    },
  },
];

for (const { name, open, routes } of subjects)
  describe(`recovers from faults of ${name}`, () => {
    let shop: TestShop;
    let fake: ProviderFake;
    let close: () => Promise<void>;
    let auth: { authorization: string };

    before(async () => {
      ({ shop, fake, close } = await open());
    });
    beforeEach(async () => {
      ({ auth } = await shop.customer());
    });
    afterEach(async () => {
      await shop.app.jobs.drain();
      assert.deepEqual(await shop.audit(), []);
    });
    after(() => close());

    const attempts = async (token: string) =>
      (
        await sql<{ status: string; provider_ref: string | null }>`
          select a.status, a.provider_ref from payment_attempt a join payment_link l on l.id = a.payment_link_id
          where l.token = ${token} order by a.created_at`.execute(shop.database.db)
      ).rows;
    const statusOf = async (token: string) => {
      await shop.app.jobs.drain();
      return (await shop.payment(token)).status;
    };
    const callsOf = (route: string) => fake.calls.filter((call) => call.route === route);
    const alerts = async () =>
      (await shop.emailsTo('operator@shop.test')).filter(({ subject }) =>
        subject?.includes('needs attention'),
      ).length;
    const paidOrder = async () => {
      const { token, orderNumber: number } = await shop.placeOrder(auth);
      const ref = await shop.startPayment(token);
      await fake.act(ref, 'pay');
      assert.equal(await statusOf(token), 'paid');
      return { token, number, ref };
    };
    const available = async () =>
      (await shop.send<BalancePage>('GET', '/api/balance', { headers: auth })).body.balance.available;
    const refunded = async (number: string) => {
      const { body } = await shop.send<Order>('GET', `/api/orders/${number}`, { headers: auth });
      return body.payment.refunded;
    };

    for (const [what, fault] of [
      ['a lost response', 'lost'],
      ['a missing response', 'silent'],
    ] as const)
      it(`repeats the request after ${what} with the same bytes and key, and gets the same page`, async () => {
        const { token } = await shop.placeOrder(auth);
        const before = callsOf(routes.create).length;
        // some clients retry a closed connection once, so it must break twice
        fake.fail(routes.create, fault, ...(fault === 'lost' && name === 'stripe' ? [fault] : []));
        const asked = performance.now();
        assert.equal((await shop.pay(token, 'card')).status, 503);
        // the SDKs' own limits are a minute and more
        assert.ok(performance.now() - asked < 15_000, 'the customer is told within seconds');
        const ref = await shop.startPayment(token);
        const calls = callsOf(routes.create).slice(before);
        assert.equal(new Set(calls.map(({ key, body }) => `${key} ${body}`)).size, 1);
        assert.match(calls[0]!.key!, /^attempt:/);
        assert.deepEqual(await attempts(token), [{ status: 'open', provider_ref: ref }]);
        await fake.act(ref, 'pay');
        assert.equal(await statusOf(token), 'paid');
      });

    for (const status of [409, 429, 500, 503])
      it(`retries later and fails no attempt when the provider answers ${status}`, async () => {
        const { token } = await shop.placeOrder(auth);
        fake.fail(routes.create, status);
        assert.equal((await shop.pay(token, 'card')).status, 503);
        assert.deepEqual(await attempts(token), [{ status: 'creating', provider_ref: null }]);
        shop.pass(3 * minute);
        await shop.app.jobs.drain();
        assert.equal((await attempts(token))[0]?.status, 'open');
      });

    it('fails the attempt of a rejected page at once and alerts the operator', async () => {
      const before = await alerts();
      const { token } = await shop.placeOrder(auth);
      for (const status of [400, 401]) {
        fake.fail(routes.create, status);
        assert.equal((await shop.pay(token, 'card')).status, 503);
      }
      assert.deepEqual(
        (await attempts(token)).map(({ status }) => status),
        ['failed', 'failed'],
      );
      assert.equal((await alerts()) - before, 1);
      shop.pass(day);
      const ref = await shop.startPayment(token);
      await fake.act(ref, 'pay');
      assert.equal(await statusOf(token), 'paid');
    });

    for (const fault of [401, 429, 500, 'silent'] as const)
      it(`keeps a webhook event until its payment can be fetched (${fault})`, async () => {
        const { token } = await shop.placeOrder(auth);
        const ref = await shop.startPayment(token);
        fake.fail(routes.fetch, fault);
        await fake.act(ref, 'pay');
        assert.equal(await statusOf(token), 'awaitingPayment');
        shop.pass(3 * minute);
        assert.equal(await statusOf(token), 'paid');
      });

    for (const fault of ['lost', 'silent', 500, 401] as const)
      it(`refunds once when the response to the refund request fails (${fault})`, async () => {
        const { number, ref } = await paidOrder();
        fake.fail(routes.refund, fault, ...(fault === 'lost' && name === 'stripe' ? [fault] : []));
        await shop.operate('refund', number, '40', 'card', 'test');
        await shop.app.jobs.drain();
        fake.forgetKeys();
        shop.pass(2 * day);
        await shop.app.jobs.drain();
        await fake.act(ref, 'refund-settle');
        await shop.app.jobs.drain();
        auth = shop.bearer((await shop.logIn(await emailOf(number))).accessToken);
        assert.equal(await refunded(number), 4_000);
        assert.equal(await available(), 0, 'the card got it');
      });
    const emailOf = async (number: string) =>
      (
        await sql<{
          email: string;
        }>`select c.email from customer c join payment_link l on l.customer_id = c.id
          where l.number = ${number}`.execute(shop.database.db)
      ).rows[0]!.email;

    it('credits the balance when a refund is refused', async () => {
      const { number } = await paidOrder();
      fake.fail(routes.refund, 400);
      await shop.operate('refund', number, '40', 'card', 'test');
      await shop.app.jobs.drain();
      assert.equal(await available(), 4_000);
    });
  });
