/** For each payment method, balance and link: what is requested from the provider, what is held, and the shop's answer. */
import { day, hour, minute } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import type { PlacedDeposit } from '#contract/storefront/balance.ts';
import type { PaymentStarted, WayToPay } from '#contract/storefront/payments.ts';
import type { Problem } from '#contract/problems.ts';
import { slogansDetails, slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { saySnapshot, recordPaymentChanges } from '#test/server/record-payment-changes.ts';
import { sql } from 'kysely';

let shop: TestShop;
let auth: { authorization: string };
let email: string;

before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
  // keeps later jobs in the queue so that the test can read them
  await shop.app.jobs.stop();
});
beforeEach(async () => {
  ({ auth, email } = await shop.customer());
});
after(() => shop.close());

type Answer = { status: number; body: PaymentStarted & Pick<Problem, 'errors' | 'detail'> };
const pay = (token: string, way: WayToPay, headers = auth): Promise<Answer> => shop.pay(token, way, headers);
const refOf = ({ body }: Answer) => body.url!.split('/').at(-1)!;

type Attempt = {
  id: string;
  ref: string | null;
  amount: bigint;
  held: bigint;
  request: Record<string, string>;
  polled_at: Date;
};
const attempts = async (token: string): Promise<Attempt[]> =>
  (
    await sql<Attempt>`
      select a.id, a.provider_ref as ref, a.amount, a.held, a.request, j.run_at as polled_at
      from payment_attempt a join payment_link l on l.id = a.payment_link_id
        left join job j on j.kind = 'payment.poll' and j.payload ->> 'attemptId' = a.id::text
      where l.token = ${token} order by a.created_at`.execute(shop.database.db)
  ).rows;

/** Balance, payment method, amount of the page (undefined: paid from the balance), and held amount. */
const parts: [number, WayToPay, number | undefined, number][] = [
  [0, 'card', 12_900, 0],
  [20_000, 'card', 12_900, 0],
  [0, 'both', 12_900, 0],
  [5_000, 'both', 7_900, 5_000],
  [12_850, 'both', 50, 12_850],
  [12_851, 'both', 50, 12_850],
  [12_899, 'both', 50, 12_850],
  [12_900, 'both', undefined, 0],
  [12_901, 'both', undefined, 0],
  [12_900, 'balance', undefined, 0],
];
for (const [funds, way, collected, held] of parts)
  test(`charges and holds the right amounts when a customer pays by ${way} with a balance of ${funds} cents`, async () => {
    if (funds > 0) await shop.operate('credit', email, (funds / 100).toFixed(2), 'Sorry');
    const { token } = await shop.placeOrder(auth);
    const answer = await pay(token, way);
    assert.equal(answer.status, 200);
    const made = await attempts(token);
    if (collected === undefined) {
      assert.deepEqual(answer.body, { status: 'paid' });
      assert.deepEqual(made, []);
      return;
    }
    assert.equal(answer.body.status, 'awaitingPayment');
    assert.equal(await shop.amountAt(refOf(answer)), collected);
    assert.deepEqual(
      made.map((one) => [one.amount, one.held]),
      [[BigInt(collected), BigInt(held)]],
    );
    // a second request continues the same attempt
    assert.deepEqual((await pay(token, way)).body, answer.body);
    assert.equal((await attempts(token)).length, 1);
  });

test('describes the purchase, and the part paid from the balance, on the provider’s page', async () => {
  const described = async (token: string) => (await attempts(token))[0]?.request['description'];
  await shop.operate('credit', email, '100', 'Sorry');
  const { token, orderNumber } = await shop.placeOrder(auth);
  await pay(token, 'both');
  assert.equal(
    await described(token),
    `Order ${orderNumber}: Slogans (1 set, 10 slogans). $29.00 of $129.00; $100.00 comes from your balance`,
  );
  const twice = await shop.placeOrder(auth, {
    ...slogansOrder,
    price: 2 * slogansOrder.price,
    orderTypes: [3, 3],
    orderDetails: [slogansDetails, slogansDetails],
  });
  await pay(twice.token, 'card');
  assert.equal(await described(twice.token), `Order ${twice.orderNumber}: 2 × Slogans (1 set, 10 slogans)`);
  const { depositNumber } = await shop.addFunds(auth, 5_000);
  const { rows } = await sql<{
    token: string;
  }>`select token from payment_link where number = ${depositNumber}`.execute(shop.database.db);
  assert.equal(await described(rows[0]!.token), `Deposit ${depositNumber} to your Redline balance`);
});

test('stores the request for a payment page with its price, our ID, return addresses and expiry', async () => {
  const { token, orderNumber } = await shop.placeOrder(auth);
  const now = shop.now();
  await pay(token, 'card');
  const [made] = await attempts(token);
  const page = `http://shop.test/pay?link=${token}`;
  assert.deepEqual(made?.request, {
    amount: '12900',
    currency: 'usd',
    description: `Order ${orderNumber}: Slogans (1 set, 10 slogans)`,
    reference: made?.id,
    number: orderNumber,
    returnUrl: `${page}&from=provider`,
    cancelUrl: `${page}&from=canceled`,
    expiresAt: new Date(now.getTime() + day - 10 * minute).toISOString(),
  });
  assert.deepEqual(made?.polled_at, new Date(now.getTime() + 2 * minute));
});

for (const [left, lasts] of [
  [3 * hour, 3 * hour],
  [40 * minute, 40 * minute],
  [5 * minute, 40 * minute],
] as const)
  test(`creates a page that lasts ${lasts / minute} minutes when the link expires in ${left / minute} minutes`, async () => {
    const { token } = await shop.placeOrder(auth);
    shop.pass(7 * day - left);
    await shop.pay(token, 'card');
    const [made] = await attempts(token);
    assert.equal(Date.parse(made!.request['expiresAt']!) - shop.now().getTime(), lasts);
    shop.pass(-7 * day + left);
  });

test('pays nothing from a balance in debt, and the whole price by card', async () => {
  const { token } = await shop.placeOrder(auth);
  const { depositNumber } = await shop.addFunds(auth, 5_000);
  const withDebt = [{ ref: 're_1', reference: null, amount: 4_000n, state: 'succeeded' as const }];
  await shop.operate('debit', email, '20', 'Spent elsewhere');
  await saySnapshot(shop, await shop.refOf(depositNumber), { refunds: withDebt });
  const { body } = await pay(token, 'balance');
  assert.match(body.errors?.['with']?.[0] ?? '', /below zero/);
  assert.equal(await shop.amountAt(refOf(await pay(token, 'both'))), 12_900);
});

test('holds money received earlier through the link so that the card pays the smallest charge, and charges a deposit in full', async () => {
  const { token } = await shop.placeOrder(auth);
  await saySnapshot(shop, refOf(await pay(token, 'card')), { captured: 12_890n });
  assert.equal((await shop.payment(token)).asked, 50);
  shop.pass(1_000);
  assert.equal(await shop.amountAt(refOf(await pay(token, 'card'))), 50);
  assert.deepEqual(
    (await attempts(token)).map(({ held }) => held),
    [0n, 12_850n],
  );
  const { body: deposit } = await shop.send<PlacedDeposit>('POST', '/api/balance/deposit', {
    body: { ...shop.billing, price: 5_000 },
    headers: auth,
  });
  const link = new URL(deposit.paymentLink).searchParams.get('link')!;
  assert.equal(
    await shop.amountAt(refOf(await pay(link, 'card'))),
    5_000,
    'a deposit is not paid from what is there',
  );
});

test('does not reuse an expired page, even before its provider reports the expiry', async () => {
  const { token } = await shop.placeOrder(auth);
  // without login, because the session has expired by now
  const open = () => shop.pay(token, 'card');
  const first = await open();
  const [attempt] = await attempts(token);
  shop.pass(Date.parse(attempt!.request['expiresAt']!) - shop.now().getTime() - 1);
  assert.equal(refOf(await open()), refOf(first));
  shop.pass(1);
  assert.notEqual(refOf(await open()), refOf(first));
});

test('closes the page and releases its hold when the customer chooses another method', async () => {
  await shop.operate('credit', email, '50', 'Sorry');
  const { token, orderNumber } = await shop.placeOrder(auth);
  const look = recordPaymentChanges(shop, orderNumber);
  shop.pass(1_000);
  const first = refOf(await pay(token, 'both'));
  await look();
  shop.pass(1_000);
  const second = refOf(await pay(token, 'card'));
  assert.notEqual(first, second);
  assert.deepEqual(await look(), [
    'release: reserved → cash 5000',
    'payment: expired, closed',
    'payment: open',
  ]);
  await shop.operate('credit', email, '79', 'Sorry again');
  await look();
  assert.deepEqual((await pay(token, 'both')).body, { status: 'paid' });
  assert.deepEqual(await look(), [
    'order_paid: cash → unearned 12900',
    'payment: expired, closed',
    'payment: expired, closed',
    'link: paid, 0 arrived',
    'awaitingPayment → paid',
  ]);
});

test('rejects payments from the balance for a deposit, by another customer and by a visitor, and returns the status of a processing or canceled link', async () => {
  const { token, orderNumber } = await shop.placeOrder(auth);
  const { auth: stranger } = await shop.customer();
  const { body: deposit } = await shop.send<PlacedDeposit>('POST', '/api/balance/deposit', {
    body: { ...shop.billing, price: 5_000 },
    headers: auth,
  });
  const link = new URL(deposit.paymentLink).searchParams.get('link')!;
  for (const way of ['balance', 'both'] as const) {
    assert.deepEqual((await pay(link, way)).body.errors, {
      with: ['You can’t pay for a deposit from your balance. Pay online.'],
    });
    for (const who of [stranger, {} as typeof auth])
      assert.deepEqual((await pay(token, way, who)).body.errors, {
        with: ['To pay from your balance, log in to the account this order belongs to.'],
      });
  }
  assert.equal((await pay('nobody-knows', 'card')).status, 404);
  const ref = refOf(await pay(token, 'card', stranger));
  await saySnapshot(shop, ref, { state: 'processing' });
  assert.deepEqual((await pay(token, 'card')).body, { status: 'processing' });
  await shop.send('POST', `/api/orders/${orderNumber}/cancel`, { headers: auth });
  assert.deepEqual(
    (await pay(token, 'card')).body,
    { status: 'processing' },
    'it cannot be cancelled meanwhile',
  );
  await saySnapshot(shop, ref, { state: 'failed' });
  assert.equal((await shop.payment(token)).hasFailed, true);
  await shop.send('POST', `/api/orders/${orderNumber}/cancel`, { headers: auth });
  assert.deepEqual((await pay(token, 'card')).body, { status: 'cancelled' });
});

test('refuses test payments for an order placed in live mode', async () => {
  const { token } = await shop.placeOrder(auth);
  await sql`update payment_link set livemode = true where token = ${token}`.execute(shop.database.db);
  const { status, body } = await pay(token, 'card');
  assert.equal(status, 409);
  assert.match(body.detail ?? '', /only take test payments right now/);
  assert.deepEqual(await attempts(token), []);
});

for (const [status, becomes] of [
  [400, 'failed'],
  [503, 'creating'],
] as const)
  test(`asks the customer to retry and leaves the attempt ${becomes} when a provider answers ${status}`, async (t) => {
    await shop.operate('credit', email, '50', 'Sorry');
    const { token, orderNumber } = await shop.placeOrder(auth);
    const look = recordPaymentChanges(shop, orderNumber);
    await look();
    const real = globalThis.fetch;
    const line = t.mock.method(globalThis, 'fetch', (input: string, init?: RequestInit) =>
      input.includes('/sandbox-pay/api/')
        ? Promise.resolve(Response.json({}, { status }))
        : real(input, init),
    );
    const answer = await pay(token, 'both');
    line.mock.restore();
    assert.equal(answer.status, 503);
    assert.match(answer.body.detail ?? '', /Nothing was charged/);
    const [reserved, ...changed] = await look();
    assert.equal(reserved, 'reserve: cash → reserved 5000');
    assert.deepEqual(
      changed,
      becomes === 'creating'
        ? ['payment: creating']
        : ['release: reserved → cash 5000', 'payment: failed, closed', 'alert refused'],
    );
    assert.equal(await shop.amountAt(refOf(await pay(token, 'both'))), 7_900);
  });
