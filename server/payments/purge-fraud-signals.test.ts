import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { day } from '#contract/durations.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';

test("deletes a browser's fraud signals after half a year", async (t) => {
  const shop = await openTestShop();
  t.after(() => shop.close());
  const { auth } = await shop.customer();
  const clients = async () =>
    (
      await sql<{ client: object | null }>`select client from payment_link order by created_at`.execute(
        shop.database.db,
      )
    ).rows.map(({ client }) => client !== null);
  await shop.placeOrder(auth);
  await shop.app.jobs.drain();
  shop.pass(179 * day);
  await shop.app.jobs.drain();
  await shop.placeOrder((await shop.customer()).auth);
  assert.deepEqual(await clients(), [true, true]);
  shop.pass(2 * day);
  await shop.app.jobs.drain();
  assert.deepEqual(await clients(), [false, true]);
  const { rows } = await sql<{
    run_at: Date;
  }>`select run_at from job where kind = 'payment.forget-clients'`.execute(shop.database.db);
  assert.deepEqual(
    rows.map(({ run_at }) => run_at.getTime() - shop.now().getTime()),
    [day],
    'and looked at again tomorrow',
  );
});
