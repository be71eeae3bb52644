import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { sql } from 'kysely';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';

let shop: TestShop;
let team: ReturnType<typeof openTestTeam>;
let auth: { authorization: string };
let email: string;

before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100', DESK: 'on' } });
  team = openTestTeam(shop);
});
beforeEach(async () => {
  ({ auth, email } = await shop.customer());
});
after(async () => {
  assert.deepEqual(await shop.audit(), []);
  await shop.close();
});

const cancel = (number: string, headers: Record<string, string> = auth, refundTo?: string) =>
  shop.send('POST', `/api/orders/${number}/cancel${refundTo ? `?refundTo=${refundTo}` : ''}`, { headers });
const order = async (number: string) =>
  (await shop.send<Order>('GET', `/api/orders/${number}`, { headers: auth })).body;
const statement = async () => (await shop.send<BalancePage>('GET', '/api/balance', { headers: auth })).body;

test('cancels an unpaid order, and shows the cancellation on its page and its payment link', async () => {
  const { token, orderNumber } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  assert.equal((await cancel(orderNumber)).status, 204);
  assert.equal((await cancel(orderNumber)).status, 204, 'twice is no error');
  const cancelled = await order(orderNumber);
  assert.deepEqual([cancelled.payment.status, cancelled.work.status], ['cancelled', 'cancelled']);
  assert.deepEqual(
    cancelled.events.map(({ to }) => to),
    ['awaitingPayment', 'cancelled'],
  );
  assert.equal((await shop.payment(token)).status, 'cancelled');
  assert.equal((await shop.act(ref, 'pay')).status, 409);
  assert.deepEqual((await shop.pay(token, 'card')).body, { status: 'cancelled' });
});

test('credits the balance and sends an email when money arrives after a cancellation', async () => {
  const { token, orderNumber } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await cancel(orderNumber);
  await shop.act(ref, 'pay-late');
  await shop.app.jobs.drain();
  assert.equal((await order(orderNumber)).payment.status, 'cancelled');
  assert.equal((await statement()).balance.available, 12_900);
  const letter = (await shop.letters()).find(
    ({ to, subject }) => to?.[0]?.address === email && subject?.includes('to your balance'),
  );
  assert.match(letter?.text ?? '', /it had been canceled by then/);
});

test('refunds a canceled order whose payment the shop learns of without a webhook event', async () => {
  const { token, orderNumber } = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(token), 'pay', 'lost');
  assert.equal((await cancel(orderNumber)).status, 204);
  const back = await order(orderNumber);
  assert.deepEqual([back.payment.status, back.payment.refunded], ['refunded', 12_900]);
});

test('refunds a paid, unstarted order to the balance once, with an email, when the customer chose the balance', async () => {
  await shop.addFunds(auth, 5_000);
  const { token, orderNumber } = await shop.placeOrder(auth);
  const { body } = await shop.pay(token, 'both', auth);
  await shop.act(body.url!.split('/').at(-1)!, 'pay', 'lost');
  await shop.sync(token);
  const answers = await Promise.all([1, 2, 3].map(() => cancel(orderNumber, auth, 'balance')));
  assert.ok(answers.every(({ status }) => status === 204));
  const back = await order(orderNumber);
  assert.deepEqual(
    [back.payment.status, back.payment.refunded, back.work.status],
    ['refunded', 12_900, 'cancelled'],
  );
  const { balance, entries } = await statement();
  assert.equal(balance.available, 12_900);
  assert.deepEqual(
    [entries[0]?.type, entries[0]?.amount, entries[0]?.orderNumber],
    ['orderRefund', 12_900, orderNumber],
  );
  assert.equal((await shop.payment(token)).status, 'cancelled');
  await shop.app.jobs.drain();
  const letters = (await shop.letters()).filter(({ to }) => to?.[0]?.address === email);
  assert.equal(
    letters.filter(({ subject }) => subject === `$129.00 is back in your balance (order ${orderNumber})`)
      .length,
    1,
  );
});

test('refunds once to the original payment methods when the customer chose nothing', async () => {
  const { auth: payer, email: address } = await shop.customer();
  await shop.addFunds(payer, 5_000);
  const { token, orderNumber } = await shop.placeOrder(payer);
  const { body } = await shop.pay(token, 'both', payer);
  const ref = body.url!.split('/').at(-1)!;
  await shop.act(ref, 'pay', 'lost');
  await shop.sync(token);
  const answers = await Promise.all([1, 2, 3].map(() => cancel(orderNumber, payer)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204, 204],
  );
  await shop.app.jobs.drain();
  assert.deepEqual(await shop.refundsAt(ref), [['7900', 'pending']]);
  const { body: statementOfPayer } = await shop.send<BalancePage>('GET', '/api/balance', { headers: payer });
  assert.equal(statementOfPayer.balance.available, 5_000);
  const subjects = (await shop.emailsTo(address)).map(({ subject = '' }) => subject);
  assert.equal(
    subjects.filter((subject) => subject.includes(orderNumber) && /\$79\.00/.test(subject)).length,
    1,
  );
  assert.deepEqual(await shop.audit(), []);
});

test('lets the customer cancel work in progress for a full refund once it is more than five business days late', async () => {
  const { auth: payer } = await shop.customer();
  const { token, orderNumber } = await shop.placeOrder(payer);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'pay', 'lost');
  await shop.sync(token);
  await team.start(orderNumber);
  const dueDaysAgo = (days: number) =>
    sql`update order_line set due_on = ${new Date(shop.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)}::date
      where order_id = (select id from customer_order where number = ${orderNumber})`.execute(
      shop.database.db,
    );
  await dueDaysAgo(4);
  assert.equal((await cancel(orderNumber, payer)).status, 409);
  await dueDaysAgo(14);
  assert.equal((await cancel(orderNumber, payer)).status, 204);
  await shop.app.jobs.drain();
  assert.deepEqual(await shop.refundsAt(ref), [['12900', 'pending']]);
});

test('refuses to cancel an order that is in progress, has a processing payment, or belongs to another customer', async () => {
  const begun = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(begun.token), 'pay', 'lost');
  await shop.sync(begun.token);
  await sql`update order_line set work_status = 'inProgress' where order_id = (select id from customer_order where number = ${begun.orderNumber})`.execute(
    shop.database.db,
  );
  assert.equal((await cancel(begun.orderNumber)).status, 409);
  assert.equal((await order(begun.orderNumber)).payment.status, 'paid');
  const processed = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(processed.token), 'async');
  assert.equal((await cancel(processed.orderNumber)).status, 409);
  assert.equal((await order(processed.orderNumber)).payment.status, 'processing');
  const { auth: stranger } = await shop.customer();
  assert.equal((await cancel(processed.orderNumber, stranger)).status, 404);
  assert.equal((await cancel('R-0000-0000')).status, 404);
});

test('lets the operator cancel work in progress with a reason, but not delivered work', async () => {
  const unpaid = await shop.placeOrder(auth);
  await assert.rejects(shop.operate('cancel', unpaid.orderNumber), /Usage: /);
  await assert.rejects(shop.operate('cancel', 'R-0000-0000', 'x'), /can’t find that order/);
  await shop.operate('cancel', unpaid.orderNumber.toLowerCase(), 'Ordered twice', unpaid.orderNumber);
  const cancelled = await order(unpaid.orderNumber);
  assert.equal(cancelled.payment.status, 'cancelled');
  assert.deepEqual(cancelled.events.map(({ actor, to, reason }) => [actor, to, reason]).at(-1), [
    'operator',
    'cancelled',
    'Ordered twice',
  ]);
  await shop.addFunds(auth, 30_000);
  const begun = await shop.placeOrder(auth);
  await shop.pay(begun.token, 'balance', auth);
  await team.start(begun.orderNumber);
  await team.ask(begun.orderNumber, 'Which bread?');
  await shop.operate('cancel', begun.orderNumber, 'We cannot do this well', begun.orderNumber);
  const refunded = await order(begun.orderNumber);
  assert.deepEqual([refunded.payment.status, refunded.work.status], ['refunded', 'cancelled']);
  assert.equal((await statement()).balance.available, 30_000);
  const [refundEmail] = (await shop.emailsTo(email)).filter(({ subject = '' }) =>
    / is back in /.test(subject),
  );
  const words = refundEmail?.text ?? '';
  assert.ok(
    words.includes(`We canceled order ${begun.orderNumber}. We refunded $129.00 to your balance.`),
    words,
  );
  assert.equal(words.split(begun.orderNumber).length - 1, 1, 'the number is named once');
  const done = await shop.placeOrder(auth);
  await shop.pay(done.token, 'balance', auth);
  await team.deliver(done.orderNumber);
  await assert.rejects(shop.operate('cancel', done.orderNumber, 'x', done.orderNumber), /has been delivered/);
  assert.deepEqual(await shop.audit(), []);
});

test('either cancels or pays, with books that balance, when both run at once', async () => {
  await shop.addFunds(auth, 20_000);
  const { token, orderNumber } = await shop.placeOrder(auth);
  await Promise.all([
    cancel(orderNumber),
    shop.pay(token, 'both', auth),
    shop.pay(token, 'balance', auth),
    cancel(orderNumber),
  ]);
  const { payment } = await order(orderNumber);
  assert.ok(['cancelled', 'refunded', 'paid'].includes(payment.status), payment.status);
  const { balance } = await statement();
  assert.deepEqual(balance, {
    available: payment.status === 'paid' ? 7_100 : 20_000,
    reserved: 0,
    disputed: 0,
    currency: 'usd',
  });
});
