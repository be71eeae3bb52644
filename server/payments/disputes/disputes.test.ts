import { minute } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, afterEach, before, beforeEach } from 'node:test';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { Order } from '#contract/storefront/orders.ts';
import type { PaymentPage } from '#contract/storefront/payments.ts';
import { sql } from 'kysely';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { saySnapshot } from '#test/server/record-payment-changes.ts';

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
  const { token, orderNumber: number } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, act, 'lost');
  await shop.sync(token);
  return { token, number, ref };
}
async function mixedOrder() {
  await shop.addFunds(auth, 5_000);
  const { token, orderNumber: number } = await shop.placeOrder(auth);
  const { body } = await shop.pay(token, 'both', auth);
  const ref = body.url!.split('/').at(-1)!;
  await shop.act(ref, 'pay', 'lost');
  await shop.sync(token);
  return { token, number, ref };
}
async function happens(ref: string, ...acts: string[]) {
  for (const act of acts) await shop.act(ref, act, 'lost');
  assert.equal(await shop.tell(ref), 200);
  await shop.app.jobs.drain();
}
async function deliver(number: string) {
  await team.deliver(number);
}

const order = async (number: string) =>
  (await shop.send<Order>('GET', `/api/orders/${number}`, { headers: auth })).body;
const state = async (number: string) => {
  const { payment, work } = await order(number);
  return [payment.status, work.status];
};
const statement = async () => (await shop.send<BalancePage>('GET', '/api/balance', { headers: auth })).body;
const balance = async () => {
  const { available, disputed } = (await statement()).balance;
  return { available, disputed };
};
const entries = async () => (await statement()).entries.map(({ type, amount }) => [type, amount]);
/** Returns the changes of the shop's accounts since the start. */
async function house(): Promise<Record<string, number>> {
  const { rows } = await sql<{ code: string; summed: string }>`
    select code, summed from ledger_audit where customer_id is null`.execute(shop.database.db);
  return Object.fromEntries(rows.map(({ code, summed }) => [code, Number(summed)]));
}
async function moved(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await house();
  await work();
  return Object.fromEntries(
    Object.entries(await house())
      .map(([code, sum]): [string, number] => [code, sum - (before[code] ?? 0)])
      .filter(([, sum]) => sum !== 0),
  );
}
const subjectsTo = async (address: string, about: string) =>
  (await shop.emailsTo(address)).map(({ subject }) => subject ?? '').filter((text) => text.includes(about));

/** Text of the only email with this subject. */
async function letter(address: string, subject: string): Promise<string> {
  const found = (await shop.emailsTo(address)).filter((sent) => sent.subject === subject);
  assert.equal(found.length, 1, subject);
  return found[0]!.text ?? '';
}

test('pauses a disputed order and refuses refunds until the dispute is decided', async () => {
  const { number, ref, token } = await paidOrder();
  const moves = await moved(() => happens(ref, 'dispute'));
  assert.deepEqual(moves, { 'clearing:sandbox': 14_400, dispute_receivable: -12_900, provider_fee: -1_500 });
  assert.deepEqual(await state(number), ['disputed', 'queued']);
  assert.equal((await order(number)).payment.returnedByBank, null);
  assert.equal((await shop.payment(token)).status, 'disputed');
  await assert.rejects(team.start(number), /disputed/);
  for (const [command, ...words] of [
    ['refund', number, '10', 'balance', 'kindness'],
    ['refund', number, '10', 'card', 'kindness'],
    ['refund', number, '10', 'unspent', 'kindness'],
  ] as const)
    await assert.rejects(shop.operate(command, ...words), /disputed|\$0\.00/, command);
  const cancelled = await shop.send('POST', `/api/orders/${number}/cancel`, { headers: auth });
  assert.equal(cancelled.status, 409);
  assert.deepEqual(await subjectsTo(email, 'bank'), [
    `Your bank has put the payment for order ${number} on hold`,
  ]);
  const told = await letter('operator@shop.test', `The payment for ${number} is disputed`);
  assert.match(told, /Respond by: .*Nov 27/);
  assert.match(told, /Withdrawn from the shop: \$129\.00/);
});

test('returns everything but the fee when a dispute is won', async () => {
  const { number, ref } = await paidOrder();
  await happens(ref, 'dispute');
  const moves = await moved(() => happens(ref, 'dispute-won'));
  assert.deepEqual(moves, { 'clearing:sandbox': -12_900, dispute_receivable: 12_900 });
  assert.deepEqual(await state(number), ['paid', 'queued']);
  await team.start(number);
  assert.deepEqual((await order(number)).events.map(({ from, to }) => [from, to]).slice(1, 4), [
    ['awaitingPayment', 'paid'],
    ['paid', 'disputed'],
    ['disputed', 'paid'],
  ]);
  const told = await letter(email, `The dispute over order ${number} has ended`);
  assert.match(told, /Work on the order continues/);
  assert.doesNotMatch(told, /balance/);
});

test('doesn’t email that work continues after a won dispute when everything was delivered', async () => {
  const { number, ref } = await paidOrder();
  await deliver(number);
  await happens(ref, 'dispute');
  await happens(ref, 'dispute-won');
  for (const [address, subject] of [
    [email, `The dispute over order ${number} has ended`],
    ['operator@shop.test', `We won the dispute over ${number}`],
  ] as const)
    assert.doesNotMatch(await letter(address, subject), /continues/);
});

test('ends the order and moves the rest of its price to the balance when a dispute is lost before delivery', async () => {
  const { token, number, ref } = await mixedOrder();
  await team.start(number);
  await happens(ref, 'dispute');
  const moves = await moved(() => happens(ref, 'dispute-lost'));
  assert.deepEqual(moves, { dispute_receivable: 7_900, unearned: -12_900 });
  assert.equal((await shop.payment(token)).status, 'chargedBack');
  assert.deepEqual(await state(number), ['disputed', 'cancelled']);
  assert.equal((await order(number)).payment.returnedByBank?.amount, 7_900);
  assert.deepEqual(await balance(), { available: 5_000, disputed: 0 });
  await assert.rejects(shop.operate('refund', number, '10', 'balance', 'twice'), /\$0\.00/);
  await assert.rejects(deliver(number), /disputed|canceled/);
  const told = await letter(email, 'Your bank returned $79.00 to you');
  assert.match(told, new RegExp(`returned the \\$79\\.00 you paid for order ${number}`));
  assert.match(told, /The order has ended, and you don’t owe anything for it/);
  assert.equal((await subjectsTo(email, '$50.00')).length, 2, 'the deposit, and what is given back of it');
});

test('keeps the order ended and credits the balance when a chargeback is reversed', async () => {
  const { number, ref } = await paidOrder();
  const taken = {
    ref: `dp_${ref}`,
    amount: 12_900n,
    withdrawn: 12_900n,
    fee: 0n,
    reason: null,
    evidenceDueAt: null,
  };
  const endDelay = await shop.delayJobs('mail.dispute-to', minute);
  await saySnapshot(shop, ref, { disputes: [{ ...taken, reinstated: 0n, state: 'lost' }] });
  await saySnapshot(shop, ref, { disputes: [{ ...taken, reinstated: 12_900n, state: 'won' }] });
  await shop.app.jobs.drain();
  await endDelay();
  shop.pass(2 * minute);
  await shop.app.jobs.drain();
  assert.deepEqual(await state(number), ['disputed', 'cancelled']);
  assert.equal((await order(number)).payment.returnedByBank, null, 'the shop has it again');
  assert.equal((await balance()).available, 12_900);
  const ending = 'The order had already ended, so work on it won’t resume. $129.00 is back in';
  assert.ok(
    (await letter(email, `The dispute over order ${number} has ended`)).includes(`${ending} your balance.`),
  );
  const told = await letter('operator@shop.test', `We won the dispute over ${number}`);
  assert.ok(told.includes(`${ending} the customer’s balance.`));
  assert.deepEqual(await subjectsTo(email, 'returned'), [], 'it was over when the letter was due');
});

test("books the shop's loss and earns the order when a dispute is lost after delivery", async () => {
  const { number, ref } = await paidOrder();
  await deliver(number);
  const moves = await moved(() => happens(ref, 'dispute', 'dispute-lost'));
  assert.deepEqual(moves, {
    'clearing:sandbox': 14_400,
    provider_fee: -1_500,
    chargeback_loss: -12_900,
    revenue: 12_900,
    unearned: -12_900,
  });
  assert.deepEqual(await state(number), ['disputed', 'delivered']);
  assert.equal(
    (await shop.send('POST', `/api/orders/${number}/lines/1/accept`, { headers: auth })).status,
    204,
  );
  assert.deepEqual(await balance(), { available: 0, disputed: 0 });
});

test('sets aside the available part of a disputed deposit; a loss makes the rest a debt that the next deposit pays', async () => {
  const { depositNumber } = await shop.addFunds(auth, 20_000);
  const ref = await shop.refOf(depositNumber);
  const spent = await shop.placeOrder(auth);
  await shop.pay(spent.token, 'balance', auth);
  await happens(ref, 'dispute');
  assert.deepEqual(await balance(), { available: 0, disputed: 7_100 });
  assert.deepEqual((await entries())[0], ['disputeHold', -7_100]);
  await happens(ref, 'dispute-lost');
  assert.deepEqual(await balance(), { available: -12_900, disputed: 0 });
  assert.deepEqual((await entries())[0], ['chargeback', -12_900]);
  assert.deepEqual(await state(spent.orderNumber), ['paid', 'queued'], 'what it paid for is another matter');
  const refused = await shop.send('POST', '/api/orders', { body: shop.slogansOrder, headers: auth });
  assert.match(JSON.stringify(refused.body), /below zero/);
  await shop.addFunds(auth, 15_000);
  assert.deepEqual(await balance(), { available: 2_100, disputed: 0 });
  await shop.placeOrder(auth);
  assert.match(
    await letter(email, 'Your bank returned $200.00 to you'),
    /We deducted \$200\.00 from your balance. Your balance is now −\$129\.00\./,
  );
});

test('restores the balance when the dispute of a deposit is won', async () => {
  const { depositNumber } = await shop.addFunds(auth, 10_000);
  const ref = await shop.refOf(depositNumber);
  await happens(ref, 'dispute');
  await happens(ref, 'dispute-won');
  assert.deepEqual(await balance(), { available: 10_000, disputed: 0 });
  assert.deepEqual(await entries(), [
    ['disputeReleased', 10_000],
    ['disputeHold', -10_000],
    ['deposit', 10_000],
  ]);
  assert.deepEqual(
    (await statement()).entries.map(({ title }) => title),
    [
      `Released after the dispute over deposit ${depositNumber} ended`,
      `On hold because the payment for deposit ${depositNumber} is disputed`,
      `Deposit ${depositNumber}`,
    ],
  );
  const told = await letter(email, `The dispute over deposit ${depositNumber} has ended`);
  assert.match(told, /\$100\.00 is back in your balance\./);
  assert.doesNotMatch(told, /order/);
});

test('lets a customer in debt spend a refund to the balance only above the debt', async () => {
  const orders = [await paidOrder(), await paidOrder()];
  const unpaid = await shop.placeOrder(auth);
  const { depositNumber } = await shop.addFunds(auth, 12_900);
  await shop.pay((await shop.placeOrder(auth)).token, 'balance', auth);
  await happens(await shop.refOf(depositNumber), 'dispute', 'dispute-lost');
  assert.equal((await balance()).available, -12_900);
  const place = () => shop.send('POST', '/api/orders', { body: shop.slogansOrder, headers: auth });
  const refund = async ({ number }: { number: string }) => {
    await shop.operate('refund', number, '129', 'balance', 'kindness');
    await shop.app.jobs.drain();
    return letter(email, `$129.00 is back in your balance (order ${number})`);
  };
  assert.match(await refund(orders[0]!), /to your balance\. Your balance is now \$0\.00\.\n/);
  assert.equal((await place()).status, 200, 'nothing is owed any more');
  const { body: refused } = await shop.pay(unpaid.token, 'balance', auth);
  assert.match(JSON.stringify(refused), /Your balance is \$0\.00, which is \$129\.00 short/);
  assert.match(await refund(orders[1]!), /Your balance is now \$129\.00\./);
  const link = await shop.send<PaymentPage>('GET', `/api/payments/${unpaid.token}`, { headers: auth });
  assert.equal(link.body.balance, 12_900);
  assert.equal((await shop.pay(unpaid.token, 'balance', auth)).status, 200);
  assert.equal((await balance()).available, 0);
});

test('rejects a debit and a refund of unspent money that would take the available balance below zero', async () => {
  const order = await paidOrder();
  const { depositNumber } = await shop.addFunds(auth, 12_900);
  await shop.pay((await shop.placeOrder(auth)).token, 'balance', auth);
  const { depositNumber: other } = await shop.addFunds(auth, 2_000);
  await happens(await shop.refOf(depositNumber), 'dispute', 'dispute-lost');
  await shop.operate('refund', order.number, '128', 'balance', 'kindness');
  await shop.operate('refund', order.number, '1', 'balance', 'more kindness');
  const { available } = await balance();
  assert.equal(available, 2_000);
  await assert.rejects(
    shop.operate('debit', email, '20.01', 'Too much'),
    /The available balance is \$20\.00. You can deduct up to \$20\.00\./,
  );
  await shop.operate('debit', email, '20', 'All of it');
  assert.equal((await balance()).available, 0);
  await assert.rejects(shop.operate('debit', email, '0.01', 'Too much'), /available balance is \$0\.00/);
  await assert.rejects(
    shop.operate('refund', other, '0.01', 'unspent', 'Too much'),
    /up to \$0\.00 of unspent payments for D-/,
  );
  assert.equal((await balance()).available, 0);
});

test('holds the money on the balance, and doesn’t pause the order, when an order’s second payment is disputed', async () => {
  const { token, orderNumber: number } = await shop.placeOrder(auth);
  const first = await shop.startPayment(token);
  await shop.act(first, 'cancel');
  await shop.sync(token);
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.app.jobs.drain();
  await happens(first, 'pay-late', 'dispute');
  assert.deepEqual(await state(number), ['paid', 'queued']);
  assert.deepEqual(await balance(), { available: 0, disputed: 12_900 });
  await happens(first, 'dispute-lost');
  assert.deepEqual(await state(number), ['paid', 'queued']);
  assert.deepEqual(await balance(), { available: 0, disputed: 0 });
});

test('ends a won dispute the same way when its first webhook event arrives after the last, which arrived twice', async () => {
  const { number, ref } = await paidOrder('pay-over');
  await shop.act(ref, 'dispute', 'late');
  await shop.act(ref, 'dispute-won', 'twice');
  shop.pass(11 * minute);
  await shop.app.jobs.drain();
  auth = shop.bearer((await shop.logIn(email)).accessToken);
  assert.deepEqual(await state(number), ['paid', 'queued']);
  assert.deepEqual(await balance(), { available: 500, disputed: 0 });
  assert.deepEqual(await subjectsTo(email, 'bank took back'), [], 'it was over when we heard of it');
});

test('moves no money and emails only the operator about an inquiry, until it becomes a dispute', async () => {
  const { number, ref } = await paidOrder();
  assert.deepEqual(await moved(() => happens(ref, 'dispute-inquiry')), {});
  assert.deepEqual(await state(number), ['paid', 'queued']);
  assert.deepEqual(
    await subjectsTo('operator@shop.test', `A bank is asking about the payment for ${number}`),
    [`A bank is asking about the payment for ${number}`],
  );
  assert.deepEqual(await subjectsTo(email, 'bank'), []);
  await happens(ref, 'dispute');
  assert.deepEqual(await state(number), ['disputed', 'queued']);
});

test('disputes only the unrefunded part of an order', async () => {
  const { number, ref } = await paidOrder();
  await shop.operate('refund', number, '29', 'card', 'kindness');
  await shop.app.jobs.drain();
  await happens(ref, 'refund-settle', 'dispute', 'dispute-lost');
  assert.deepEqual(await state(number), ['disputed', 'cancelled']);
  assert.deepEqual(await balance(), { available: 0, disputed: 0 });
});

for (const [card, ending] of [
  ['4000 0000 0000 0259', 'disputed'],
  ['4000 0000 0000 5126', 'refunds fail'],
] as const)
  test(`pays with test card ${card}; then: ${ending}`, async () => {
    const { token, orderNumber: number } = await shop.placeOrder(auth);
    const ref = await shop.startPayment(token);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ card }).toString();
    assert.equal((await shop.send('POST', `/sandbox-pay/${ref}/card`, { body, headers })).status, 303);
    await shop.app.jobs.drain();
    assert.equal((await state(number))[0], 'paid');
    if (ending === 'refunds fail') {
      await shop.operate('refund', number, '29', 'card', 'kindness');
      await shop.app.jobs.drain();
      assert.deepEqual(await shop.refundsAt(ref), [['2900', 'pending']]);
    }
    shop.pass(6 * minute);
    await shop.app.jobs.drain();
    assert.equal((await state(number))[0], ending === 'disputed' ? 'disputed' : 'partiallyRefunded');
    assert.equal((await balance()).available, ending === 'disputed' ? 0 : 2_900);
  });
