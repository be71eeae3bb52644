/**
 * The ledger's first invariant: the sum over all accounts is constant at every moment while many payments run. "npm run prove --
 * bank" makes more payments.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { isFullSize } from '#test/test-size.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';

const wanted = Number(process.argv[2] ?? (isFullSize ? 500 : 50));
const customers = 4;
const deposit = 30_000;
const total = customers * deposit;

test('reads accounts that add up to the deposited money while customers pay and cancel orders', async (t) => {
  const shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000000' } });
  try {
    const people = await Promise.all(Array.from({ length: customers }, () => shop.customer()));
    for (const { auth } of people) await shop.addFunds(auth, deposit);
    const counts = { reads: 0, payments: 0, cancelled: 0 };
    const isOpen = () => counts.payments < wanted || counts.reads < wanted;

    /** Pays orders from the balance, and cancels those not started to get the money back. */
    const spend = async (n: number) => {
      const { email } = people[n]!;
      const headers = shop.bearer((await shop.logIn(email)).accessToken);
      while (isOpen()) {
        const { token, orderNumber } = await shop.placeOrder(headers);
        const paid = await shop.pay(token, 'balance', headers);
        if (paid.status === 200) counts.payments += 1;
        const { status } = await shop.send('POST', `/api/orders/${orderNumber}/cancel`, { headers });
        if (status === 204) counts.cancelled += 1;
      }
    };
    /** Checks in one statement, repeatedly: customers' cached balances plus the shop's own accounts equal the deposited money. */
    const read = async () => {
      while (isOpen()) {
        const { rows } = await sql<{ customers: number; house: number; arrived: number; below: number }>`
          with moved as (
            select a.customer_id, a.code, sum(m.amount) as amount
            from (select to_account as id, amount from ledger_transfer union all select from_account, -amount from ledger_transfer) m
            join ledger_account a on a.id = m.id group by 1, 2
          )
          select (select sum(amount)::int from ledger_balance) as customers,
            (select coalesce(sum(amount), 0)::int from moved where customer_id is null and code not like 'clearing:%') as house,
            (select -sum(amount)::int from moved where code like 'clearing:%') as arrived,
            (select count(*)::int from ledger_balance where amount < 0) as below`.execute(shop.database.db);
        const { customers: theirs, house, arrived, below } = rows[0]!;
        counts.reads += 1;
        assert.deepEqual([theirs + house, arrived, below], [total, total, 0], JSON.stringify(rows[0]));
      }
    };
    await Promise.all([...people.map((_, n) => spend(n)), read(), read()]);
    assert.deepEqual(await shop.audit(), []);
    assert.ok(counts.cancelled > 0, JSON.stringify(counts));
    t.diagnostic(`${counts.reads} reads beside ${counts.payments} payments and ${counts.cancelled} refunds`);
  } finally {
    await shop.close();
  }
});
