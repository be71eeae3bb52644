import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { openTestShop } from '#server/open-test-shop.ts';

const day = 86_400_000;

type Sabotage = { what: string; harm: RawBuilder<unknown>; heal: RawBuilder<unknown>; words: RegExp };
const sabotages: Sabotage[] = [
  {
    what: 'a cached balance that moved by itself',
    harm: sql`update ledger_balance set amount = amount + 1 where account_id = (select min(id) from ledger_account where code = 'cash')`,
    heal: sql`update ledger_balance set amount = amount - 1 where account_id = (select min(id) from ledger_account where code = 'cash')`,
    words: /The account cash of customer \d+ shows \$.* add up to/,
  },
  {
    what: 'a payment captured without its money being booked',
    harm: sql`update payment_attempt set captured_amount = captured_amount + 100 where id = (select min(id::text)::uuid from payment_attempt where status = 'captured')`,
    heal: sql`update payment_attempt set captured_amount = captured_amount - 100 where id = (select min(id::text)::uuid from payment_attempt where status = 'captured')`,
    words: /The payment .* \(captured\): \$.* expected, \$.* booked/,
  },
  {
    what: 'an order that is paid without its price being taken',
    harm: sql`update payment_link set status = 'paid', closed_at = now() where number = (select min(number) from payment_link where purpose = 'order' and status = 'awaitingPayment')`,
    heal: sql`update payment_link l set status = 'awaitingPayment', closed_at = null
      where status = 'paid' and purpose = 'order' and not exists (select from ledger_tx where kind = 'order_paid' and source_id = l.number)`,
    words: /The order R-\S+ \(paid\): \$129\.00 expected, \$0\.00 booked/,
  },
  {
    what: 'a hold of an attempt that is dead',
    harm: sql`update payment_attempt set status = 'failed', closed_at = now() where held > 0 and status = 'open'`,
    heal: sql`update payment_attempt set status = 'open', closed_at = null where held > 0 and status = 'failed'`,
    words: /The reserved money of customer \d+: \$0\.00 expected, \$50\.00 booked/,
  },
  {
    what: 'money the provider took and did not tell of',
    harm: sql`update sandbox_session set status = 'paid', captured_amount = amount where status = 'open'`,
    heal: sql`update sandbox_session s set status = 'open', captured_amount = 0 where status = 'paid'
      and exists (select from payment_attempt where provider_ref = s.ref and status = 'open')`,
    words: /the provider holds \$79\.00, \$0\.00 booked/,
  },
  {
    what: 'money the provider gave away',
    harm: sql`update sandbox_session set captured_amount = captured_amount - 100 where status = 'paid'`,
    heal: sql`update sandbox_session set captured_amount = captured_amount + 100 where status = 'paid'`,
    words: /the provider holds \$99\.00, \$100\.00 booked/,
  },
  {
    what: 'a live payment nobody looks after',
    harm: sql`update job set kind = 'payment.poll-lost' where kind = 'payment.poll'`,
    heal: sql`update job set kind = 'payment.poll' where kind = 'payment.poll-lost'`,
    words: /is open, and no job looks after it/,
  },
  {
    what: 'a link nobody ends',
    harm: sql`update job set kind = 'payment.expire-lost' where kind = 'payment.expire'`,
    heal: sql`update job set kind = 'payment.expire' where kind = 'payment.expire-lost'`,
    words: /waits for its payment, and no job ends it/,
  },
  {
    what: 'a notice that was never applied',
    harm: sql`update provider_notice set processed_at = null where event_id = (select min(event_id) from provider_notice)`,
    heal: sql`update provider_notice set processed_at = now() where processed_at is null`,
    words: /The notice evt_\S+ of sandbox was not applied: not tried yet/,
  },
];

test('each thing that does not add up is named in a sentence', async (t) => {
  const own = await openTestShop();
  t.after(() => own.close());
  const { auth } = await own.customer();
  await own.addFunds(auth, 10_000);
  const first = await own.placeOrder(auth);
  await own.act(await own.startPayment(first.token), 'pay');
  const mixed = await own.placeOrder(auth);
  await own.addFunds(auth, 10_000);
  await own.pay(first.token, 'card');
  await own.app.jobs.drain();
  await sql`select ledger_post(${JSON.stringify([
    {
      kind: 'adjustment',
      sourceType: 'test',
      sourceId: 'x',
      customerId: '1',
      currency: 'usd',
      livemode: false,
      actor: 'test',
      postedAt: own.now(),
      transfers: [{ from: 'cash', to: 'bank', amount: '15000' }],
    },
  ])}::jsonb)`.execute(own.database.db);
  await own.pay(mixed.token, 'both', auth);
  assert.deepEqual(await own.audit(), []);
  for (const { what, harm, heal, words } of sabotages)
    await t.test(what, async () => {
      await harm.execute(own.database.db);
      const found = await own.audit();
      assert.ok(
        found.some((finding) => words.test(finding)),
        found.join('\n') || 'nothing was found',
      );
      await heal.execute(own.database.db);
      assert.deepEqual(await own.audit(), []);
    });
  await t.test('and the operator is written to the next morning, once', async () => {
    await sabotages[0]!.harm.execute(own.database.db);
    own.pass(day);
    await own.app.jobs.drain();
    const letters = (await own.letters()).filter(({ subject }) => subject === 'The books do not add up');
    assert.equal(letters.length, 1);
    assert.match(letters[0]?.text ?? '', /The account cash of customer/);
  });
});

test('the command says in a sentence that all is well, or what is not, and ends with 1 then', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redline-audit-'));
  const open = () => openDatabase({ databaseUrl: undefined, dataDir: folder });
  const run = () =>
    new Promise<{ code: number; stdout: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        [join(import.meta.dirname, '../operate.ts'), 'audit'],
        { env: { PATH: '/usr/bin', DATA_DIR: folder }, cwd: folder },
        (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout: stdout + stderr }),
      );
    });
  let database = await open();
  await migrate(database.db);
  await database.close();
  assert.deepEqual(await run(), {
    code: 0,
    stdout: 'The books are right. 0 payments were compared with the provider.\n',
  });
  database = await open();
  await sql`insert into provider_notice (provider, event_id, type, payload, received_at)
    values ('sandbox', 'evt_1', 'x', '{}', now())`.execute(database.db);
  await database.close();
  const { code, stdout } = await run();
  assert.equal(code, 1);
  assert.match(stdout, /do not add up in 1 place[^]*The notice evt_1 of sandbox was not applied/);
  rmSync(folder, { recursive: true });
});
