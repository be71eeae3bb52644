import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import type { BalancePage, PlacedDeposit } from '#contract/balance.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { testDatabaseUrl } from '#server/database/open-test-database.ts';
import { openTestShop, type TestShop } from '#server/open-test-shop.ts';

const hour = 3_600_000;
const day = 24 * hour;
let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '10000' } });
});
after(() => shop.close());

const findings = () => shop.audit();

const acts = [
  'pay',
  'pay-short',
  'pay-over',
  'decline',
  'async',
  'settle',
  'fail',
  'cancel',
  'expire',
  'pay-late',
  'dashboard-refund',
  'refund-settle',
  'refund-fail',
] as const;
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ pay: fc.constantFrom('card', 'balance', 'both'), link: fc.nat(3) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom(...acts),
      page: fc.nat(20),
      notices: fc.constantFrom('once', 'twice', 'lost'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ sync: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ cancel: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      refund: fc.nat(3),
      dollars: fc.constantFrom(1, 30, 129),
      way: fc.constantFrom('balance', 'card', 'unspent'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ pass: fc.constantFrom(3 * 60_000, 16 * 60_000, 25 * hour, 8 * day) }) },
);

test('whatever happens at the provider and here, in any order, the books are right when all is told', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 3 }), { maxLength: 8 }), async (history) => {
      const { auth, email } = await shop.customer();
      await shop.addFunds(auth, 10_000);
      const deposit = await shop.send<PlacedDeposit>('POST', '/api/balance/deposit', {
        body: { ...shop.billing, price: 3_000 },
        headers: auth,
      });
      const tokens = [new URL(deposit.body.paymentLink).searchParams.get('link')!];
      const numbers = [deposit.body.depositNumber];
      for (let n = 0; n < 3; n += 1) {
        const placed = await shop.placeOrder(auth);
        tokens.push(placed.token);
        numbers.push(placed.orderNumber);
      }
      const pages: string[] = [];
      let headers = auth;
      for (const together of history) {
        await Promise.all(
          together.map(async (what) => {
            if ('pay' in what) {
              const answer = await shop.pay(tokens[what.link]!, what.pay, headers);
              assert.ok([200, 400, 503].includes(answer.status), String(answer.status));
              if (answer.body.url) pages.push(answer.body.url.split('/').at(-1)!);
            } else if ('act' in what) {
              const page = pages[what.page % pages.length];
              if (page) await shop.act(page, what.act, what.notices);
            } else if ('refund' in what) {
              const { refund, dollars, way } = what;
              await shop
                .operate('refund', numbers[refund]!, String(dollars), way, 'test')
                .catch((error: unknown) => assert.ok(error instanceof ProblemReply, String(error)));
            } else if ('cancel' in what) {
              const answer = await shop.send('POST', `/api/orders/${numbers[what.cancel + 1]!}/cancel`, {
                headers,
              });
              assert.ok([204, 409, 503].includes(answer.status), String(answer.status));
            } else if ('sync' in what) await shop.sync(tokens[what.sync]!);
          }),
        );
        for (const what of together) if ('pass' in what) shop.pass(what.pass);
        await shop.app.jobs.drain();
        headers = shop.bearer((await shop.logIn(email)).accessToken);
      }
      // what was lost is found by asking; then every page and link comes to its end
      for (const page of pages) await shop.act(page, 'settle');
      for (let n = 0; n < 10; n += 1) {
        await shop.app.jobs.drain();
        shop.pass(1.05 * day);
      }
      await shop.app.jobs.drain();
      assert.deepEqual(await lateTruth(), []);
      headers = shop.bearer((await shop.logIn(email)).accessToken);
      const { body } = await shop.send<BalancePage>('GET', '/api/balance?limit=50', { headers });
      assert.equal(
        body.entries[0]?.balance ?? 0,
        body.balance.available,
        'the statement ends at the balance',
      );
    }),
    { numRuns: testDatabaseUrl ? 8 : 4 },
  );
});

/** The audit, after telling of refunds, and of payments made on dead pages, whose notice was lost for good. */
async function lateTruth(): Promise<string[]> {
  const { rows } = await sql<{
    ref: string;
  }>`select s.ref from sandbox_session s join payment_attempt a on a.provider_ref = s.ref
    where s.status = 'paid' and (a.status <> 'captured' or exists (select from sandbox_refund where session_ref = s.ref))`.execute(
    shop.database.db,
  );
  for (const { ref } of rows) await shop.tell(ref);
  await shop.app.jobs.drain();
  return findings();
}

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
