import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openTestDatabase, type TestDatabase } from '#test/server/open-test-database.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { type RawBuilder, sql } from 'kysely';
import { auditLedger } from './audit-ledger.ts';
import { ledgerPost, type Transfer } from './post.ts';

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
  await sql`insert into customer (id, email, email_canonical, first_name, last_name, password_hash, agreed_to_privacy_at, created_at)
    overriding system value select id, 'a', id::text, 'A', 'B', 'x', now(), now() from generate_series(1, 3) as id`.execute(
    database.db,
  );
  for (const [customer, currency, livemode] of [
    [1n, 'usd', false],
    [2n, 'usd', true],
    [3n, 'eur', false],
    [1n, 'usd', true],
    [1n, 'eur', false],
  ] as const)
    await writeInOneStatement(
      database.db,
      [],
      posting(customer, currency, livemode, [
        { from: 'clearing:sandbox', to: 'cash', amount: 500n + customer },
        { from: 'debt', to: 'dispute_receivable', amount: 200n },
      ]),
    );
});
after(() => database.drop());

const posting = (customerId: bigint, currency: string, livemode: boolean, transfers: Transfer[]) =>
  ledgerPost([
    {
      kind: 'capture',
      sourceType: 'payment_attempt',
      sourceId: crypto.randomUUID(),
      customerId,
      currency,
      livemode,
      actor: 'test',
      postedAt: new Date(),
      transfers,
    },
  ]);

/** Runs the statements `harms` in a transaction that is rolled back. Returns the audit's findings before the rollback. */
async function foundAfter(...harms: RawBuilder<unknown>[]): Promise<string[]> {
  const tx = await database.db.startTransaction().execute();
  try {
    for (const harm of harms) await harm.execute(tx);
    return await auditLedger(tx);
  } finally {
    await tx.rollback().execute();
  }
}
const post = (...transfers: Transfer[]) => sql`select ${posting(1n, 'usd', false, transfers)}`;
const account = (code: string) => sql`(
  select id from ledger_account where code = ${code} and customer_id is not distinct from ${code === 'bank' ? null : 1}
    and currency = 'usd' and not livemode)`;

test('finds nothing in correct books with several currencies and modes', async () => {
  assert.deepEqual(await foundAfter(), []);
});

test('finds a balance that differs from the sum of its transfers', async () => {
  assert.deepEqual(
    await foundAfter(
      sql`update ledger_balance set amount = amount + 1 where account_id = ${account('cash')}`,
    ),
    [
      'The statement of customer 1 ends at $3.01 and adds up to $3.01, but the balance is $3.02.',
      'The account cash of customer 1 shows $5.02, but its transfers add up to $5.01.',
    ],
  );
});

test('finds a missing cached balance, and a cached balance of a shop account, which must not have one', async () => {
  assert.ok(
    (await foundAfter(sql`delete from ledger_balance where account_id = ${account('debt')}`)).includes(
      'The account debt of customer 1 shows zero, but its transfers add up to −$2.00.',
    ),
  );
  assert.deepEqual(
    await foundAfter(
      post({ from: 'bank', to: 'cash', amount: 1n }),
      sql`insert into ledger_balance (account_id, amount, may_be_negative) values (${account('bank')}, 5, true)`,
    ),
    ['The account bank shows $0.05, but its transfers add up to −$0.01.'],
  );
});

test('reports a balance below zero, but not a balance of zero', async () => {
  const unguarded = sql`alter table ledger_balance drop constraint ledger_balance_not_below_zero`;
  assert.deepEqual(await foundAfter(unguarded, post({ from: 'cash', to: 'bank', amount: 501n })), []);
  assert.deepEqual(await foundAfter(unguarded, post({ from: 'cash', to: 'bank', amount: 502n })), [
    'The account cash of customer 1 is at −$0.01, which is below zero.',
  ]);
});

test('reports a debt above zero, but not a debt of zero', async () => {
  assert.deepEqual(await foundAfter(post({ from: 'bank', to: 'debt', amount: 200n })), []);
  assert.deepEqual(await foundAfter(post({ from: 'bank', to: 'debt', amount: 201n })), [
    'The account debt of customer 1 is at $0.01, which is above zero.',
  ]);
});

test('finds a statement whose last running balance or whose sum is wrong', async () => {
  const entry = (amount: number, balance: number) => sql`
    insert into balance_entry (id, customer_id, currency, livemode, kinds, amount, balance)
    select max(id), 1, 'usd', false, '{capture}', ${amount}, ${balance} from ledger_tx`;
  const wrongEntries =
    /^The statement of customer 1 shows a wrong balance in \d entr(?:y|ies), starting with entry \d+\.$/;
  const [wrong, ...others] = await foundAfter(entry(2, 301));
  assert.match(wrong!, wrongEntries);
  assert.deepEqual(others, [
    'The statement of customer 1 ends at $3.01 and adds up to $3.03, but the balance is $3.01.',
  ]);
  const found = await foundAfter(entry(2, 302), entryTaken(2));
  assert.match(found[0]!, wrongEntries);
  assert.equal(
    found[1],
    'The statement of customer 1 ends at $3.02 and adds up to $3.01, but the balance is $3.01.',
  );
});
/**
 * Inserts an entry of the opposite amount with the ID before the newest transaction, so that only the running balances are wrong.
 */
const entryTaken = (amount: number) => sql`
  insert into balance_entry (id, customer_id, currency, livemode, kinds, amount, balance)
  select max(id) - 1, 1, 'usd', false, '{capture}', ${-amount}, 0 from ledger_tx`;

test('reports a wrong running balance in the middle of a statement', async () => {
  const found = await foundAfter(
    post({ from: 'bank', to: 'cash', amount: 5n }),
    sql`alter table balance_entry disable trigger user`,
    sql`update balance_entry set balance = balance + 1 where customer_id = 1 and currency = 'usd' and not livemode and balance = 301`,
    sql`alter table balance_entry enable trigger user`,
  );
  assert.equal(found.length, 1);
  assert.match(
    found[0]!,
    /^The statement of customer 1 shows a wrong balance in 1 entry, starting with entry \d+\.$/,
  );
});

test('finds accounts whose sum is not zero', async () => {
  const found = await foundAfter(
    post({ from: 'bank', to: 'suspense', amount: 1n }),
    sql`alter table ledger_transfer drop constraint ledger_transfer_to`,
    sql`insert into ledger_transfer (tx_id, from_account, to_account, currency, livemode, amount)
      select max(t.id), ${account('bank')}, (select id from ledger_account where code = 'dispute_receivable' and livemode), 'usd', false, 7 from ledger_tx t`,
  );
  assert.deepEqual(found, [
    'All test accounts in usd add up to −$0.07 instead of zero.',
    'All accounts in usd add up to $0.07 instead of zero.',
  ]);
});
