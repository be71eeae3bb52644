import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { day } from '#contract/durations.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop();
});
after(() => shop.close());

/** Assigns a link's payments to a provider without keys. */
const leave = (token: string, provider: string, livemode: boolean) =>
  sql`with link as (update payment_link set livemode = ${livemode} where token = ${token} returning id)
    update payment_attempt set provider = ${provider}, livemode = ${livemode}
    where payment_link_id in (select id from link)`.execute(shop.database.db);

test('polls a provider’s payments daily while its keys are missing, and reports live ones in the audit', async () => {
  const { auth } = await shop.customer();
  const { token } = await shop.placeOrder(auth);
  await shop.startPayment(token);
  await leave(token, 'mollie', true);
  const answer = await shop.send('POST', `/api/payments/${token}/sync`);
  assert.equal(answer.status, 503);
  for (let n = 0; n < 3; n += 1) {
    shop.pass(day);
    await shop.app.jobs.drain();
  }
  const { rows } = await sql<{ run_at: Date }>`select run_at from job where kind = 'payment.poll'`.execute(
    shop.database.db,
  );
  assert.deepEqual(
    rows.map(({ run_at }) => run_at.getTime() - shop.now().getTime()),
    [day],
    'nobody asks every two minutes for what needs a key',
  );
  assert.deepEqual(await shop.audit(), [
    'Payments made with mollie can’t be compared because its live key isn’t set.',
  ]);
  await leave(token, 'mollie', false);
  assert.deepEqual(await shop.audit(), [], 'test money that is left is no loss');
});

test('rejects each payment method for an order of live mode in a shop of test mode', async () => {
  const { auth } = await shop.customer();
  const { token } = await shop.placeOrder(auth);
  await sql`update payment_link set livemode = true where token = ${token}`.execute(shop.database.db);
  for (const way of ['card', 'both', 'balance'] as const)
    assert.equal((await shop.pay(token, way, auth)).status, 409);
  const { rows } = await sql`select 1 from payment_attempt a join payment_link l on l.id = a.payment_link_id
    where l.token = ${token}`.execute(shop.database.db);
  assert.deepEqual(rows, []);
});
