import { day, hour, minute } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, beforeEach, before } from 'node:test';
import type { Order } from '#contract/storefront/orders.ts';
import type { PaymentStarted } from '#contract/storefront/payments.ts';
import { sql } from 'kysely';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { signWebhook } from './sandbox/sandbox-webhooks.ts';

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

type Balance = { code: string; balance: bigint };

/** The customer's account balances, the total of all accounts, and the number of wrong cached balances (`drift`). */
async function balances(): Promise<Record<string, number>> {
  const { rows } = await sql<Balance>`
    select a.code, sum(a.summed)::bigint as balance from ledger_audit a
    left join customer c on c.id = a.customer_id where c.email = ${email} group by a.code
    union all
    select 'total', coalesce(sum(summed), 0)::bigint from ledger_audit
    union all
    select 'drift', count(*) from ledger_audit where cached is not null and cached <> summed`.execute(
    shop.database.db,
  );
  return Object.fromEntries(rows.map(({ code, balance }) => [code, Number(balance)]));
}

const order = async (number: string) =>
  (await shop.send<Order>('GET', `/api/orders/${number}`, { headers: auth })).body;
const emailsTo = async (address: string) =>
  (await shop.letters())
    .filter((letter) => letter.to?.some((to) => to.address === address))
    .map((letter) => letter.subject ?? '');

test('books the money, sets the due date, adds events and sends emails when an order is paid by card', async () => {
  const { token, orderNumber } = await shop.placeOrder(auth);
  assert.equal((await shop.payment(token)).status, 'awaitingPayment');
  const ref = await shop.startPayment(token);
  assert.equal(await shop.startPayment(token), ref, 'the one live attempt is gone on with');
  await shop.act(ref, 'pay');
  assert.equal((await shop.sync(token)).status, 'paid');
  await shop.app.jobs.drain();

  const paid = await order(orderNumber);
  assert.equal(paid.payment.status, 'paid');
  assert.deepEqual([paid.payment.paidByCard, paid.payment.paidFromBalance], [12900, 0]);
  assert.equal(paid.work.status, 'queued');
  assert.equal(paid.dueAt, '2026-11-25');
  assert.deepEqual(
    paid.events.map(({ to }) => to),
    ['awaitingPayment', 'paid'],
  );
  assert.deepEqual(await balances(), { cash: 0, total: 0, drift: 0 });

  const subjects = await emailsTo(email);
  assert.ok(subjects.includes(`Receipt for order ${orderNumber}`), subjects.join());
  const copy = (await shop.letters()).find((letter) =>
    letter.subject?.includes(`Paid: order ${orderNumber}`),
  );
  assert.equal(copy?.to?.[0]?.address, 'operator@shop.test');
  assert.equal(copy?.replyTo?.[0]?.address, email);
  for (const words of [
    'Golden Crust',
    'We bake slow bread',
    'Busy parents in Leeds.',
    'Website',
    'Friendly',
    'address not confirmed',
  ])
    assert.ok(copy?.text?.includes(words) && copy.html?.includes(words), words);
});

test('pays the order once by a webhook event that arrives once or twice, and changes nothing at a later sync', async () => {
  for (const webhooks of ['once', 'twice'] as const) {
    const { token, orderNumber } = await shop.placeOrder(auth);
    const ref = await shop.startPayment(token);
    await shop.act(ref, 'pay', webhooks);
    await shop.app.jobs.drain();
    assert.equal((await shop.payment(token)).status, 'paid');
    await Promise.all(Array.from({ length: 4 }, () => shop.sync(token)));
    assert.equal((await order(orderNumber)).events.length, 2);
  }
  const { rows } = await sql<{ captures: number; amount: number }>`
    select count(*)::int as captures, sum(t.amount)::int as amount
    from ledger_tx x join ledger_transfer t on t.tx_id = x.id
    join payment_attempt a on x.source_id = a.id::text join payment_link l on l.id = a.payment_link_id
    join customer c on c.id = l.customer_id
    where x.kind = 'capture' and c.email = ${email}`.execute(shop.database.db);
  assert.deepEqual(rows, [{ captures: 2, amount: 2 * 12900 }], 'one of the whole amount for each order');
  assert.deepEqual(await balances(), { cash: 0, total: 0, drift: 0 });
});

test('finds the payment by polling when every webhook event is lost', async () => {
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'pay', 'lost');
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'awaitingPayment');
  shop.pass(3 * minute);
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'paid');
});

test('leaves the payment page open and the order unpaid when a card is declined', async () => {
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'decline');
  assert.equal((await shop.sync(token)).status, 'awaitingPayment');
  assert.equal(await shop.startPayment(token), ref);
  await shop.act(ref, 'pay');
  assert.equal((await shop.sync(token)).status, 'paid');
});

test('shows a bank transfer as processing until it settles, and emails the customer', async () => {
  const { token, orderNumber } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'async');
  assert.equal((await shop.sync(token)).status, 'processing');
  assert.equal((await order(orderNumber)).payment.status, 'processing');
  const again = await shop.send<PaymentStarted>('POST', `/api/payments/${token}/pay`, {
    body: { with: 'card' },
  });
  assert.deepEqual(again.body, { status: 'processing' });
  await shop.act(ref, 'settle');
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'paid');
  assert.ok((await emailsTo(email)).some((subject) => /is being processed/.test(subject)));
});

test('lets the customer pay again when a transfer fails', async () => {
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'async');
  await shop.app.jobs.drain();
  await shop.act(ref, 'fail');
  await shop.app.jobs.drain();
  const { status, hasFailed } = await shop.payment(token);
  assert.deepEqual({ status, hasFailed }, { status: 'awaitingPayment', hasFailed: true });
  assert.ok((await emailsTo(email)).some((subject) => /didn’t go through/.test(subject)));
  const second = await shop.startPayment(token);
  assert.equal((await shop.payment(token)).hasFailed, false);
  assert.notEqual(second, ref);
  await shop.act(second, 'pay');
  assert.equal((await shop.sync(token)).status, 'paid');
});

test('pays the order when a canceled page is paid, and leaves a second payment on the balance', async () => {
  const { token } = await shop.placeOrder(auth);
  const first = await shop.startPayment(token);
  await shop.act(first, 'cancel');
  assert.equal((await shop.sync(token)).status, 'awaitingPayment');
  const second = await shop.startPayment(token);
  await shop.act(first, 'pay-late');
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'paid');
  assert.equal((await shop.act(second, 'pay')).status, 409, 'its page was closed');
  await shop.act(second, 'pay-late');
  await shop.app.jobs.drain();
  assert.deepEqual(await balances(), { cash: 12900, total: 0, drift: 0 });
  assert.ok((await emailsTo(email)).includes('We added your payment of $129.00 to your balance'));
});

test('leaves an underpayment on the balance until another payment of the rest pays the order', async () => {
  const { token, orderNumber } = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(token), 'pay-short');
  assert.equal((await shop.sync(token)).status, 'awaitingPayment');
  assert.equal((await balances())['cash'], 6450);
  assert.equal((await shop.payment(token)).asked, 6450);
  // the email with the payment link is sent a minute after the order
  shop.pass(2 * minute);
  const told = (await shop.emailsTo(email)).map(({ text }) => text ?? '');
  assert.ok(
    told.some((text) =>
      text.includes(`We received $64.50 for order ${orderNumber}, but $64.50 is still due`),
    ),
  );
  const link = told.find((text) => text.startsWith(`Order ${orderNumber}`))!;
  assert.match(link, /^Pay \$64\.50:$/m);
  assert.match(link, /Already received: \$64\.50\nStill due: \$64\.50/);
  const rest = await shop.startPayment(token);
  assert.equal(await shop.amountAt(rest), 6450, 'the provider is asked for the rest only');
  assert.deepEqual(await balances(), { cash: 0, reserved: 6450, total: 0, drift: 0 });
  await shop.act(rest, 'pay');
  assert.equal((await shop.sync(token)).status, 'paid');
  assert.deepEqual(await balances(), { cash: 0, reserved: 0, total: 0, drift: 0 });
  const { payment } = await order(orderNumber);
  assert.deepEqual([payment.paidByCard, payment.paidFromBalance], [12900, 0]);
});

test('greets a customer with an unconfirmed address by name only after a payment', async () => {
  const { token } = await shop.placeOrder(auth);
  shop.pass(hour);
  await shop.app.jobs.drain();
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.sync(token);
  await shop.app.jobs.drain();
  const letters = await shop.emailsTo(email);
  const textOf = (about: string) => letters.find(({ subject }) => subject?.includes(about))?.text ?? '';
  assert.match(textOf('your payment link'), /^Hello,$/m);
  assert.match(textOf('Receipt for order'), /^Hello Ann,$/m);
  assert.match(textOf('Receipt for order'), /You’ll have your slogans for Golden Crust by \w{3}, \w{3} \d/);
});

test('greets a customer with an unconfirmed address by name after an underpayment', async () => {
  const { token } = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(token), 'pay-short');
  await shop.sync(token);
  await shop.app.jobs.drain();
  const letters = await shop.emailsTo(email);
  const short = letters.find(({ subject }) => subject?.includes('to your balance'));
  assert.match(short?.text ?? '', /^Hello Ann,$/m);
  assert.match(short?.text ?? '', /contact us for a refund/);
});

test('pays the order with an overpayment and leaves the excess on the balance', async () => {
  const { token } = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(token), 'pay-over');
  assert.equal((await shop.sync(token)).status, 'paid');
  assert.deepEqual(await balances(), { cash: 500, total: 0, drift: 0 });
});

test('reminds of an unpaid order after a day, expires it after seven, and leaves a later payment on the balance', async () => {
  const { token, orderNumber } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  shop.pass(1.1 * day);
  await shop.app.jobs.drain();
  assert.ok((await emailsTo(email)).includes(`Order ${orderNumber} is waiting for payment`));
  ({ auth } = await relogin());
  shop.pass(6 * day);
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'expired');
  ({ auth } = await relogin());
  const expired = await order(orderNumber);
  assert.deepEqual(
    expired.events.map(({ to }) => to),
    ['awaitingPayment', 'expired'],
  );
  assert.equal(expired.payment.paymentLink, undefined);
  const start = await shop.send<PaymentStarted>('POST', `/api/payments/${token}/pay`, {
    body: { with: 'card' },
  });
  assert.deepEqual(start.body, { status: 'expired' });
  await shop.act(ref, 'pay-late');
  await shop.app.jobs.drain();
  assert.equal((await balances())['cash'], 12900);
});

const relogin = async () => ({ auth: shop.bearer((await shop.logIn(email)).accessToken) });

test('does not expire an order with a payment in progress', async () => {
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'async');
  await shop.app.jobs.drain();
  shop.pass(8 * day);
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'processing');
  await shop.act(ref, 'settle');
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'paid');
});

test('marks an order paid, not expired, when it was paid before the deadline and the webhook event was lost', async () => {
  const { token } = await shop.placeOrder(auth);
  shop.pass(7 * day - 60 * minute);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'pay', 'lost');
  shop.pass(61 * minute);
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'paid');
});

test('creates one payment attempt when several tabs pay at once', async () => {
  const { token } = await shop.placeOrder(auth);
  const refs = await Promise.all(Array.from({ length: 8 }, () => shop.startPayment(token)));
  assert.equal(new Set(refs).size, 1);
});

test('answers 404 for an unknown payment link, and names the field of an unknown payment method', async () => {
  const { token } = await shop.placeOrder(auth);
  assert.equal((await shop.send('GET', '/api/payments/nobody-knows')).status, 404);
  assert.equal(
    (await shop.send('POST', '/api/payments/nobody-knows/pay', { body: { with: 'card' } })).status,
    404,
  );
  const answer = await shop.send('POST', `/api/payments/${token}/pay`, { body: { with: 'gold' } });
  assert.deepEqual(answer.body.errors, { with: ['Choose card, balance or both'] });
});

test('shows no personal data of the customer to a visitor with the payment link', async () => {
  const { token } = await shop.placeOrder(auth);
  const text = JSON.stringify(await shop.payment(token));
  for (const personal of [email, 'Ann', 'Lee', 'Austin', 'Golden Crust', 'Main Street'])
    assert.ok(!text.includes(personal), personal);
});

test('rejects forged, old, future, truncated and oversized webhook events, and stores none of them', async () => {
  const secret = shop.sandboxKey;
  const body = JSON.stringify({ id: 'evt_x', type: 'session.paid', ref: 'sbx_x' });
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from provider_notice`.execute(shop.database.db))
      .rows[0]?.n;
  const before = await count();
  const send = (payload: string, signature?: string) =>
    shop.send('POST', '/api/webhooks/sandbox', {
      body: payload,
      headers: {
        'content-type': 'application/json',
        ...(signature ? { 'sandbox-signature': signature } : {}),
      },
    });
  const at = (ms: number) => new Date(shop.now().getTime() + ms);
  assert.equal((await send(body)).status, 400);
  assert.equal((await send(body, 't=1,v1=zz')).status, 400);
  assert.equal((await send(body, signWebhook('another secret', body, at(0)))).status, 400);
  assert.equal((await send(body, signWebhook(secret, body, at(-6 * minute)))).status, 400);
  assert.equal((await send(body, signWebhook(secret, body, at(6 * minute)))).status, 400);
  assert.equal((await send(body.slice(0, -5), signWebhook(secret, body, at(0)))).status, 400);
  assert.equal((await send(body.slice(0, -5), signWebhook(secret, body.slice(0, -5), at(0)))).status, 400);
  assert.equal((await send('x'.repeat(1_100_000), signWebhook(secret, body, at(0)))).status, 413);
  assert.equal((await shop.send('POST', '/api/webhooks/stripe', { body: {} })).status, 404);
  assert.equal(await count(), before);
});

test('rejects a sandbox API call with a wrong key, and an idempotency key with another request', async () => {
  const request = {
    amount: '100',
    currency: 'usd',
    description: 'x',
    reference: 'x',
    returnUrl: 'http://shop.test/a',
    cancelUrl: 'http://shop.test/b',
    expiresAt: '2027-01-01T00:00:00.000Z',
  };
  const post = (body: unknown, key: string, secret: string) =>
    shop.send<{ ref: string }>('POST', '/sandbox-pay/api/sessions', {
      body,
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key },
    });
  assert.equal((await post(request, 'a', 'wrong')).status, 401);
  const secret = shop.sandboxKey;
  const first = await post(request, 'a', secret);
  assert.equal((await post(request, 'a', secret)).body.ref, first.body.ref);
  assert.equal((await post({ ...request, amount: '200' }, 'a', secret)).status, 400);
  assert.equal((await post({ ...request, returnUrl: 'javascript:alert(1)' }, 'b', secret)).status, 400);
});

test('rejects a card number that is the name of a JavaScript property', async () => {
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  for (const card of ['constructor', 'toString', '__proto__', '4111111111111111']) {
    const answer = await shop.send<string>('POST', `/sandbox-pay/${ref}/card`, {
      body: `card=${card}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(answer.status, 400, card);
    assert.match(answer.body, /test card numbers/);
  }
});
