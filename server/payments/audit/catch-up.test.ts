import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { day } from '#contract/durations.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

/** Each night's number of findings, and when its run was completed. */
const nights = async () =>
  (
    await sql<{ night: string; findings: number; done_at: Date }>`
      select night::text, findings, done_at from money_audit order by night`.execute(shop.database.db)
  ).rows.map(({ night, findings, done_at }) => `${night}: ${findings} at ${done_at.toISOString()}`);

test('fetches every payment from its provider in batches, and emails the operator about the differences of each', async (t) => {
  const errors = t.mock.method(shop.app.http.log, 'error');
  const { auth } = await shop.customer();
  const { token } = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.app.jobs.drain();
  await sql`insert into payment_attempt (id, payment_link_id, provider, livemode, provider_ref, amount, currency, request, status,
      created_at, expires_at, closed_at)
    select gen_random_uuid(), id, 'sandbox', false, 'sbx_gone_' || n, 100, 'usd', '{}', 'failed', created_at, created_at, created_at
    from payment_link, generate_series(1, 203) n where token = ${token}`.execute(shop.database.db);
  await sql`insert into money_audit (night, done_at, findings, customer_money) values ('2026-11-01', '2026-11-01', 1, '[]')`.execute(
    shop.database.db,
  );
  shop.pass(day);
  const letters = (await shop.emailsTo('operator@shop.test')).filter(({ subject }) =>
    subject?.includes('don’t balance'),
  );
  assert.equal(letters.length, 2, 'one for each two hundred');
  const told = letters.map(({ text = '' }) => {
    const [, more] = /Differences \((\d+) more not shown\)/.exec(text) ?? [];
    return (text.match(/the provider has no record of sbx_gone_/g)?.length ?? 0) + Number(more ?? 0);
  });
  assert.equal(told[0]! + told[1]!, 203);
  const logged = errors.mock.calls.map(
    (call) => call.arguments as unknown as [{ findings: string[] }, string],
  );
  for (const [, words] of logged) assert.equal(words, 'providers hold other sums than are booked');
  assert.deepEqual([logged.length, logged.flatMap(([{ findings }]) => findings).length], [2, 203]);
  assert.deepEqual(await nights(), [
    '2026-11-01: 1 at 2026-11-01T00:00:00.000Z',
    `2026-11-21: 203 at ${shop.now().toISOString()}`,
  ]);
  await sql`delete from payment_attempt where provider_ref like 'sbx_gone_%'`.execute(shop.database.db);
  shop.pass(day);
  const after = await shop.emailsTo('operator@shop.test');
  assert.equal(after.filter(({ subject }) => subject?.includes('don’t balance')).length, 2);
  assert.equal(errors.mock.callCount(), 2, 'and is silent about what is right');
  assert.deepEqual((await nights()).at(-1), `2026-11-22: 0 at ${shop.now().toISOString()}`);
});

test('applies changes for which no webhook event arrived, and reports no finding for them', async () => {
  const { auth } = await shop.customer();
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'pay');
  await shop.app.jobs.drain();
  const disputes = async () =>
    (await sql<{ status: string }>`select status from dispute`.execute(shop.database.db)).rows.map(
      ({ status }) => status,
    );
  const found = (await nights()).length;
  await shop.act(ref, 'dashboard-refund', 'lost');
  shop.pass(day);
  await shop.app.jobs.drain();
  const { rows: refunds } = await sql<{ amount: bigint }>`select amount from refund`.execute(
    shop.database.db,
  );
  assert.deepEqual(refunds, [{ amount: 6_450n }]);
  await shop.act(ref, 'dispute-inquiry', 'lost');
  shop.pass(day);
  await shop.app.jobs.drain();
  assert.deepEqual(await disputes(), ['inquiry'], 'a question that moved no money is news too');
  await shop.act(ref, 'dispute', 'lost');
  shop.pass(day);
  await shop.app.jobs.drain();
  assert.deepEqual(await disputes(), ['open']);
  await shop.act(ref, 'dispute-won', 'lost');
  // the last night on which the payment is asked about: mayChangeForDays is 180
  await sql`update payment_attempt set closed_at = ${new Date(shop.now().getTime() - 179 * day + 1)} where provider_ref = ${ref}`.execute(
    shop.database.db,
  );
  shop.pass(day);
  await shop.app.jobs.drain();
  assert.deepEqual(await disputes(), ['won']);
  assert.ok((await nights()).slice(found).every((night) => night.includes(': 0 at ')));
});

test("retries a night's audit until its completion can be stored", async () => {
  await sql`alter table money_audit rename to money_audits`.execute(shop.database.db);
  for (let n = 0; n < 40; n += 1) {
    shop.pass(day / 24);
    await shop.app.jobs.drain();
  }
  await sql`alter table money_audits rename to money_audit`.execute(shop.database.db);
  const { rows } = await sql`select kind from job where dead_at is not null`.execute(shop.database.db);
  assert.deepEqual(rows, []);
  const before = (await nights()).length;
  shop.pass(day / 24);
  await shop.app.jobs.drain();
  assert.equal((await nights()).length, before + 1);
  // adds a batch that was started before the completion could be saved
  await sql`insert into job (kind, payload, run_at) values ('payment.catch-up', '{"night": "2026-11-01", "after": "none"}', ${shop.now()})`.execute(
    shop.database.db,
  );
  for (let n = 0; n < 20; n += 1) {
    await shop.app.jobs.drain();
    shop.pass(day / 24);
  }
  const { rows: kept } = await sql<{ dead: boolean }>`
    select dead_at is not null as dead from job where payload ->> 'after' = 'none'`.execute(shop.database.db);
  assert.deepEqual(kept, [{ dead: false }]);
  await sql`delete from job where payload ->> 'after' = 'none'`.execute(shop.database.db);
});

test('reports a change of a payment older than half a year when the audit command runs', async () => {
  const { auth } = await shop.customer();
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'pay');
  await shop.app.jobs.drain();
  shop.pass(179 * day);
  await shop.app.jobs.drain();
  await shop.act(ref, 'dashboard-refund', 'lost');
  shop.pass(day);
  await shop.app.jobs.drain();
  assert.equal((await shop.audit()).length, 1, 'asked, the audit looks at all of them');
});
