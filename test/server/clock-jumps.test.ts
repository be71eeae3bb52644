/** When the clock jumps, no order, session, money or job is lost, and nothing happens twice. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { day } from '#contract/durations.ts';
import { openTestShop } from './open-test-shop.ts';

for (const days of [3, -3])
  test(`keeps every acknowledged change and correct books when the clock jumps by ${days} days and back`, async () => {
    const shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
    try {
      const { email, auth } = await shop.customer();
      const paidBefore = await shop.placeOrder(auth);
      const open = await shop.placeOrder(auth);
      const ref = await shop.startPayment(open.token);
      await shop.act(await shop.startPayment(paidBefore.token), 'pay');
      await shop.app.jobs.drain();

      shop.pass(days * day);
      // at worst, customers must log in again
      const during = shop.bearer((await shop.logIn(email)).accessToken);
      const placed = await shop.placeOrder(during);
      await shop.act(await shop.startPayment(placed.token), 'pay');
      await shop.act(ref, 'pay-late');
      await shop.app.jobs.drain();
      assert.equal((await shop.payment(placed.token)).status, 'paid');
      assert.deepEqual(await shop.audit(), []);

      shop.pass(-days * day);
      await shop.app.jobs.drain();
      const after = shop.bearer((await shop.logIn(email)).accessToken);
      assert.equal((await shop.payment(paidBefore.token)).status, 'paid');
      assert.equal((await shop.payment(placed.token)).status, 'paid');
      const { body } = await shop.send<{ orders: { number: string }[] }>('GET', '/api/orders', {
        headers: after,
      });
      assert.deepEqual(
        body.orders.map(({ number }) => number).toSorted(),
        [paidBefore, open, placed].map(({ orderNumber }) => orderNumber).toSorted(),
      );
      assert.deepEqual(await shop.audit(), []);
      // jobs that the wrong clock postponed run when the correct clock reaches their time
      shop.pass(3 * day);
      for (let n = 0; n < 4; n += 1) {
        await shop.app.jobs.drain();
        shop.pass(day / 4);
      }
      assert.deepEqual(await shop.audit(), []);
      for (const { orderNumber } of [paidBefore, placed])
        assert.equal(
          (await shop.emailsTo(email)).filter(
            ({ subject }) => subject?.includes(orderNumber) && /receipt/i.test(subject),
          ).length,
          1,
          `one receipt of ${orderNumber}`,
        );
    } finally {
      await shop.close();
    }
  });

test('runs a job at once whose lease a dead process with a fast clock set far into the future', async () => {
  const shop = await openTestShop();
  try {
    const { auth, email } = await shop.customer();
    const { orderNumber } = await shop.placeOrder(auth);
    shop.pass(61_000);
    const later = new Date(shop.now().getTime() + 3 * day);
    await sql`update job set leased_until = ${later} where kind like 'mail.%'`.execute(shop.database.db);
    const about = async () =>
      (await shop.emailsTo(email)).filter(({ subject }) => subject?.includes(orderNumber)).length;
    assert.equal(await about(), 1);
  } finally {
    await shop.close();
  }
});
