import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { day, hour, minute } from '#contract/durations.ts';
import type { PlacedDeposit } from '#contract/storefront/balance.ts';
import { sql } from 'kysely';
import { checkTrails } from '#test/server/check-payment-invariants.ts';
import { isFullSize } from '#test/test-size.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { openMollieShop, openStripeShop } from '#test/server/open-provider-shops.ts';
import type { TestShop } from '#test/server/open-test-shop.ts';
import type { Fault } from '#test/providers/fake-api-server.ts';
import type { FakeAccount, FakeAct, ProviderFake } from '#test/providers/provider-fake.ts';

const acts = [
  'pay',
  'decline',
  'async',
  'settle',
  'fail',
  'expire',
  'dashboard-refund',
  'refund-settle',
  'refund-fail',
  'dispute',
  'dispute-won',
  'dispute-lost',
] as const satisfies readonly FakeAct[];

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ pay: fc.nat(2) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom(...acts),
      page: fc.nat(9),
      way: fc.constantFrom('once', 'twice', 'lost', 'held'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ sync: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ cancel: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      refund: fc.nat(2),
      dollars: fc.constantFrom(1, 30, 129),
      way: fc.constantFrom('balance', 'card', 'unspent'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      route: fc.nat(20),
      fault: fc.constantFrom<Fault>('lost', 'kept', 429, 500),
    }),
  },
  { weight: 1, arbitrary: fc.record({ pass: fc.constantFrom(3 * minute, 16 * minute, 25 * hour, 8 * day) }) },
  {
    weight: 2,
    arbitrary: fc.record({ account: fc.constantFrom('pay out', 'refuse the payout', 'charge a fee') }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer What> ? What : never;

type Opened = {
  shop: TestShop;
  fake: ProviderFake & { balance: FakeAccount };
  close: () => Promise<void>;
};
const subjects: { name: string; open: () => Promise<Opened>; routes: string[] }[] = [
  {
    name: 'Stripe',
    open: openStripeShop,
    routes: [
      'POST /v1/checkout/sessions',
      'GET /v1/checkout/sessions/:id',
      'POST /v1/checkout/sessions/:id/expire',
      'POST /v1/refunds',
      'GET /v1/refunds',
      'GET /v1/balance_transactions',
    ],
  },
  {
    name: 'Mollie',
    open: openMollieShop,
    routes: [
      'POST /v2/payments',
      'GET /v2/payments/:id',
      'POST /v2/payments/:id/refunds',
      'GET /v2/balances',
      'GET /v2/balances/:id/transactions',
      'GET /v2/settlements/:id/refunds',
    ],
  },
];

/** A refund that is still pending when the history ends. */
const neverSettled: Step[] = [
  { pay: 0 },
  { act: 'pay', page: 0, way: 'once' },
  { cancel: 0 },
  { account: 'pay out' },
];

/** Creates two orders and a deposit of a customer, with their payment pages. */
async function beginWorld({ shop }: Opened) {
  const { auth, email } = await shop.customer();
  const { body } = await shop.send<PlacedDeposit>('POST', '/api/balance/deposit', {
    body: { ...shop.billing, price: 20_000 },
    headers: auth,
  });
  const orders = [await shop.placeOrder(auth), await shop.placeOrder(auth)];
  return {
    email,
    tokens: [...orders.map(({ token }) => token), new URL(body.paymentLink).searchParams.get('link')!],
    numbers: [...orders.map(({ orderNumber }) => orderNumber), body.depositNumber],
    pages: [] as string[],
    payouts: [] as { id: string }[],
  };
}
type World = Awaited<ReturnType<typeof beginWorld>>;

/** Charges a fee, pays out, or fails the newest payout. */
function moveAccount(balance: FakeAccount, what: string, payouts: { id: string }[]): void {
  if (what === 'charge a fee') balance.chargeFee(199);
  else if (what === 'pay out') payouts.push(...[balance.payOut() ?? []].flat());
  else for (const payout of payouts.splice(-1)) balance.failPayout(payout);
}

async function happen({ shop, fake }: Opened, world: World, routes: string[], what: Step): Promise<void> {
  const { tokens, numbers, pages, email } = world;
  if ('pay' in what) {
    const { status, body } = await shop.pay(tokens[what.pay]!, 'card');
    assert.ok([200, 503].includes(status), String(status));
    if (body.url) pages.push(body.url.split('/').at(-1)!);
  } else if ('act' in what) {
    const page = pages[what.page % pages.length];
    // a random refund may exceed the payment, and is then rejected
    if (page) await fake.act(page, what.act, what.way).catch(() => undefined);
  } else if ('sync' in what) await shop.sync(tokens[what.sync]!);
  else if ('cancel' in what) {
    const headers = shop.bearer((await shop.logIn(email)).accessToken);
    const answer = await shop.send('POST', `/api/orders/${numbers[what.cancel]!}/cancel`, { headers });
    assert.ok([204, 409, 503].includes(answer.status), String(answer.status));
  } else if ('refund' in what)
    await shop
      .operate('refund', numbers[what.refund]!, String(what.dollars), what.way, 'test')
      .catch((error: unknown) => assert.ok(error instanceof ProblemReply, String(error)));
  else if ('account' in what) moveAccount(fake.balance, what.account, world.payouts);
  else if ('route' in what) fake.fail(routes[what.route % routes.length]!, what.fault);
  else {
    shop.pass(what.pass);
    await shop.app.jobs.drain();
  }
}

/**
 * Day by day, settles the provider's pending payments and refunds, and delivers the held webhook events in another order, twice, until all open
 * work is complete.
 */
async function endWorld({ shop, fake }: Opened, { pages }: World): Promise<void> {
  fake.mend();
  for (let n = 0; n < 9; n += 1) {
    for (const page of pages)
      for (const act of ['settle', 'refund-settle'] as const) await fake.act(page, act, 'held');
    const webhooks = fake.held.splice(0);
    for (const webhook of [...webhooks.toReversed(), ...webhooks]) assert.equal(await webhook(), 200);
    await shop.app.jobs.drain();
    shop.pass(1.05 * day);
  }
  await shop.app.jobs.drain();
}

/** Checks that the clearing account equals the provider's balance. */
async function checkTies({ shop, fake: { balance } }: Opened, provider: string): Promise<void> {
  const { rows } = await sql<{ booked: number }>`
    select coalesce(-sum(summed), 0)::int as booked from ledger_audit where code = ${`clearing:${provider}`}`.execute(
    shop.database.db,
  );
  assert.equal(rows[0]!.booked, balance.held());
}

for (const { name, open, routes } of subjects)
  test(`books the balance that ${name} reports after any history, once its events and a nightly audit are applied`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 30 }), async (history) => {
        const opened = await open();
        try {
          const world = await beginWorld(opened);
          for (const what of history) await happen(opened, world, routes, what);
          await endWorld(opened, world);
          assert.deepEqual(await opened.shop.audit(), []);
          await checkTrails(opened.shop.database.db);
          await checkTies(opened, name.toLowerCase());
        } finally {
          await opened.close();
        }
      }),
      { numRuns: isFullSize ? 12 : 2, examples: [[neverSettled]] },
    );
  });
