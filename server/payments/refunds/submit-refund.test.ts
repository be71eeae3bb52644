/** How refunds are submitted to the provider, and for how long they are polled. */
import { day } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { recordPaymentChanges } from '#test/server/record-payment-changes.ts';
import { sql } from 'kysely';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
});
after(() => shop.close());

async function paidOrder() {
  const { auth } = await shop.customer();
  const { token, orderNumber: number } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'pay', 'lost');
  await shop.sync(token);
  const look = recordPaymentChanges(shop, number);
  await look();
  const { rows } = await sql<{ id: string }>`
    select a.id from payment_attempt a where a.provider_ref = ${ref}`.execute(shop.database.db);
  return { number, ref, look, attemptId: rows[0]!.id };
}
const refundOf = async (attemptId: string) =>
  (
    await sql<{ id: string; status: string; run_at: Date | null }>`
      select r.id, r.status, j.run_at from refund r left join job j on j.kind = 'payment.refund' and j.payload ->> 'refundId' = r.id::text
      where r.payment_attempt_id = ${attemptId}::uuid`.execute(shop.database.db)
  ).rows[0]!;

type Call = { path: string; method: string; key: string | null; body: unknown };
/** Records the requests to the provider, which answers `status` if given, else as usual. */
function listen(status?: number) {
  const calls: Call[] = [];
  const real = globalThis.fetch;
  const line = test.mock.method(globalThis, 'fetch', async (input: string, init: RequestInit = {}) => {
    if (!input.includes('/sandbox-pay/api/')) return real(input, init);
    calls.push({
      path: new URL(input).pathname.split('/sessions')[1]!,
      method: init.method!,
      key: new Headers(init.headers).get('idempotency-key'),
      body: init.body ? JSON.parse(init.body as string) : undefined,
    });
    return status ? Response.json({}, { status }) : real(input, init);
  });
  return { calls, [Symbol.dispose]: () => line.mock.restore() };
}

test('submits a refund once with our ID, then polls it daily until it succeeds', async () => {
  const { number, ref, attemptId } = await paidOrder();
  using asked = listen();
  await shop.operate('refund', number, '40', 'card', 'kindness');
  await shop.app.jobs.drain();
  const { id, status, run_at } = await refundOf(attemptId);
  assert.equal(status, 'pending');
  assert.equal(run_at!.getTime() - shop.now().getTime(), day);
  assert.deepEqual(asked.calls, [
    {
      path: `/${ref}/refunds`,
      method: 'POST',
      key: `refund:${id}`,
      body: { amount: '4000', reference: id },
    },
  ]);
  shop.pass(day);
  await shop.app.jobs.drain();
  assert.ok(asked.calls.length > 1);
  for (const { method, path } of asked.calls.slice(1)) assert.deepEqual([method, path], ['GET', `/${ref}`]);
  await shop.act(ref, 'refund-settle', 'lost');
  shop.pass(day);
  await shop.app.jobs.drain();
  const done = await refundOf(attemptId);
  assert.deepEqual([done.status, done.run_at], ['succeeded', null]);
});

test('credits the balance once when the provider rejects a refund, and leaves the payment’s other refunds unchanged', async () => {
  const { number, ref, look, attemptId } = await paidOrder();
  await shop.operate('refund', number, '10', 'card', 'kindness');
  await shop.app.jobs.drain();
  await look();
  {
    using _line = listen(400);
    await shop.operate('refund', number, '40', 'card', 'kindness');
    await shop.app.jobs.drain();
  }
  const changed = (await look()).filter((line) => !line.startsWith('letter'));
  assert.deepEqual(changed.slice(0, 2), [
    'refund_start: unearned → refunds_pending 4000',
    'refund_failed: refunds_pending → cash 4000',
  ]);
  assert.deepEqual(
    changed.slice(2, -1).map((line) => line.replace(/ as sbr\w+/, '')),
    ['refund: 1000 (1000 from_order) pending', 'refund: 4000 (4000 from_order) failed as none, closed'],
  );
  assert.deepEqual(await shop.refundsAt(ref), [['1000', 'pending']]);
  const { rows } = await sql`
    select from job j join refund r on j.payload ->> 'refundId' = r.id::text
    where j.kind = 'payment.refund' and r.payment_attempt_id = ${attemptId}::uuid`.execute(shop.database.db);
  assert.equal(rows.length, 1, 'nobody looks after the refused one any more');
});
