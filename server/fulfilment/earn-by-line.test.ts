import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { slogansDetails, slogansOrder } from '#demo/slogans-order.ts';
import { migrationsFolder } from '#server/database/migrate.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';

let shop: TestShop;
let team: ReturnType<typeof openTestTeam>;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100', DESK: 'on' } });
  team = openTestTeam(shop);
});
after(() => shop.close());

const sumOf = async (code: string) =>
  (
    await sql<{ amount: bigint }>`
      select coalesce(sum(case when a.id = t.to_account then t.amount else -t.amount end), 0)::bigint as amount
      from ledger_account a join ledger_transfer t on a.id in (t.from_account, t.to_account) where a.code = ${code}`.execute(
      shop.database.db,
    )
  ).rows[0]!.amount;

/** A paid order of three sets of slogans for $387.00. `books`: what it added to revenue and to deferred revenue. */
async function threeLines() {
  const [revenue, unearned] = [await sumOf('revenue'), await sumOf('unearned')];
  const { auth } = await shop.customer();
  await shop.addFunds(auth, 20_000);
  const { orderNumber: number, token } = await shop.placeOrder(auth, {
    ...slogansOrder,
    price: 38_700,
    orderTypes: [3, 3, 3],
    orderDetails: [slogansDetails, slogansDetails, slogansDetails],
  });
  const page = (await shop.pay(token, 'both', auth)).body.url!;
  await shop.act(page.split('/').at(-1)!, 'pay');
  await shop.app.jobs.drain();
  return {
    number,
    async complete(position: number) {
      await team.deliver(number, position);
      const path = `/api/orders/${number}/lines/${position}/accept`;
      assert.equal((await shop.send('POST', path, { headers: auth })).status, 204);
    },
    /** Amounts in cents. */
    async books() {
      assert.deepEqual(await shop.audit(), []);
      return {
        earned: (await sumOf('revenue')) - revenue,
        unearned: (await sumOf('unearned')) - unearned,
      };
    },
  };
}

test('books the share of each line as revenue when the line is completed, and deducts a refund from all lines in proportion', async () => {
  const order = await threeLines();
  assert.deepEqual(await order.books(), { earned: 0n, unearned: 38_700n });
  await order.complete(2);
  assert.deepEqual(await order.books(), { earned: 12_900n, unearned: 25_800n });

  // more than the card paid, so that the refund has a part to the card and a part to the balance
  await shop.operate('refund', order.number, '190.01', 'card', 'One set was late');
  await shop.app.jobs.drain();
  assert.deepEqual(await order.books(), { earned: 6_566n, unearned: 13_133n });

  await order.complete(1);
  assert.deepEqual(await order.books(), { earned: 13_132n, unearned: 6_567n });
  await order.complete(3);
  assert.deepEqual(await order.books(), { earned: 19_699n, unearned: 0n });
  await shop.operate('refund', order.number, '1', 'balance', 'Thank you for your patience');
  assert.deepEqual(await order.books(), { earned: 19_599n, unearned: 0n });
});

test('books the earlier revenue of completed lines of open orders by a migration', async () => {
  const order = await threeLines();
  const untouched = await order.books();
  // the state before the migration: no revenue for a completed line while others were open
  await sql`update order_line set work_status = 'completed' where position = 1
    and order_id = (select id from customer_order where number = ${order.number})`.execute(shop.database.db);
  assert.equal((await shop.audit()).length, 2);
  const migration = readFileSync(join(migrationsFolder, '0063-earned-by-line.sql'), 'utf8');
  for (let time = 0; time < 2; time += 1) {
    await sql.raw(migration).execute(shop.database.db);
    assert.deepEqual(await order.books(), { earned: 12_900n, unearned: untouched.unearned - 12_900n });
  }
});
