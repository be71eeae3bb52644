import assert from 'node:assert/strict';
import test from 'node:test';
import { day } from '#contract/durations.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { countSales } from './count-sales.ts';

test('counts a deposit as refunded only while its refund hasn’t failed', async () => {
  const shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
  try {
    const { auth } = await shop.customer();
    const { depositNumber: number } = await shop.addFunds(auth, 5_000);
    const ref = await shop.refOf(number);
    const bounds = {
      day: '2026-11-20',
      starts: new Date(shop.now().getTime() - day),
      ends: new Date(shop.now().getTime() + day),
    };
    const sold = async () =>
      (await countSales(shop.database.db, [bounds])).map(({ paid, refunded }) => [
        Number(paid),
        Number(refunded),
      ]);
    const refund = async (operator: string) => {
      shop.pass(1000);
      await shop.operate('refund', number, '20', 'unspent', operator);
      await shop.app.jobs.drain();
    };
    await refund('first try');
    assert.deepEqual(await sold(), [[5_000, 2_000]]);
    await shop.act(ref, 'refund-fail');
    await shop.app.jobs.drain();
    assert.deepEqual(await sold(), [[5_000, 0]]);
    await refund('second try');
    assert.deepEqual(await sold(), [[5_000, 2_000]]);
    assert.deepEqual(await shop.audit(), []);
  } finally {
    await shop.close();
  }
});
