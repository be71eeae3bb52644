import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { sql } from 'kysely';
import { migrationsFolder } from '#server/database/migrate.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';

test('creates statement entries for postings that are older than the statement table', async (t) => {
  const shop = await openTestShop();
  t.after(() => shop.close());
  const { db } = shop.database;
  for (let n = 0; n < 2; n += 1) {
    const { auth, email } = await shop.customer();
    await shop.addFunds(auth, 50_000);
    const kept = await shop.placeOrder(auth);
    await shop.pay(kept.token, 'balance', auth);
    await shop.operate('debit', email, '300', 'test');
    // creates a hold that is released and one that is spent
    const { token, orderNumber } = await shop.placeOrder(auth);
    await shop.pay(token, 'both', auth);
    await shop.operate('cancel', orderNumber, 'test', orderNumber);
    const paid = await shop.placeOrder(auth);
    const page = (await shop.pay(paid.token, 'both', auth)).body.url!;
    await shop.act(page.split('/').at(-1)!, 'pay');
    await shop.operate('refund', kept.orderNumber, '30', 'balance', 'test');
    await shop.operate('credit', email, '7', 'test');
    await shop.app.jobs.drain();
  }
  const entries = async () =>
    (await sql`select * from balance_entry order by customer_id, currency, livemode, id`.execute(db)).rows;
  const written = await entries();
  assert.ok(written.length >= 10, `${written.length} entries`);

  await sql`drop table balance_entry; drop function ledger_write_entries`.execute(db);
  await sql.raw(readFileSync(join(migrationsFolder, '0012-balance-entries.sql'), 'utf8')).execute(db);
  assert.deepEqual(await entries(), written);
  assert.deepEqual(await shop.audit(), []);
});

test('corrects running balances that were computed out of order, by a migration', async (t) => {
  const shop = await openTestShop();
  t.after(() => shop.close());
  const { db } = shop.database;
  for (let n = 0; n < 2; n += 1) {
    const { auth } = await shop.customer();
    for (const price of [2_000, 3_000, 5_000]) await shop.addFunds(auth, price);
  }
  const entries = async () =>
    (await sql`select * from balance_entry order by customer_id, currency, livemode, id`.execute(db)).rows;
  const written = await entries();
  await sql`alter table balance_entry disable trigger user`.execute(db);
  await sql`update balance_entry e set balance = amount + (
    select coalesce(sum(amount), 0) from balance_entry where customer_id = e.customer_id and id > e.id
  )`.execute(db);
  await sql`alter table balance_entry enable trigger user`.execute(db);
  assert.equal((await shop.audit()).length, 4);

  await sql`drop function ledger_lock_customer`.execute(db);
  await sql.raw(readFileSync(join(migrationsFolder, '0027-first-payments.sql'), 'utf8')).execute(db);
  assert.deepEqual(await entries(), written);
  assert.deepEqual(await shop.audit(), []);
  await assert.rejects(sql`update balance_entry set balance = 1`.execute(db), { code: 'LG001' });
});
