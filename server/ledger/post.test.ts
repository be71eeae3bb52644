import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { openTestDatabase, testDatabaseUrl, type TestDatabase } from '#test/server/open-test-database.ts';
import { waitFor } from '#test/wait-for.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ledgerPost, type Posting } from './post.ts';

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.drop());

let customers = 0;
async function newCustomer(): Promise<bigint> {
  customers += 1;
  const { rows } = await sql<{ id: bigint }>`
    insert into customer (email, email_canonical, first_name, last_name, password_hash, agreed_to_privacy_at, created_at)
    values ('a', ${`ledger-${customers}`}, 'A', 'B', 'x', now(), now()) returning id`.execute(database.db);
  return rows[0]!.id;
}

const posting = (customerId: bigint, change: Partial<Posting> & Pick<Posting, 'transfers'>): Posting => ({
  kind: 'capture',
  sourceType: 'payment_attempt',
  sourceId: crypto.randomUUID(),
  customerId,
  currency: 'usd',
  livemode: false,
  actor: 'test',
  postedAt: new Date(),
  ...change,
});
const capture = (customerId: bigint, amount: bigint, sourceId: string = crypto.randomUUID()) =>
  posting(customerId, { sourceId, transfers: [{ from: 'clearing:sandbox', to: 'cash', amount }] });
const spend = (customerId: bigint, amount: bigint, sourceId: string = crypto.randomUUID()) =>
  posting(customerId, {
    kind: 'order_paid',
    sourceId,
    transfers: [{ from: 'cash', to: 'unearned', amount }],
  });

const post = (...postings: Posting[]) => writeInOneStatement(database.db, [], ledgerPost(postings));

async function cashOf(customerId: bigint): Promise<bigint> {
  const { rows } = await sql<{ cached: bigint; summed: string }>`
    select cached, summed from ledger_audit where customer_id = ${customerId} and code = 'cash'`.execute(
    database.db,
  );
  assert.equal(
    String(rows[0]?.cached ?? 0n),
    rows[0]?.summed ?? '0',
    'the cache is what the transfers add up to',
  );
  return rows[0]?.cached ?? 0n;
}

test('leaves the unspent remainder on the balance after a capture and a payment, and sums accounts to zero', async () => {
  const customer = await newCustomer();
  assert.deepEqual(await post(capture(customer, 500n), spend(customer, 300n)), ['capture', 'order_paid']);
  assert.equal(await cashOf(customer), 200n);
  const { rows } = await sql<{ total: string }>`select sum(summed) as total from ledger_audit`.execute(
    database.db,
  );
  assert.equal(rows[0]?.total, '0');
  const entries = await sql`
    select amount, balance, id = (select min(tx_id) from ledger_transfer t join ledger_account a on a.id in (t.from_account, t.to_account)
      where a.customer_id = ${customer}) as "hasFirstId" from balance_entry where customer_id = ${customer}`.execute(
    database.db,
  );
  assert.deepEqual(entries.rows, [{ amount: 200n, balance: 200n, hasFirstId: true }]);
});

test('adds one statement entry per batch of postings, not named after a hold that the batch releases', async () => {
  const [customer, other] = [await newCustomer(), await newCustomer()];
  const hold = (amount: bigint) =>
    posting(customer, { kind: 'reserve', transfers: [{ from: 'cash', to: 'reserved', amount }] });
  const release = (amount: bigint) =>
    posting(customer, { kind: 'release', transfers: [{ from: 'reserved', to: 'cash', amount }] });
  await post(
    capture(other, 9_000n),
    { ...capture(customer, 70n), livemode: true },
    { ...capture(customer, 8n), currency: 'eur' },
  );
  await post(capture(customer, 500n));
  await post(hold(200n));
  await post(release(200n), hold(150n), spend(customer, 300n));
  await post(spend(customer, 20n), release(150n), spend(customer, 30n));
  await post(capture(customer, 100n), spend(customer, 100n));
  const { rows } = await sql`
    select kinds, amount, balance from balance_entry
    where customer_id = ${customer} and currency = 'usd' and not livemode order by id`.execute(database.db);
  assert.deepEqual(rows, [
    { kinds: ['capture'], amount: 500n, balance: 500n },
    { kinds: ['reserve'], amount: -200n, balance: 300n },
    { kinds: ['release'], amount: 200n, balance: 500n },
    { kinds: ['order_paid', 'reserve'], amount: -450n, balance: 50n },
    { kinds: ['order_paid'], amount: -50n, balance: 0n },
    { kinds: ['release'], amount: 150n, balance: 150n },
  ]);
});

test(
  'locks no other customer’s balances when a customer’s money is posted or read',
  { skip: !testDatabaseUrl && 'needs TEST_DATABASE_URL' },
  async () => {
    const [customer, other] = [await newCustomer(), await newCustomer()];
    const life = (of: bigint, change: Partial<Posting> = {}) =>
      posting(of, {
        transfers: [
          { from: 'clearing:sandbox', to: 'cash', amount: 100n },
          { from: 'cash', to: 'reserved', amount: 10n },
          { from: 'debt', to: 'dispute_receivable', amount: 1n },
        ],
        ...change,
      });
    await post(
      life(customer),
      life(customer, { currency: 'eur' }),
      life(customer, { livemode: true }),
      life(other),
    );
    /** Runs `work` in a transaction. Returns the accounts of both customers that are locked before the commit. */
    const locked = (work: RawBuilder<unknown>): Promise<string[]> =>
      database.db.transaction().execute(async (tx) => {
        await work.execute(tx);
        const ofBoth = sql`a.customer_id in (${customer}, ${other})`;
        const { rows: free } = await sql<{ account_id: bigint }>`
          select b.account_id from ledger_balance b join ledger_account a on a.id = b.account_id
          where ${ofBoth} for update of b skip locked`.execute(database.db);
        const { rows } = await sql<{ name: string }>`
          select a.code || ' ' || a.currency || case when a.livemode then ' live' else '' end ||
            case when a.customer_id = ${other} then ' of the other' else '' end as name
          from ledger_account a where ${ofBoth} and a.id <> all(${free.map(({ account_id }) => account_id)})
          order by a.code`.execute(database.db);
        return rows.map(({ name }) => name);
      });
    assert.deepEqual(await locked(sql`select * from ledger_lock_balances(${customer}, 'usd', false)`), [
      'cash usd',
      'debt usd',
      'reserved usd',
    ]);
    // a repeated posting also locks only the balance of `cash`
    const again = spend(customer, 1n);
    await post(again);
    assert.deepEqual(await locked(sql`select ${ledgerPost([again])}`), ['cash usd']);
  },
);

test('stores a posting once when its source is posted again', async () => {
  const customer = await newCustomer();
  await post(capture(customer, 500n, 'attempt-1'));
  assert.deepEqual(await post(capture(customer, 500n, 'attempt-1')), []);
  assert.deepEqual(await post(capture(customer, 900n, 'attempt-1'), spend(customer, 100n)), ['order_paid']);
  assert.equal(await cashOf(customer), 400n);
});

test('rejects a posting that would take the balance below zero, and stores none of its transfers', async () => {
  const customer = await newCustomer();
  await post(capture(customer, 100n));
  await assert.rejects(post(spend(customer, 60n), spend(customer, 60n)), {
    constraint: 'ledger_balance_not_below_zero',
  });
  assert.equal(await cashOf(customer), 100n);
});

test('accepts simultaneous payments from a balance only as far as the balance covers them', async () => {
  const customer = await newCustomer();
  await post(capture(customer, 500n));
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => post(spend(customer, 100n))));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 5);
  assert.equal(await cashOf(customer), 0n);
});

test('avoids deadlocks between postings to the same accounts in opposite order', async () => {
  const customer = await newCustomer();
  await post(capture(customer, 10_000n));
  const hold = (amount: bigint): Posting =>
    posting(customer, { transfers: [{ from: 'cash', to: 'reserved', amount }] });
  const release = (amount: bigint): Posting =>
    posting(customer, { transfers: [{ from: 'reserved', to: 'cash', amount }] });
  await post(hold(5000n));
  await Promise.all(Array.from({ length: 30 }, (_, n) => post(n % 2 === 0 ? hold(10n) : release(10n))));
  assert.equal(await cashOf(customer), 5000n);
});

test('caches a separate balance per account, currency and mode', async () => {
  const [customer, other] = [await newCustomer(), await newCustomer()];
  const life = (of: bigint, amount: bigint, kind: Partial<Posting> = {}) =>
    posting(of, {
      transfers: [
        { from: 'clearing:sandbox', to: 'cash', amount: 5n * amount },
        { from: 'cash', to: 'reserved', amount },
        { from: 'debt', to: 'dispute_receivable', amount: 3n * amount },
      ],
      ...kind,
    });
  await post(
    life(customer, 100n),
    life(other, 7n),
    life(customer, 11n, { livemode: true }),
    life(customer, 13n, { currency: 'eur' }),
  );
  const balances = async (of: bigint, currency: string, livemode: boolean) => {
    const { rows } = await sql`select * from ledger_lock_balances(${of}, ${currency}, ${livemode})`.execute(
      database.db,
    );
    return rows;
  };
  assert.deepEqual(await balances(customer, 'usd', false), [{ cash: 400n, reserved: 100n, debt: -300n }]);
  assert.deepEqual(await balances(customer, 'usd', true), [{ cash: 44n, reserved: 11n, debt: -33n }]);
  assert.deepEqual(await balances(customer, 'eur', false), [{ cash: 52n, reserved: 13n, debt: -39n }]);
  assert.deepEqual(await balances(other, 'eur', false), [{ cash: 0n, reserved: 0n, debt: 0n }]);
});

test('opens an account once when several simultaneous postings are the first to need it', async () => {
  const customers = await Promise.all(Array.from({ length: 10 }, () => newCustomer()));
  const from = `clearing:${crypto.randomUUID()}` as const;
  const first = (livemode: boolean) =>
    customers.map((customer) =>
      post(posting(customer, { livemode, transfers: [{ from, to: 'suspense', amount: 1n }] })),
    );
  await Promise.all([...first(false), ...first(true)]);
  const { rows } = await sql<{
    summed: string;
  }>`select summed from ledger_audit where code = ${from}`.execute(database.db);
  assert.deepEqual(
    rows.map(({ summed }) => summed),
    ['-10', '-10'],
  );
});

test('rejects a payment in one currency or mode from the balance of another', async () => {
  const customer = await newCustomer();
  await post(
    capture(customer, 100n),
    { ...capture(customer, 100n), livemode: true },
    { ...capture(customer, 100n), currency: 'eur' },
  );
  await assert.rejects(post(spend(customer, 200n)), { constraint: 'ledger_balance_not_below_zero' });
  const { rows } = await sql<{
    id: bigint;
  }>`select id from ledger_account where customer_id = ${customer} and currency = 'usd' order by livemode`.execute(
    database.db,
  );
  const [sandbox, live] = rows.map(({ id }) => id);
  await assert.rejects(
    sql`insert into ledger_transfer (tx_id, from_account, to_account, currency, livemode, amount)
      select max(id), ${sandbox}, ${live}, 'usd', false, 1 from ledger_tx`.execute(database.db),
    { constraint: 'ledger_transfer_to' },
  );
});

test('rejects updates, deletes and truncation of postings, and postings without transfers', async () => {
  await post(capture(await newCustomer(), 100n));
  for (const statement of [
    sql`update ledger_transfer set amount = 1`,
    sql`delete from ledger_transfer`,
    sql`truncate ledger_transfer`,
    sql`update ledger_tx set memo = 'x'`,
    sql`delete from ledger_tx`,
    sql`truncate ledger_tx cascade`,
  ])
    await assert.rejects(statement.execute(database.db), { code: 'LG001' });
  await assert.rejects(post(posting(await newCustomer(), { transfers: [] })), { code: 'LG002' });
  const rich = await newCustomer();
  await post(capture(rich, 100n));
  for (const amount of [0n, -1n])
    await assert.rejects(post(capture(rich, amount)), { constraint: 'ledger_transfer_amount_positive' });
});

/** Resolves once `count` connections wait for a lock. */
const waitingForLocks = (count: number) =>
  waitFor(`${count} connections that wait for a lock`, async () => {
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        database.db,
      );
    return rows.length >= count;
  });

test(
  'keeps running balances correct when the first payments of a new customer arrive at once',
  { skip: !testDatabaseUrl && 'needs TEST_DATABASE_URL' },
  async () => {
    const customer = await newCustomer();
    let rest: Promise<unknown> | undefined;
    await database.db.transaction().execute(async (tx) => {
      // other transactions can't see the new account yet, so each of them waits for a lock
      await sql`select ledger_account_id('cash', ${customer}, 'usd', false)`.execute(tx);
      rest = Promise.all([1, 2, 3].map(() => post(capture(customer, 100n))));
      await waitingForLocks(3);
      await sql`select ${ledgerPost([capture(customer, 100n)])}`.execute(tx);
    });
    await rest;
    const { rows } = await sql<{ balance: bigint }>`
      select balance from balance_entry where customer_id = ${customer} order by id`.execute(database.db);
    assert.deepEqual(
      rows.map(({ balance }) => balance),
      [100n, 200n, 300n, 400n],
    );
  },
);

test(
  'avoids deadlocks between simultaneous first postings over different accounts',
  { skip: !testDatabaseUrl && 'needs TEST_DATABASE_URL' },
  async () => {
    const customer = await newCustomer();
    await post(capture(customer, 100n));
    const hold = posting(customer, { transfers: [{ from: 'cash', to: 'reserved', amount: 10n }] });
    let other: Promise<unknown> | undefined;
    await database.db.transaction().execute(async (tx) => {
      await sql`select * from ledger_lock_balances(${customer}, 'usd', false)`.execute(tx);
      other = post(hold);
      await waitingForLocks(1);
      await sql`select ${ledgerPost([{ ...hold, sourceId: crypto.randomUUID() }])}`.execute(tx);
    });
    await other;
    assert.equal(await cashOf(customer), 80n);
  },
);

test(
  'opens one account when two transactions open it at the same moment',
  { skip: !testDatabaseUrl && 'needs TEST_DATABASE_URL' },
  async () => {
    const [customer, other] = [await newCustomer(), await newCustomer()];
    await post(
      { ...capture(customer, 1n), currency: 'eur' },
      { ...capture(customer, 1n), livemode: true },
      posting(customer, { transfers: [{ from: 'dispute_receivable', to: 'reserved', amount: 1n }] }),
      capture(other, 1n),
    );
    const open = sql<{ id: bigint }>`select ledger_account_id('disputed', ${customer}, 'usd', false) as id`;
    let second: Promise<bigint> | undefined;
    const first = await database.db.transaction().execute(async (tx) => {
      const { rows } = await open.execute(tx);
      second = open.execute(database.db).then(({ rows: [row] }) => row!.id);
      await waitingForLocks(1);
      return rows[0]!.id;
    });
    assert.equal(await second, first);
    const { rows } = await sql`select from ledger_balance where account_id = ${first}`.execute(database.db);
    assert.equal(rows.length, 1);
  },
);

test('keeps cached balances correct and cash at or above zero in any history of captures and spendings', async () => {
  const act = fc.record({
    spends: fc.boolean(),
    amount: fc.bigInt({ min: 1n, max: 1000n }),
    source: fc.integer({ min: 0, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 15 }), async (history) => {
      const customer = await newCustomer();
      let expected = 0n;
      const seen = new Set<string>();
      for (const { spends, amount, source } of history) {
        const id = `${customer}-${source}`;
        const key = `${spends}-${id}`;
        const posted = await post(spends ? spend(customer, amount, id) : capture(customer, amount, id)).catch(
          () => undefined,
        );
        if (seen.has(key)) assert.deepEqual(posted, []);
        else if (!spends || amount <= expected) {
          assert.equal(posted?.length, 1);
          seen.add(key);
          expected += spends ? -amount : amount;
        } else assert.equal(posted, undefined);
        assert.equal(await cashOf(customer), expected);
      }
    }),
    { numRuns: 25 },
  );
});
