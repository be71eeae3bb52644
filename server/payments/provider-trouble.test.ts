import { day, hour, minute } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, before, beforeEach, mock } from 'node:test';
import type { PaymentStarted } from '#contract/storefront/payments.ts';
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

type Call = { method: string; pass: () => Promise<Response> };

/** Proxies the sandbox's API for the shop until disposed. */
function between(answer: (call: Call) => Promise<Response>) {
  const real = globalThis.fetch;
  const replaced = mock.method(globalThis, 'fetch', (input: string, init: RequestInit = {}) => {
    const pass = () => real(input, init);
    if (!input.includes('/sandbox-pay/api/')) return pass();
    return answer({ method: init.method ?? 'GET', pass });
  });
  return { [Symbol.dispose]: () => replaced.mock.restore() };
}
const refusal = (status: number) => async () => Response.json({ title: 'not now' }, { status });
const answerLost = async ({ pass }: Call): Promise<Response> => {
  await pass();
  throw new TypeError('connection reset');
};

const pay = (token: string) =>
  shop.send<PaymentStarted>('POST', `/api/payments/${token}/pay`, { body: { with: 'card' } });
const subjectsTo = async (address: string, about = '') =>
  (await shop.letters())
    .filter((letter) => letter.to?.some((to) => to.address === address))
    .map((letter) => letter.subject ?? '')
    .filter((subject) => subject.includes(about));
const attempts = async (token: string) =>
  (
    await sql<{ status: string; provider_ref: string | null }>`
      select a.status, a.provider_ref from payment_attempt a join payment_link l on l.id = a.payment_link_id
      where l.token = ${token} order by a.created_at`.execute(shop.database.db)
  ).rows;
const deadJobs = async () => {
  // the attempt is polled once a second
  shop.pass(1_000);
  return (await shop.send<{ deadJobs: number }>('GET', '/api/health/ready')).body.deadJobs;
};

test('retries a call whose response was lost with the same bytes, and gets the same page', async () => {
  const { token } = await shop.placeOrder(auth);
  {
    using _line = between(answerLost);
    assert.equal((await pay(token)).status, 503);
  }
  const ref = await shop.startPayment(token);
  const { rows } = await sql<{ request: { reference: string }; same: boolean; id: string }>`
    select s.request, s.request::text = a.request::text as same, a.id
    from sandbox_session s join payment_attempt a on a.provider_ref = s.ref where s.ref = ${ref}`.execute(
    shop.database.db,
  );
  assert.equal(rows.length, 1);
  assert.ok(rows[0]!.same);
  assert.equal(rows[0]!.request.reference, rows[0]!.id, 'the provider knows the attempt by our name of it');
  assert.equal((await attempts(token)).length, 1);
});

for (const status of [409, 425, 429, 500])
  test(`retries later and fails no attempt when a provider answers ${status}`, async () => {
    const { token } = await shop.placeOrder(auth);
    {
      using _line = between(refusal(status));
      assert.equal((await pay(token)).status, 503);
    }
    assert.deepEqual(await attempts(token), [{ status: 'creating', provider_ref: null }]);
    shop.pass(3 * minute);
    await shop.app.jobs.drain();
    assert.equal((await attempts(token))[0]?.status, 'open');
  });

test('stores and closes a page, and redirects no customer to it, when it is created after its attempt failed', async () => {
  const { token } = await shop.placeOrder(auth);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  let isFirst = true;
  using _line = between(async ({ pass }) => {
    if (!isFirst) return pass();
    isFirst = false;
    const answer = await pass();
    asked();
    await held;
    return answer;
  });
  const paying = pay(token);
  await isAsked;
  shop.pass(23.5 * hour);
  await shop.app.jobs.drain();
  assert.deepEqual(await attempts(token), [{ status: 'failed', provider_ref: null }]);
  assert.equal((await subjectsTo('operator@shop.test', 'needs attention')).length, 1);
  release();
  const answer = await paying;
  const [first, second] = await attempts(token);
  assert.ok(first?.provider_ref, 'money paid there would find its way');
  assert.ok(answer.body.url?.endsWith(second!.provider_ref!), 'the customer goes to a page that lives');
  // the customer pays on the closed page
  await shop.act(first.provider_ref, 'pay-late');
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'paid');
});

test('retries webhook events, polls and expiries when a provider is down for days, and loses no payment', async () => {
  const { token } = await shop.placeOrder(auth);
  const { token: unpaid } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.startPayment(unpaid);
  {
    using _line = between(refusal(503));
    await shop.act(ref, 'pay');
    for (let n = 0; n < 40; n += 1) {
      await shop.app.jobs.drain();
      shop.pass(5 * hour);
    }
    assert.equal((await shop.payment(unpaid)).status, 'awaitingPayment', 'nobody knows yet');
  }
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'paid');
  assert.equal((await shop.payment(unpaid)).status, 'expired');
  assert.equal(await deadJobs(), 0);
});

const sendWebhook = (id: string, ref: string) => shop.tell(ref, id);

const webhook = async (id: string) =>
  (
    await sql<{ last_error: string | null; processed_at: Date | null }>`
      select last_error, processed_at from provider_notice where event_id = ${id}`.execute(shop.database.db)
  ).rows;

test("stores an event once that is received before its payment's reference is stored, and applies it later", async () => {
  const { token } = await shop.placeOrder(auth);
  {
    using _line = between(answerLost);
    await pay(token);
  }
  const { rows } = await sql<{
    ref: string;
  }>`select ref from sandbox_session order by created_at desc, ref limit 1`.execute(shop.database.db);
  const { ref } = rows[0]!;
  await shop.act(ref, 'pay', 'lost');
  for (let n = 0; n < 3; n += 1) assert.equal(await sendWebhook('evt_early', ref), 200);
  await shop.app.jobs.drain();
  const [early, ...more] = await webhook('evt_early');
  assert.deepEqual(more, []);
  assert.match(early?.last_error ?? '', /No payment attempt/);
  assert.equal(early?.processed_at, null);
  assert.equal((await shop.payment(token)).status, 'awaitingPayment');
  // the poller repeats the call and stores the reference; then the event is retried
  await sql`update job set run_at = run_at + interval '1 day' where kind = 'payment.poll'`.execute(
    shop.database.db,
  );
  await pay(token);
  shop.pass(2 * minute);
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'paid');
  const [applied] = await webhook('evt_early');
  assert.equal(applied?.last_error, null);
  assert.ok(applied.processed_at);
});

test('keeps events of unknown payments in the inbox and emails the operator once a day', async () => {
  const before = (await subjectsTo('operator@shop.test', 'Unknown payment reported')).length;
  await sendWebhook('evt_orphan', 'sbx_unknown');
  await sendWebhook('evt_orphan_2', 'sbx_unknown_2');
  const asked = new Date(shop.now());
  for (let n = 0; n < 80; n += 1) {
    await shop.app.jobs.drain();
    shop.pass(hour);
  }
  const days = Math.ceil((shop.now().getTime() - asked.getTime()) / day);
  const told = (await subjectsTo('operator@shop.test', 'Unknown payment reported')).length - before;
  assert.ok(told >= 1 && told <= days, `${told} letters in ${days} days`);
  assert.equal((await webhook('evt_orphan'))[0]?.processed_at, null);
  assert.equal(await deadJobs(), 0);
  const { rows } = await sql`select 1 from job where kind = 'payment.notice'`.execute(shop.database.db);
  assert.equal(rows.length, 0, 'it is not asked about for ever');
});

test('lists unapplied events with their errors, and runs them at the retry command, even after their last retry', async () => {
  const inbox = () => shop.operate('inbox');
  const { token } = await shop.placeOrder(auth);
  {
    using _line = between(answerLost);
    await pay(token);
  }
  const { rows } = await sql<{
    ref: string;
  }>`select ref from sandbox_session order by created_at desc, ref limit 1`.execute(shop.database.db);
  const { ref } = rows[0]!;
  await shop.act(ref, 'pay', 'lost');
  await sendWebhook('evt_let_be', ref);
  await sql`update job set run_at = run_at + interval '30 days' where kind = 'payment.poll'`.execute(
    shop.database.db,
  );
  for (let n = 0; n < 75; n += 1) {
    await shop.app.jobs.drain();
    shop.pass(hour);
  }
  assert.match(await inbox(), new RegExp(`evt_let_be .*${ref}\\n +No payment attempt has this reference`));
  await sql`update payment_attempt set provider_ref = ${ref} where provider_ref is null`.execute(
    shop.database.db,
  );
  await assert.rejects(shop.operate('retry', 'evt_nobody'), /No unapplied webhook event has this ID/);
  await assert.rejects(shop.operate('retry'), /Enter the ID that "inbox" shows for the webhook event/);
  assert.match(await shop.operate('retry', 'evt_let_be'), /^Retried 1 webhook event\./);
  await shop.app.jobs.drain();
  assert.doesNotMatch(await inbox(), /evt_let_be/);
  assert.equal((await shop.payment(token)).status, 'paid');
  assert.match(await shop.operate('retry', 'all'), /^Retried /);
});

test('alerts the operator about a payment processing for more than 14 days and keeps polling it', async () => {
  const { token, orderNumber } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'async');
  await shop.app.jobs.drain();
  const about = `Payment for ${orderNumber} needs attention`;
  for (let n = 0; n < 14; n += 1) {
    shop.pass(day);
    await shop.app.jobs.drain();
  }
  assert.deepEqual(await subjectsTo('operator@shop.test', about), []);
  shop.pass(1.1 * day);
  await shop.app.jobs.drain();
  assert.deepEqual(await subjectsTo('operator@shop.test', about), [about]);
  await shop.act(ref, 'settle', 'lost');
  shop.pass(7 * day);
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'paid');
});

test('explains in the email why a payment is on the balance by the order’s state when it arrived', async () => {
  const { token, orderNumber } = await shop.placeOrder(auth);
  const short = await shop.startPayment(token);
  await shop.act(short, 'pay-short', 'lost');
  const endDelay = await shop.delayJobs('mail.payment', hour);
  await shop.sync(token);
  const second = await shop.startPayment(token);
  await shop.act(second, 'pay-over', 'lost');
  await shop.sync(token);
  await endDelay();
  shop.pass(2 * hour);
  await shop.app.jobs.drain();
  const letters = (await shop.letters()).filter((letter) => letter.to?.[0]?.address === email);
  const words = (subject: string) => letters.find((letter) => letter.subject?.includes(subject))?.text ?? '';
  assert.match(
    words('Your payment of $64.50'),
    new RegExp(`\\$64\\.50 for order ${orderNumber}, \\$64\\.50 less than was due`),
  );
  assert.match(
    words('Your payment of $64.50'),
    /We added the money to your balance\. The order has since been paid\./,
  );
  assert.match(words('of your payment to your balance'), /\$5\.00 too much/);
});
