import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { openTestShop, type TestShop } from '#server/open-test-shop.ts';

const day = 86_400_000;
let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

test('a night asks about every payment, some at a time, and tells the operator of what still differs', async () => {
  const { auth } = await shop.customer();
  const { token } = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.app.jobs.drain();
  await sql`insert into payment_attempt (id, payment_link_id, provider, livemode, provider_ref, amount, currency, request, status,
      created_at, expires_at, closed_at)
    select gen_random_uuid(), id, 'sandbox', false, 'sbx_gone_' || n, 100, 'usd', '{}', 'failed', created_at, created_at, created_at
    from payment_link, generate_series(1, 203) n where token = ${token}`.execute(shop.database.db);
  shop.pass(day);
  const letters = (await shop.lettersTo('operator@shop.test')).filter(({ subject }) =>
    subject?.includes('add up'),
  );
  assert.equal(letters.length, 2, 'one for each two hundred');
  const told = letters.map(({ text = '' }) => {
    const [, more] = /Found \(and (\d+) more\)/.exec(text) ?? [];
    return (text.match(/the provider does not know sbx_gone_/g)?.length ?? 0) + Number(more ?? 0);
  });
  assert.equal(told[0]! + told[1]!, 203);
  await sql`delete from payment_attempt where provider_ref like 'sbx_gone_%'`.execute(shop.database.db);
  shop.pass(day);
  const after = await shop.lettersTo('operator@shop.test');
  assert.equal(after.filter(({ subject }) => subject?.includes('add up')).length, 2);
});

test('what happens to a payment after half a year is found when the audit is asked', async () => {
  const { auth } = await shop.customer();
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'pay');
  await shop.app.jobs.drain();
  shop.pass(200 * day);
  await shop.app.jobs.drain();
  await shop.act(ref, 'dashboard-refund', 'lost');
  shop.pass(day);
  await shop.app.jobs.drain();
  assert.equal((await shop.audit()).length, 1, 'asked, the audit looks at all of them');
});
