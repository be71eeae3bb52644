import { day, minute } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, afterEach, before, beforeEach } from 'node:test';
import type { RefundWay } from '#contract/desk/orders.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { migrationsFolder } from '#server/database/migrate.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { sql } from 'kysely';

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
afterEach(async () => {
  await shop.app.jobs.drain();
  assert.deepEqual(await shop.audit(), []);
});
after(() => shop.close());

async function paidOrder(act = 'pay') {
  const { token, orderNumber } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, act, 'lost');
  await shop.sync(token);
  return { token, number: orderNumber, ref };
}
async function mixedOrder() {
  await shop.addFunds(auth, 5_000);
  const { token, orderNumber } = await shop.placeOrder(auth);
  const { body } = await shop.pay(token, 'both', auth);
  const ref = body.url!.split('/').at(-1)!;
  await shop.act(ref, 'pay', 'lost');
  await shop.sync(token);
  return { token, number: orderNumber, ref };
}
const refund = (number: string, dollars: number, way: RefundWay) =>
  shop.operate('refund', number, String(dollars), way, 'test');
const payment = async (number: string) => {
  const { body } = await shop.send<Order>('GET', `/api/orders/${number}`, { headers: auth });
  return [body.payment.status, body.payment.refunded];
};
const refundsOf = async (number: string) => {
  const { body } = await shop.send<Order>('GET', `/api/orders/${number}`, { headers: auth });
  return body.payment.refunds.map(({ amount, to, status, actor, reason }) =>
    [amount, to, status, actor, reason].join(' '),
  );
};
const statement = async () => (await shop.send<BalancePage>('GET', '/api/balance', { headers: auth })).body;
const available = async () => (await statement()).balance.available;
const subjects = async () =>
  (await shop.letters()).filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject ?? '');
const relogin = async () => void (auth = shop.bearer((await shop.logIn(email)).accessToken));

test('refunds a part of an order to the card and another part to the balance', async () => {
  const { number, ref } = await paidOrder();
  await refund(number, 40, 'card');
  assert.deepEqual(await payment(number), ['partiallyRefunded', 4_000]);
  await shop.app.jobs.drain();
  assert.deepEqual(await shop.refundsAt(ref), [['4000', 'pending']]);
  await shop.act(ref, 'refund-settle', 'twice');
  await shop.app.jobs.drain();
  shop.pass(1_000);
  await refund(number, 20, 'balance');
  assert.deepEqual(await payment(number), ['partiallyRefunded', 6_000]);
  assert.equal(await available(), 2_000);
  await assert.rejects(refund(number, 70, 'card'), {
    message: `You can refund up to $69.00 for ${number}.`,
  });
  shop.pass(1_000);
  await refund(number, 69, 'card');
  assert.deepEqual(await payment(number), ['refunded', 12_900]);
  assert.deepEqual(await refundsOf(number), [
    '4000 card succeeded operator test',
    '2000 balance succeeded operator test',
    '6900 card pending operator test',
  ]);
  await shop.app.jobs.drain();
  assert.ok((await subjects()).includes(`Your refund of $40.00 is on its way (order ${number})`));
  assert.ok((await subjects()).includes(`$20.00 is back in your balance (order ${number})`));
  const toCard =
    (await shop.emailsTo(email)).find(({ subject }) => subject?.startsWith('Your refund of $40.00'))?.text ??
    '';
  assert.match(
    toCard,
    new RegExp(`^We’re refunding \\$40\\.00 for order ${number} to your original payment method`, 'm'),
  );
  assert.match(toCard, /^Reason: test$/m);
  assert.match(toCard, new RegExp(`See the order:\n.*order=${number}$`, 'm'));
});

test('accepts an order number in lower case, with spaces, and with the letter O for a zero', async () => {
  const { number } = await paidOrder();
  await refund(` ${number.toLowerCase().replaceAll('0', 'o').replaceAll('-', ' ')}`, 40, 'balance');
  assert.deepEqual(await payment(number), ['partiallyRefunded', 4_000]);
});

test('rejects a refund of an order in another currency', async () => {
  const { orderNumber } = await shop.placeOrder(auth);
  const inCurrency = (code: string) =>
    sql`update payment_link set currency = ${code} where number = ${orderNumber}`.execute(shop.database.db);
  await inCurrency('jpy');
  await assert.rejects(refund(orderNumber, 1, 'balance'), /is in JPY, not in the shop’s currency/);
  await inCurrency('usd');
});

test('refunds the card’s part of a mixed payment to the card and the rest to the balance', async () => {
  const { number, ref } = await mixedOrder();
  await refund(number, 129, 'card');
  await shop.app.jobs.drain();
  assert.deepEqual(await shop.refundsAt(ref), [['7900', 'pending']]);
  assert.equal(await available(), 5_000);
  assert.deepEqual(await payment(number), ['refunded', 12_900]);
});

test('refunds no more than was paid when refunds run at once', async () => {
  const { number, ref } = await paidOrder();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) =>
      shop.operate('refund', number, '50', n % 2 ? 'card' : 'balance', `reason ${n}`),
    ),
  );
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 2);
  await shop.app.jobs.drain();
  const sent = (await shop.refundsAt(ref)).reduce((sum, [amount]) => sum + Number(amount), 0);
  assert.equal(sent + (await available()), 10_000);
});

test('books a refund once when its command is repeated on the same day or runs twice at once', async () => {
  for (const way of ['card', 'balance', 'unspent'] as const) {
    const number =
      way === 'unspent' ? (await shop.addFunds(auth, 10_000)).depositNumber : (await paidOrder()).number;
    const answers = await Promise.all([1, 2, 3].map(() => refund(number, 20, way)));
    assert.equal(answers.filter((answer) => answer.startsWith('Posted.')).length, 1, way);
    assert.match(await refund(number, 20, way), /already posted today/);
    const kept = await sql<{ amount: bigint }>`
      select sum(r.amount)::bigint as amount from refund r join payment_link l on l.id = r.payment_link_id
      where l.number = ${number}`.execute(shop.database.db);
    assert.deepEqual(kept.rows, [{ amount: 2_000n }]);
    assert.match(await shop.operate('refund', number, '20', way, 'another reason'), /^Posted\./);
  }
});

test("refunds the part above the balance's ceiling to the card when an order is cancelled or refunded", async () => {
  await shop.operate('credit', email, '1950', 'test');
  const cancelled = await paidOrder();
  const answer = await shop.send('POST', `/api/orders/${cancelled.number}/cancel?refundTo=balance`, {
    headers: auth,
  });
  assert.equal(answer.status, 204, JSON.stringify(answer.body));
  assert.equal(await available(), 200_000);
  const refunded = await paidOrder();
  await refund(refunded.number, 40, 'balance');
  await shop.app.jobs.drain();
  assert.equal(await available(), 200_000);
  assert.deepEqual(await shop.refundsAt(cancelled.ref), [['7900', 'pending']]);
  assert.deepEqual(await shop.refundsAt(refunded.ref), [['4000', 'pending']]);
  assert.deepEqual(await payment(cancelled.number), ['refunded', 12_900]);
  assert.ok((await subjects()).includes(`$50.00 is back in your balance (order ${cancelled.number})`));
  const toCard = (await shop.emailsTo(email)).find(
    ({ subject }) => subject === `Your refund of $79.00 is on its way (order ${cancelled.number})`,
  );
  assert.match(
    toCard?.text ?? '',
    /Your balance has reached its limit, so we’re refunding \$79\.00 to your original payment method\./,
  );
});

test('credits a refund to the balance above its ceiling when the order has no card payment', async () => {
  await shop.operate('credit', email, '1950', 'test');
  const { token, orderNumber } = await shop.placeOrder(auth);
  await shop.pay(token, 'balance', auth);
  await shop.operate('credit', email, '100', 'more');
  await refund(orderNumber, 129, 'balance');
  assert.equal(await available(), 205_000);
});

test('refuses to refund a disputed payment to the card, and refunds it to the balance', async () => {
  const { number, ref, token } = await paidOrder();
  await shop.act(ref, 'dispute', 'lost');
  await sql`update sandbox_dispute set amount = 5000, withdrawn = 5000 where session_ref = ${ref}`.execute(
    shop.database.db,
  );
  await shop.sync(token);
  await shop.tell(ref);
  await shop.app.jobs.drain();
  await assert.rejects(refund(number, 20, 'card'), {
    message: `A payment for ${number} is disputed. Until the banks decide, you can refund up to $0.00 to the original payment method.`,
  });
  await refund(number, 20, 'balance');
  assert.equal(await available(), 2_000);
});

test('credits the balance and sends an email when a card refuses a refund, at once or days later', async () => {
  const { number, ref } = await paidOrder();
  await refund(number, 40, 'card');
  await shop.app.jobs.drain();
  await shop.act(ref, 'refund-fail');
  await shop.app.jobs.drain();
  assert.equal(await available(), 4_000);
  await refund(number, 30, 'card');
  await shop.app.jobs.drain();
  await shop.act(ref, 'refund-settle');
  await shop.app.jobs.drain();
  shop.pass(3 * day);
  await shop.act(ref, 'refund-fail', 'twice');
  await shop.app.jobs.drain();
  await relogin();
  assert.equal(await available(), 7_000);
  assert.deepEqual(
    (await statement()).entries.map(({ title, amount }) => [title, amount]),
    [3_000, 4_000].map((amount) => [
      `Refund for order ${number} to your original payment method failed`,
      amount,
    ]),
  );
  assert.ok(
    (await subjects()).includes(
      `We couldn’t refund $40.00 to your original payment method (order ${number})`,
    ),
  );
});

test('refunds an overpayment from the balance to its card, up to its unspent amount', async () => {
  const { depositNumber } = await shop.addFunds(auth, 10_000);
  const { token } = await shop.placeOrder(auth);
  await shop.addFunds(auth, 5_000);
  await shop.pay(token, 'balance', auth);
  await assert.rejects(refund(depositNumber, 30, 'unspent'), ProblemReply);
  await refund(depositNumber, 20, 'unspent');
  assert.equal(await available(), 100);
  assert.equal(
    (await statement()).entries[0]?.title,
    `Refund for deposit ${depositNumber} to your original payment method`,
  );
  const over = await paidOrder('pay-over');
  await assert.rejects(refund(over.number, 6, 'unspent'), ProblemReply);
  await refund(over.number, 5, 'unspent');
  assert.deepEqual(await payment(over.number), ['paid', 0]);
  await assert.rejects(refund(depositNumber, 1, 'card'), ProblemReply);
  await assert.rejects(refund('R-0000-0000', 1, 'card'), ProblemReply);
  await assert.rejects(refund(over.number, 0, 'card'), ProblemReply);
});

test('no longer counts an underpayment towards the order after it was refunded', async () => {
  const { token, orderNumber } = await shop.placeOrder(auth);
  const short = await shop.startPayment(token);
  await shop.act(short, 'pay-short', 'lost');
  await shop.sync(token);
  assert.equal((await shop.payment(token)).asked, 6_450);
  await shop.operate('refund', orderNumber, '64.50', 'unspent', 'test');
  await shop.addFunds(auth, 10_000);
  assert.equal((await shop.payment(token)).asked, 12_900);
  const ref = await shop.startPayment(token);
  assert.equal(await shop.amountAt(ref), 12_900);
  await shop.act(ref, 'cancel');
  await shop.operate('credit', email, '29', 'test');
  assert.equal((await shop.pay(token, 'balance', auth)).body.status, 'paid');
  const { body } = await shop.send<Order>('GET', `/api/orders/${orderNumber}`, { headers: auth });
  assert.deepEqual([body.payment.paidByCard, body.payment.paidFromBalance], [0, 12_900]);
  assert.equal(await available(), 0);
});

test('refunds no money that was already refunded or charged back', async () => {
  const { number } = await paidOrder();
  const { depositNumber } = await shop.addFunds(auth, 10_000);
  await refund(number, 40, 'card');
  await shop.app.jobs.drain();
  await assert.rejects(refund(number, 1, 'unspent'), ProblemReply);
  await shop.addFunds(auth, 10_000);
  await refund(depositNumber, 20, 'unspent');
  await assert.rejects(refund(depositNumber, 81, 'unspent'), ProblemReply);
  await refund(depositNumber, 80, 'unspent');
  const { depositNumber: disputed } = await shop.addFunds(auth, 5_000);
  const ref = await shop.refOf(disputed);
  await shop.act(ref, 'dispute');
  await shop.app.jobs.drain();
  await assert.rejects(refund(disputed, 1, 'unspent'), ProblemReply);
  await shop.act(ref, 'dispute-won');
  await shop.app.jobs.drain();
  await assert.rejects(refund(disputed, 51, 'unspent'), ProblemReply);
  await refund(disputed, 50, 'unspent');
  assert.equal(await available(), 10_000);
});

test('books a refund made in the provider’s dashboard once: from the order, then the balance, then as a debt', async () => {
  const { number, ref } = await paidOrder();
  await shop.act(ref, 'dashboard-refund', 'twice');
  await shop.app.jobs.drain();
  assert.deepEqual(await payment(number), ['partiallyRefunded', 6_450]);
  assert.equal(await available(), 0);
  const { depositNumber } = await shop.addFunds(auth, 13_000);
  const spent = await shop.placeOrder(auth);
  await shop.pay(spent.token, 'balance', auth);
  await shop.act(await shop.refOf(depositNumber), 'dashboard-refund');
  await shop.app.jobs.drain();
  assert.equal(await available(), 100 - 6_500);
  const told = (await shop.emailsTo(email)).find(({ subject }) => subject?.includes(depositNumber));
  assert.match(told?.text ?? '', /Your balance is now −\$64\.00\. Add funds to bring it back to zero/);
  const refused = await shop.send('POST', '/api/orders', { body: shop.slogansOrder, headers: auth });
  assert.match(JSON.stringify(refused.body), /below zero/);
  await shop.addFunds(auth, 10_000);
  assert.equal(await available(), 100 - 6_500 + 10_000);
});

test('stores each refund’s actor, and a migration fills it in for earlier refunds', async () => {
  const { db } = shop.database;
  const [byOperator, byCustomer, byProvider] = [await paidOrder(), await paidOrder(), await paidOrder()];
  await refund(byOperator.number, 10, 'balance');
  const cancel = `/api/orders/${byCustomer.number}/cancel?refundTo=balance`;
  assert.equal((await shop.send('POST', cancel, { headers: auth })).status, 204);
  await shop.act(byProvider.ref, 'dashboard-refund');
  await shop.app.jobs.drain();
  const { id } = await db
    .selectFrom('customer')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const kept = async () =>
    (
      await sql<{
        actor: string;
      }>`select r.actor from refund r join payment_link l on l.id = r.payment_link_id
        where l.customer_id = ${id} order by r.actor`.execute(db)
    ).rows.map(({ actor }) => actor);
  const actors = [`customer:${id}`, 'operator:test', 'provider:sandbox'];
  assert.deepEqual(await kept(), actors);
  await sql`update refund set operator = 'test' where origin = 'operator'`.execute(db);
  await sql`alter table refund drop column actor`.execute(db);
  await sql`alter table order_event drop constraint order_event_actor_form`.execute(db);
  await sql`alter table ledger_tx drop constraint ledger_tx_actor_form`.execute(db);
  await sql.raw(readFileSync(join(migrationsFolder, '0032-actors.sql'), 'utf8')).execute(db);
  assert.deepEqual(await kept(), actors);
});

test('retries a refund whose response was lost, and refunds once', async (t) => {
  const { number, ref } = await paidOrder();
  const real = globalThis.fetch;
  const line = t.mock.method(globalThis, 'fetch', async (input: string, init?: RequestInit) => {
    const answer = await real(input, init);
    if (input.endsWith('/refunds')) throw new TypeError('connection reset');
    return answer;
  });
  await refund(number, 40, 'card');
  await shop.app.jobs.drain();
  shop.pass(3 * minute);
  await shop.app.jobs.drain();
  line.mock.restore();
  shop.pass(3 * minute);
  await shop.app.jobs.drain();
  assert.deepEqual(await shop.refundsAt(ref), [['4000', 'pending']]);
  await shop.act(ref, 'refund-settle', 'lost');
  shop.pass(day);
  await shop.app.jobs.drain();
  await relogin();
  assert.deepEqual(await payment(number), ['partiallyRefunded', 4_000]);
});

test('credits the balance when the provider refuses a refund', async (t) => {
  const { number } = await paidOrder();
  const real = globalThis.fetch;
  const line = t.mock.method(globalThis, 'fetch', (input: string, init?: RequestInit) =>
    input.endsWith('/refunds') ? Promise.resolve(Response.json({}, { status: 400 })) : real(input, init),
  );
  await refund(number, 40, 'card');
  await shop.app.jobs.drain();
  line.mock.restore();
  assert.equal(await available(), 4_000);
});

test('refunds a completed order from revenue, and earns only the rest when a partly refunded order is completed', async () => {
  const early = await paidOrder();
  await refund(early.number, 29, 'card');
  for (const { number } of [early, await paidOrder()]) {
    await team.start(number);
    await team.deliver(number);
    assert.equal(
      (await shop.send('POST', `/api/orders/${number}/lines/1/accept`, { headers: auth })).status,
      204,
    );
    await refund(number, 10, 'balance');
    await refund(number, 5, 'card');
  }
  assert.equal(await available(), 2_000);
});
