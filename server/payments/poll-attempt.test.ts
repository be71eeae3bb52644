/** When, and for how long, payments are polled for which no webhook event arrives. */
import { day, hour, minute } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { sql } from 'kysely';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
});
after(() => shop.close());

/** When the attempt is polled next; undefined when it is no longer polled. */
async function nextLook(ref: string): Promise<Date | undefined> {
  const { rows } = await sql<{ run_at: Date }>`
    select j.run_at from job j join payment_attempt a on j.payload ->> 'attemptId' = a.id::text
    where j.kind = 'payment.poll' and a.provider_ref = ${ref}`.execute(shop.database.db);
  return rows[0]?.run_at;
}
const statusOf = async (ref: string) =>
  (
    await sql<{ status: string }>`select status from payment_attempt where provider_ref = ${ref}`.execute(
      shop.database.db,
    )
  ).rows[0]?.status;
async function goTo(time: Date): Promise<void> {
  shop.pass(time.getTime() - shop.now().getTime());
  await shop.app.jobs.drain();
}
async function start() {
  const { auth } = await shop.customer();
  const { token, orderNumber } = await shop.placeOrder(auth);
  const begun = shop.now();
  return { auth, token, orderNumber, begun, ref: await shop.startPayment(token) };
}
const alerts = async (number: string) =>
  (await shop.emailsTo('operator@shop.test')).filter(
    ({ subject }) => subject === `Payment for ${number} needs attention`,
  );

test('polls a transfer after 2 and 15 minutes, 2 minutes after its page ends, daily for 14 days, then weekly', async () => {
  const { ref, begun, orderNumber, token } = await start();
  await shop.act(ref, 'async', 'lost');
  const ends = 23 * hour + 52 * minute;
  const plan = [2 * minute, 15 * minute, ends];
  for (let n = 1; n <= 14; n += 1) plan.push(ends + n * day);
  for (let n = 1; n <= 2; n += 1) plan.push(ends + 14 * day + n * 7 * day);
  for (const [n, after] of plan.entries()) {
    const next = await nextLook(ref);
    assert.equal((next?.getTime() ?? 0) - begun.getTime(), after);
    await goTo(next!);
    // from the 14th day on each poll also alerts the operator
    assert.equal((await alerts(orderNumber)).length, Math.max(0, n - 15), `look ${n}`);
  }
  assert.equal(await statusOf(ref), 'processing');
  await shop.act(ref, 'settle', 'lost');
  await goTo((await nextLook(ref))!);
  assert.equal((await shop.payment(token)).status, 'paid');
  assert.equal(await nextLook(ref), undefined);
});

test('polls an unpaid payment page until it expires', async () => {
  const { ref, begun } = await start();
  for (const after of [2 * minute, 15 * minute]) await goTo(new Date(begun.getTime() + after));
  assert.equal(await statusOf(ref), 'open');
  await goTo(new Date(begun.getTime() + 23 * hour + 52 * minute));
  assert.equal(await statusOf(ref), 'expired');
  assert.equal(await nextLook(ref), undefined);
});

test('closes a payment page when its order was paid by another payment', async () => {
  const { ref, token, begun } = await start();
  await sql`update payment_link set status = 'paid', closed_at = ${begun} where token = ${token}`.execute(
    shop.database.db,
  );
  await goTo(new Date(begun.getTime() + 2 * minute));
  assert.equal(await statusOf(ref), 'expired');
  assert.equal((await shop.act(ref, 'pay')).status, 409, 'the page is closed at the provider too');
});

test("does not stop a processing bank transfer, whatever the order's status", async (t) => {
  const { ref, token, begun } = await start();
  await shop.act(ref, 'async', 'lost');
  await shop.sync(token);
  await sql`update payment_link set status = 'paid', closed_at = ${begun} where token = ${token}`.execute(
    shop.database.db,
  );
  const line = t.mock.method(globalThis, 'fetch');
  await goTo(new Date(begun.getTime() + 2 * minute));
  const asked = line.mock.calls.map(({ arguments: [address] }) => address as string);
  assert.deepEqual(
    asked.filter((address) => address.includes(ref)).map((address) => address.endsWith('/stop')),
    [false],
  );
  assert.equal(await statusOf(ref), 'processing');
});

for (const [age, becomes] of [
  [23 * hour - 1, 'open'],
  [23 * hour, 'failed'],
] as const)
  test(`leaves the attempt ${becomes} when its page could not be created for ${age} ms`, async () => {
    const { ref, begun, orderNumber } = await start();
    const db = shop.database.db;
    const { rows } = await sql<{ id: string }>`
      update payment_attempt set status = 'creating', provider_ref = null, url = null where provider_ref = ${ref} returning id`.execute(
      db,
    );
    const at = new Date(begun.getTime() + age);
    await sql`update job set run_at = ${at} where kind = 'payment.poll' and payload ->> 'attemptId' = ${rows[0]!.id}`.execute(
      db,
    );
    await goTo(at);
    const found = await sql<{ status: string }>`
      select status from payment_attempt where id = ${rows[0]!.id}`.execute(db);
    assert.equal(found.rows[0]?.status, becomes);
    assert.equal((await alerts(orderNumber)).length, becomes === 'failed' ? 1 : 0);
  });

for (const [wait, why] of [
  [2 * minute, 'polls again in two minutes when a provider does not answer'],
  [day, 'polls again in a day when a provider has no keys'],
] as const)
  test(why, async (t) => {
    const { ref } = await start();
    const next = (await nextLook(ref))!;
    const real = globalThis.fetch;
    const line = t.mock.method(globalThis, 'fetch', (input: string, init?: RequestInit) =>
      input.includes('/sandbox-pay/api/')
        ? Promise.resolve(Response.json({}, { status: 503 }))
        : real(input, init),
    );
    if (wait === day)
      await sql`update payment_attempt set provider = 'gone' where provider_ref = ${ref}`.execute(
        shop.database.db,
      );
    await goTo(next);
    line.mock.restore();
    assert.equal((await nextLook(ref))!.getTime() - next.getTime(), wait);
  });
