/** How an unpaid link ends, by expiry or cancellation, and what delays the end. */
import { day, hour } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { saySnapshot, recordPaymentChanges } from '#test/server/record-payment-changes.ts';
import { sql } from 'kysely';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
});
after(() => shop.close());

async function order(way?: 'card' | 'both') {
  const { auth, email } = await shop.customer();
  await shop.operate('credit', email, '50', 'Sorry');
  const { token, orderNumber: number } = await shop.placeOrder(auth);
  const look = recordPaymentChanges(shop, number);
  const page = way && (await shop.pay(token, way, auth)).body.url;
  await look();
  const cancel = () => shop.send('POST', `/api/orders/${number}/cancel`, { headers: auth });
  return { token, number, look, cancel, ref: page?.split('/').at(-1) ?? '' };
}
/** When the job next tries to expire the link; undefined when there is no job. */
const endsAt = async (number: string): Promise<Date | undefined> =>
  (
    await sql<{ run_at: Date }>`
      select run_at from job where kind = 'payment.expire' and payload ->> 'number' = ${number}`.execute(
      shop.database.db,
    )
  ).rows[0]?.run_at;
/** Runs the job that expires the link. */
async function expire(number: string): Promise<void> {
  await sql`update job set run_at = ${shop.now()} where kind = 'payment.expire' and payload ->> 'number' = ${number}`.execute(
    shop.database.db,
  );
  await shop.app.jobs.drain();
}
const actors = async (number: string): Promise<string[]> =>
  (
    await sql<{ actor: string }>`
      select e.actor from order_event e join customer_order o on o.id = e.order_id where o.number = ${number} order by e.id`.execute(
      shop.database.db,
    )
  ).rows.map(({ actor }) => actor);
/** Makes the provider answer only this status during `work`. */
async function whileAnswering(status: number, work: () => Promise<unknown>): Promise<void> {
  const real = globalThis.fetch;
  const line = test.mock.method(globalThis, 'fetch', (input: string, init?: RequestInit) =>
    input.includes('/sandbox-pay/api/') ? Promise.resolve(Response.json({}, { status })) : real(input, init),
  );
  await work();
  line.mock.restore();
}

const isExpired = ['payment: expired, closed', 'link: expired, 0 arrived', 'awaitingPayment → expired'];

test('expires an unpaid link after seven days, with the system as actor', async () => {
  const { number, look } = await order();
  assert.equal((await endsAt(number))!.getTime() - shop.now().getTime(), 7 * day);
  await expire(number);
  assert.deepEqual(await look(), isExpired.slice(1));
  assert.equal((await actors(number)).at(-1), 'system');
  assert.equal(await endsAt(number), undefined);
});

test('closes the open page before it expires the link, and releases the hold', async () => {
  const { number, look, ref } = await order('both');
  await expire(number);
  assert.deepEqual(await look(), ['release: reserved → cash 5000', ...isExpired]);
  assert.equal((await shop.act(ref, 'pay')).status, 409);
});

test('marks the link paid, not expired, when its page was paid and the webhook event was lost', async () => {
  const { token, number, ref } = await order('card');
  await shop.act(ref, 'pay', 'lost');
  await expire(number);
  assert.equal((await shop.payment(token)).status, 'paid');
  await expire(number);
  assert.equal((await shop.payment(token)).status, 'paid');
  assert.equal(await endsAt(number), undefined);
});

test('does not expire the link while a bank transfer is processing, and retries every hour', async () => {
  const { number, look, ref } = await order('card');
  await saySnapshot(shop, ref, { state: 'processing' });
  await look();
  for (let n = 0; n < 2; n += 1) {
    await expire(number);
    assert.equal((await endsAt(number))!.getTime() - shop.now().getTime(), hour);
  }
  assert.deepEqual(await look(), []);
  await saySnapshot(shop, ref, { state: 'failed' });
  await look();
  await expire(number);
  assert.deepEqual(await look(), isExpired.slice(1));
});

test('doesn’t expire the link while the provider has not yet created its page', async () => {
  const { number, look, ref } = await order('card');
  await sql`update payment_attempt set status = 'creating', provider_ref = null, url = null where provider_ref = ${ref}`.execute(
    shop.database.db,
  );
  await look();
  await expire(number);
  assert.equal((await endsAt(number))!.getTime() - shop.now().getTime(), hour);
  assert.deepEqual(await look(), []);
});

test('neither expires nor cancels the link when the provider answers 503', async () => {
  const { number, look, cancel } = await order('card');
  await whileAnswering(503, async () => {
    await expire(number);
    const { status, body } = await cancel();
    assert.equal(status, 503);
    assert.match(body.detail ?? '', /nothing was canceled/);
  });
  assert.deepEqual(await look(), []);
  assert.ok((await endsAt(number))! > shop.now());
});

test('closes the page and records the actor at a cancellation, and changes nothing at a second one', async () => {
  const { number, look, cancel, ref } = await order('both');
  assert.equal((await cancel()).status, 204);
  assert.deepEqual(await look(), [
    'release: reserved → cash 5000',
    'payment: expired, closed',
    'link: cancelled, 0 arrived',
    'awaitingPayment → cancelled',
  ]);
  assert.match((await actors(number)).at(-1) ?? '', /^customer:\d+$/);
  assert.equal((await shop.act(ref, 'pay')).status, 409);
  await cancel();
  await expire(number);
  assert.deepEqual(await look(), []);
});

test('answers 409 to a cancellation while a bank transfer is processing', async () => {
  const { look, cancel, ref } = await order('card');
  await saySnapshot(shop, ref, { state: 'processing' });
  await look();
  assert.equal((await cancel()).status, 409);
  assert.deepEqual(await look(), []);
});

test('books the payment and then refunds it to the balance when a link is canceled whose page was paid', async () => {
  const { token, cancel, ref } = await order('card');
  await shop.act(ref, 'pay', 'lost');
  assert.equal((await cancel()).status, 204);
  assert.equal((await shop.payment(token)).status, 'cancelled');
});
