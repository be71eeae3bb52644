import { hour } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { Order } from '#contract/storefront/orders.ts';
import type { PaymentPage, PaymentStarted } from '#contract/storefront/payments.ts';
import { sql } from 'kysely';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
let auth: { authorization: string };
let email: string;

before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
beforeEach(async () => {
  ({ auth, email } = await shop.customer());
});
after(() => shop.close());

const statement = async () =>
  (await shop.send<BalancePage>('GET', '/api/balance?limit=50', { headers: auth })).body;
const balance = async () => {
  const { available, reserved } = (await statement()).balance;
  return { available, reserved };
};
const entries = async () =>
  (await statement()).entries.map(({ type, amount, balance: after }) => [type, amount, after]);
const paid = async (number: string) => {
  const { payment } = (await shop.send<Order>('GET', `/api/orders/${number}`, { headers: auth })).body;
  return [payment.status, payment.paidByCard, payment.paidFromBalance];
};
const refOf = ({ url }: PaymentStarted) => url!.split('/').at(-1)!;
async function both(token: string): Promise<string> {
  const { status, body } = await shop.pay(token, 'both', auth);
  assert.equal(status, 200, JSON.stringify(body));
  return refOf(body);
}

test('pays an order from the balance at once and adds a statement entry', async () => {
  await shop.addFunds(auth, 20_000);
  const { token, orderNumber } = await shop.placeOrder(auth);
  const page = await shop.send<PaymentPage>('GET', `/api/payments/${token}`, { headers: auth });
  assert.equal(page.body.balance, 20_000);
  assert.equal((await shop.payment(token)).balance, undefined, 'who only holds the link does not see it');
  assert.deepEqual((await shop.pay(token, 'balance', auth)).body, { status: 'paid' });
  assert.deepEqual(await paid(orderNumber), ['paid', 0, 12_900]);
  assert.deepEqual(await balance(), { available: 7_100, reserved: 0 });
  assert.deepEqual(await entries(), [
    ['orderPayment', -12_900, 7_100],
    ['deposit', 20_000, 20_000],
  ]);
  assert.deepEqual((await shop.pay(token, 'balance', auth)).body, { status: 'paid' });
  assert.deepEqual(await balance(), { available: 7_100, reserved: 0 });
});

test('emails the payment link a minute after an order is placed, unless the order is paid by then', async () => {
  await shop.addFunds(auth, 20_000);
  const { token, orderNumber } = await shop.placeOrder(auth);
  await shop.app.jobs.drain();
  await shop.pay(token, 'balance', auth);
  const unpaid = await shop.placeOrder(auth);
  await shop.app.jobs.drain();
  shop.pass(61_000);
  await shop.app.jobs.drain();
  const subjects = (await shop.emailsTo(email)).map(({ subject }) => subject);
  assert.ok(subjects.includes(`Receipt for order ${orderNumber}`));
  assert.ok(!subjects.includes(`Order ${orderNumber}: your payment link`));
  assert.ok(subjects.includes(`Order ${unpaid.orderNumber}: your payment link`));
});

test('names the missing amount and moves nothing when the balance is too small', async () => {
  await shop.addFunds(auth, 5_000);
  const { token } = await shop.placeOrder(auth);
  const { status, body } = await shop.pay(token, 'balance', auth);
  assert.equal(status, 400);
  assert.match(body.errors?.['with']?.[0] ?? '', /\$50\.00, which is \$79\.00 short/);
  assert.deepEqual(await balance(), { available: 5_000, reserved: 0 });
});

test('lets only the order’s customer pay from the balance, and rejects a deposit from the balance', async () => {
  await shop.addFunds(auth, 20_000);
  const { token } = await shop.placeOrder(auth);
  const { auth: stranger } = await shop.customer();
  for (const headers of [{}, stranger])
    for (const way of ['balance', 'both'] as const) {
      const { status, body } = await shop.pay(token, way, headers);
      assert.equal(status, 400);
      assert.match(body.errors?.['with']?.[0] ?? '', /log in to the account/);
    }
  const deposit = await shop.addFunds(auth, 2_000);
  const paidDeposit = new URL(deposit.paymentLink).searchParams.get('link')!;
  const { body } = await shop.pay(paidDeposit, 'balance', auth);
  assert.deepEqual(body.errors, { with: ['You can’t pay for a deposit from your balance. Pay online.'] });
  assert.deepEqual(await balance(), { available: 22_000, reserved: 0 });
});

test('holds the balance, charges the card for the rest, and pays with the hold once the card is charged', async () => {
  await shop.addFunds(auth, 5_000);
  const { token, orderNumber } = await shop.placeOrder(auth);
  const ref = await both(token);
  assert.equal(await shop.amountAt(ref), 7_900);
  assert.deepEqual(await balance(), { available: 0, reserved: 5_000 });
  assert.deepEqual((await entries())[0], ['hold', -5_000, 0]);
  assert.equal(await both(token), ref, 'pressed again, the same page');
  await shop.act(ref, 'pay', 'twice');
  await shop.app.jobs.drain();
  assert.deepEqual(await paid(orderNumber), ['paid', 7_900, 5_000]);
  assert.deepEqual(await balance(), { available: 0, reserved: 0 });
  assert.deepEqual((await entries())[0], ['orderPayment', -5_000, 0]);
});

for (const act of ['cancel', 'expire', 'fail'] as const)
  test(`releases the hold once when a mixed payment ends with "${act}"`, async () => {
    await shop.addFunds(auth, 5_000);
    const { token } = await shop.placeOrder(auth);
    const ref = await both(token);
    if (act === 'fail') await shop.act(ref, 'async');
    await shop.act(ref, act, 'twice');
    await shop.app.jobs.drain();
    await shop.sync(token);
    assert.deepEqual(await balance(), { available: 5_000, reserved: 0 });
    assert.deepEqual((await entries()).slice(0, 2), [
      ['holdReleased', 5_000, 5_000],
      ['hold', -5_000, 0],
    ]);
    // the card part is paid late: the released hold must not pay the order
    await shop.act(ref, 'pay-late');
    await shop.app.jobs.drain();
    assert.equal((await shop.payment(token)).status, 'awaitingPayment');
    assert.deepEqual(await balance(), { available: 12_900, reserved: 0 });
    assert.deepEqual((await shop.pay(token, 'balance', auth)).body, { status: 'paid' });
  });

test('releases a mixed payment’s hold after an underpayment, and pays with it after an overpayment', async () => {
  await shop.addFunds(auth, 5_000);
  const short = await shop.placeOrder(auth);
  await shop.act(await both(short.token), 'pay-short');
  assert.equal((await shop.sync(short.token)).status, 'awaitingPayment');
  assert.deepEqual(await balance(), { available: 5_000 + 3_950, reserved: 0 });
  await shop.act(await both(short.token), 'pay-over');
  assert.equal((await shop.sync(short.token)).status, 'paid');
  assert.deepEqual(await balance(), { available: 500, reserved: 0 });
});

test('closes the page and releases the hold when the customer chooses another method, unless the page was paid', async () => {
  await shop.addFunds(auth, 5_000);
  const { token, orderNumber } = await shop.placeOrder(auth);
  const mixed = await both(token);
  const card = refOf((await shop.pay(token, 'card')).body);
  assert.notEqual(card, mixed);
  assert.equal(await shop.amountAt(card), 12_900);
  assert.deepEqual(await balance(), { available: 5_000, reserved: 0 });
  await shop.addFunds(auth, 20_000);
  await shop.act(card, 'pay', 'lost');
  assert.deepEqual((await shop.pay(token, 'balance', auth)).body, { status: 'paid' });
  assert.deepEqual(await paid(orderNumber), ['paid', 12_900, 0]);
  assert.deepEqual(await balance(), { available: 25_000, reserved: 0 });
});

test('pays “both” from the balance alone when it has enough, and by card alone when it is empty', async () => {
  const { token } = await shop.placeOrder(auth);
  assert.equal(await shop.amountAt(await both(token)), 12_900);
  await shop.addFunds(auth, 12_900 + 1_100);
  assert.deepEqual((await shop.pay(token, 'both', auth)).body, { status: 'paid' });
  assert.deepEqual(await balance(), { available: 1_100, reserved: 0 });
});

test("holds less when the rest would be below the provider's minimum amount", async () => {
  await shop.addFunds(auth, 20_000);
  const first = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(first.token), 'pay-over', 'lost');
  await shop.sync(first.token);
  // 205.00 on the balance less 129.00 leaves 53.00 missing for another 129.00; adds money until only 0.30 is
  // missing
  await sql`select ledger_post(${JSON.stringify([
    {
      kind: 'adjustment',
      sourceType: 'test',
      sourceId: email,
      customerId: String(
        (await sql<{ id: bigint }>`select id from customer where email = ${email}`.execute(shop.database.db))
          .rows[0]!.id,
      ),
      currency: 'usd',
      livemode: false,
      actor: 'test',
      postedAt: shop.now(),
      transfers: [{ from: 'cash', to: 'bank', amount: '7630' }],
    },
  ])}::jsonb)`.execute(shop.database.db);
  assert.deepEqual(await balance(), { available: 12_870, reserved: 0 });
  const { token } = await shop.placeOrder(auth);
  const ref = await both(token);
  assert.equal(await shop.amountAt(ref), 50);
  assert.deepEqual(await balance(), { available: 20, reserved: 12_850 });
});

test('never spends more than the balance when sixteen requests pay four orders at once', async () => {
  await shop.addFunds(auth, 40_000);
  const orders = await Promise.all(Array.from({ length: 4 }, () => shop.placeOrder(auth)));
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => shop.pay(orders[n % 4]!.token, n % 3 ? 'balance' : 'both', auth)),
  );
  assert.ok(answers.every(({ status }) => [200, 400, 503].includes(status)));
  const statuses = await Promise.all(orders.map(async ({ orderNumber }) => (await paid(orderNumber))[0]));
  const paidCount = statuses.filter((status) => status === 'paid').length;
  assert.ok(paidCount >= 2 && paidCount <= 3, String(paidCount));
  const { available, reserved } = await balance();
  assert.equal(available + reserved, 40_000 - paidCount * 12_900);
});

test('releases the hold of an attempt whose page the provider never created', async () => {
  await shop.addFunds(auth, 5_000);
  const { token } = await shop.placeOrder(auth);
  const ref = await both(token);
  await sql`update payment_attempt set status = 'creating', provider_ref = null, url = null where provider_ref = ${ref}`.execute(
    shop.database.db,
  );
  shop.pass(24 * hour);
  await shop.app.jobs.drain();
  auth = shop.bearer((await shop.logIn(email)).accessToken);
  assert.deepEqual(await balance(), { available: 5_000, reserved: 0 });
});

test('closes the newer payment page and releases its hold when an older page is paid', async () => {
  await shop.addFunds(auth, 5_000);
  const { token } = await shop.placeOrder(auth);
  const card = await shop.startPayment(token);
  const mixed = await both(token);
  await shop.act(card, 'pay-late');
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'paid');
  assert.deepEqual(await balance(), { available: 5_000, reserved: 0 });
  assert.equal((await shop.act(mixed, 'pay')).status, 409, 'its page is closed');
});
