import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { day } from '#contract/durations.ts';
import type { Profile } from '#contract/storefront/accounts.ts';
import { type Order, paidRows } from '#contract/storefront/orders.ts';
import type { PaymentPage, PaymentStarted } from '#contract/storefront/payments.ts';
import { analysisOrder } from '#test/server/analysis-order.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
let auth: { authorization: string };
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
beforeEach(async () => {
  ({ auth } = await shop.customer());
});
after(() => shop.close());

const happens = async (ref: string, ...acts: string[]) => {
  for (const act of acts) await shop.act(ref, act);
  await shop.app.jobs.drain();
};
const see = async (token: string, headers = {}) =>
  (await shop.send<PaymentPage>('GET', `/api/payments/${token}`, { headers })).body;
/** What the owner sees: status, money received earlier, usable balance, and whether the last attempt failed. */
async function seen(token: string) {
  const { status, received, balance, hasFailed } = await see(token, auth);
  return { status, received, balance, hasFailed };
}
/** Creates an order that is paid by card. */
async function paid(...acts: string[]) {
  const { token, orderNumber } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await happens(ref, 'pay', ...acts);
  return { token, orderNumber, ref };
}
const over = { received: 0, balance: undefined, hasFailed: false };

test('shows a payment link’s price to everyone, and the usable balance only to its customer', async () => {
  const { token, orderNumber: number } = await shop.placeOrder(auth);
  await shop.addFunds(auth, 5_000);
  const ordered = '1 set, 10 slogans';
  const page = {
    purpose: 'order',
    number,
    lines: [
      {
        title: 'Slogans',
        ordered,
        amount: 12_900,
        days: 3,
        dueOn: null,
        work: null,
        hasAutomaticPart: false,
      },
    ],
    amount: 12_900,
    asked: 12_900,
    received: 0,
    guarantee: builtInCatalogue.policies.guarantee,
    currency: 'usd',
    status: 'awaitingPayment',
    hasExpired: false,
    hasFailed: false,
    expiresAt: new Date(shop.now().getTime() + 7 * day).toISOString(),
  };
  const stranger = await see(token);
  const { title, days } = stranger.lines[0]!;
  assert.ok(title.length > 0 && days > 0);
  page.lines = [{ title, ordered, amount: 12_900, days, dueOn: null, work: null, hasAutomaticPart: false }];
  assert.deepEqual(stranger, page);
  assert.deepEqual(await see(token, (await shop.customer()).auth), page, 'another customer');
  const [line] = page.lines;
  const named = [{ ...line, title: `${title} for Golden Crust` }];
  assert.deepEqual(await see(token, auth), { ...page, lines: named, balance: 5_000, reserved: 0 });
});

test('tells of a paid report with an editor’s comments that its automatic part is ready at once', async () => {
  const [details] = analysisOrder.orderDetails;
  const checked = { ...details!, options: { level: 'expert' } };
  const { token } = await shop.placeOrder(auth, {
    ...analysisOrder,
    orderTypes: [4, 4],
    orderDetails: [details!, checked],
    price: 6_700,
  });
  const parts = async () => (await see(token)).lines.map(({ hasAutomaticPart }) => hasAutomaticPart);
  assert.deepEqual(await parts(), [false, false]);
  await happens(await shop.startPayment(token), 'pay');
  assert.deepEqual(await parts(), [false, true]);
});

test('offers only a card for a deposit', async () => {
  const { body } = await shop.send<{ paymentLink: string; depositNumber: string }>(
    'POST',
    '/api/balance/deposit',
    {
      body: { ...shop.billing, price: 5_000 },
      headers: auth,
    },
  );
  const token = new URL(body.paymentLink).searchParams.get('link')!;
  const { purpose, number, amount, lines, guarantee } = await see(token, auth);
  assert.deepEqual([purpose, number, amount], ['deposit', body.depositNumber, 5_000]);
  assert.deepEqual([lines[0]?.ordered, guarantee], [null, null]);
  assert.deepEqual(await seen(token), { ...over, status: 'awaitingPayment' });
  await happens(await shop.startPayment(token), 'pay');
  assert.deepEqual(await seen(token), { ...over, status: 'paid' });
  await shop.operate('refund', body.depositNumber, '50', 'unspent', 'kindness');
  assert.equal((await seen(token)).status, 'paid', 'a deposit that went back is none that was cancelled');
});

for (const [act, arrived] of [
  ['pay-short', 5_000],
  ['pay-over', 10_500],
] as const)
  test(`shows the received amount when a deposit of $100.00 is paid by ${act}`, async () => {
    const { body } = await shop.send<{ paymentLink: string }>('POST', '/api/balance/deposit', {
      body: { ...shop.billing, price: 10_000 },
      headers: auth,
    });
    const token = new URL(body.paymentLink).searchParams.get('link')!;
    assert.equal((await see(token)).amount, 10_000);
    await happens(await shop.startPayment(token), act);
    const { status, amount, lines, paid } = await see(token, auth);
    assert.deepEqual([status, amount, lines[0]?.amount, paid?.byCard], ['paid', arrived, arrived, arrived]);
  });

test('shows only the customer how much of the balance the order’s unfinished payment reserves', async () => {
  const { token } = await shop.placeOrder(auth);
  await shop.addFunds(auth, 5_000);
  await shop.pay(token, 'both', auth);
  const { balance, reserved } = await see(token, auth);
  assert.deepEqual([balance, reserved], [5_000, 5_000]);
  assert.equal((await see(token)).reserved, undefined);
});

test('shows a transfer as processing, then as failed, until another attempt starts', async () => {
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  const open = { status: 'awaitingPayment', received: 0, balance: 0 };
  assert.deepEqual(await seen(token), { ...open, hasFailed: false });
  await happens(ref, 'async');
  assert.deepEqual(await seen(token), { ...open, status: 'processing', hasFailed: false });
  await happens(ref, 'fail');
  assert.deepEqual(await seen(token), { ...open, hasFailed: true });
  await shop.startPayment(token);
  assert.deepEqual(await seen(token), { ...open, hasFailed: false });
});

test('shows no failure for a canceled page or for a link that can no longer be paid', async () => {
  const { token } = await shop.placeOrder(auth);
  await happens(await shop.startPayment(token), 'cancel');
  assert.equal((await seen(token)).hasFailed, false);
  shop.pass(1000);
  await happens(await shop.startPayment(token), 'async', 'fail');
  assert.equal((await seen(token)).hasFailed, true);
  shop.pass(8 * day);
  await shop.app.jobs.drain();
  ({ auth } = await shop.customer());
  assert.deepEqual(await seen(token), { ...over, status: 'expired' });
});

test('shows that a page expired until another attempt starts', async () => {
  const { token } = await shop.placeOrder(auth);
  await happens(await shop.startPayment(token), 'expire');
  const { hasExpired, hasFailed } = await see(token, auth);
  assert.deepEqual({ hasExpired, hasFailed }, { hasExpired: true, hasFailed: false });
  await shop.startPayment(token);
  assert.equal((await see(token, auth)).hasExpired, false);
});

test('deducts received money from the amount to pay until the order is paid', async () => {
  const { token } = await shop.placeOrder(auth);
  await happens(await shop.startPayment(token), 'pay-short');
  assert.deepEqual(await seen(token), {
    status: 'awaitingPayment',
    received: 6_450,
    balance: 6_450,
    hasFailed: false,
  });
  assert.equal((await see(token, auth)).asked, 6_450);
  for (const headers of [{}, (await shop.customer()).auth]) {
    const { asked, received, balance } = await see(token, headers);
    assert.deepEqual([asked, received, balance], [6_450, 0, undefined], 'not whose balance holds it');
  }
  await happens(await shop.startPayment(token), 'pay-over');
  assert.deepEqual(await seen(token), { ...over, status: 'paid' });
});

test('shows the order as paid by one payment while another is processing', async () => {
  const { token } = await shop.placeOrder(auth);
  const left = await shop.startPayment(token);
  await happens(left, 'cancel');
  await happens(await shop.startPayment(token), 'async');
  assert.equal((await seen(token)).status, 'processing');
  await happens(left, 'pay-late');
  assert.deepEqual(await seen(token), { ...over, status: 'paid' });
});

test('shows a partly refunded order as paid and a fully refunded one as canceled', async () => {
  const { token, orderNumber } = await paid();
  await shop.operate('refund', orderNumber, '29', 'balance', 'kindness');
  assert.equal((await seen(token)).status, 'paid');
  await shop.operate('refund', orderNumber, '100', 'balance', 'kindness');
  assert.deepEqual(await seen(token), { ...over, status: 'cancelled' });
});

test('shows a payment as disputed until the dispute is decided', async () => {
  const { token, ref } = await paid('dispute');
  assert.deepEqual(await seen(token), { ...over, status: 'disputed' });
  await happens(ref, 'dispute-lost');
  assert.deepEqual(await seen(token), { ...over, status: 'chargedBack' });
  const { token: other } = await paid('dispute', 'dispute-won');
  assert.equal((await seen(other)).status, 'paid');
});

test('shows a paid order’s due date to everyone, and its payment methods only to its customer', async () => {
  await shop.addFunds(auth, 5_000);
  const { token } = await shop.placeOrder(auth);
  const { body } = await shop.send<PaymentStarted>('POST', `/api/payments/${token}/pay`, {
    body: { with: 'both' },
    headers: auth,
  });
  await happens(body.url!.split('/').at(-1)!, 'pay');
  const { email } = (await shop.send<Profile>('GET', '/api/accounts/profile', { headers: auth })).body;
  const { lines, paid: split } = await see(token, auth);
  assert.match(lines[0]?.dueOn ?? '', /^\d{4}-\d\d-\d\d$/);
  assert.equal(lines[0]?.work, 'queued');
  assert.deepEqual(split, {
    fromBalance: 5_000,
    byCard: 7_900,
    toBalance: 0,
    refundedToBalance: 0,
    refundedToCard: 0,
    isRefundPending: false,
    receiptTo: email,
  });
  const stranger = await see(token);
  assert.deepEqual(
    stranger.lines,
    lines.map((line) => ({ ...line, title: line.title.replace(' for Golden Crust', '') })),
  );
  assert.equal('paid' in stranger, false);
});

test('shows the customer the overpaid amount, on the payment and on the order', async () => {
  const { token, orderNumber } = await paid();
  const before = await see(token, auth);
  const link = await shop.placeOrder(auth);
  const ref = await shop.startPayment(link.token);
  await happens(ref, 'pay-over');
  const { paid: over } = await see(link.token, auth);
  const extra = over!.toBalance;
  assert.ok(extra > 0);
  assert.deepEqual([over!.byCard, before.paid!.toBalance], [12_900, 0]);
  const orderOf = async (number: string) =>
    (await shop.send<Order>('GET', `/api/orders/${number}`, { headers: auth })).body;
  const order = await orderOf(link.orderNumber);
  assert.deepEqual(
    paidRows(order.payment, String).map(([label, amount]) => [label, amount]),
    [
      ['Paid online', 12_900],
      ['Also paid online, added to your balance', extra],
    ],
  );
  assert.equal((await orderOf(orderNumber)).payment.paidToBalance, 0);
});

test('shows the customer where the money of a refunded order went', async () => {
  const { token, orderNumber } = await paid();
  await shop.operate('refund', orderNumber, '29', 'card', 'kindness');
  await shop.operate('refund', orderNumber, '100', 'balance', 'kindness');
  await shop.app.jobs.drain();
  const { status, paid: split } = await see(token, auth);
  assert.equal(status, 'cancelled');
  assert.deepEqual([split?.refundedToBalance, split?.refundedToCard], [10_000, 2_900]);
});
