/** When the end of a dispute is told: the provider's word and the money may come in either order. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { saySnapshot, recordPaymentChanges } from '#test/server/record-payment-changes.ts';
import type { ProviderDispute } from '#server/payments/provider/provider.ts';

type Said = Pick<ProviderDispute, 'state' | 'reinstated'>;

/** What is told, and how the order stands, after each thing the provider says of a dispute of its whole price. */
async function newsAfter(...said: Said[]): Promise<string[][]> {
  const shop = await openTestShop();
  try {
    await shop.app.jobs.stop();
    const { auth } = await shop.customer();
    const { token, orderNumber } = await shop.placeOrder(auth);
    const ref = await shop.startPayment(token);
    await shop.act(ref, 'pay', 'lost');
    await shop.sync(token);
    const look = recordPaymentChanges(shop, orderNumber);
    await look();
    const news: string[][] = [];
    for (const { state, reinstated } of said) {
      const dispute: ProviderDispute = {
        ref: 'dp_1',
        amount: 12_900n,
        withdrawn: 12_900n,
        reinstated,
        fee: 0n,
        state,
        reason: null,
        evidenceDueAt: null,
      };
      await saySnapshot(shop, ref, { disputes: [dispute] });
      news.push((await look()).filter((line) => /^letter|^\w+ → \w+$/.test(line)));
    }
    return news;
  } finally {
    await shop.close();
  }
}
const open: Said = { state: 'open', reinstated: 0n };
const won: Said = { state: 'won', reinstated: 12_900n };
const begins = ['paid → disputed', 'letter open 12900 + 0 #1'];

test('tells of the end when the money is back after the provider said that it is won', async () => {
  assert.deepEqual(await newsAfter(open, { ...won, reinstated: 0n }, won, won), [
    begins,
    [],
    ['disputed → paid', 'letter won 12900 + 0 #3'],
    [],
  ]);
});

test('tells of the end once when the money is back before the provider says that it is won', async () => {
  assert.deepEqual(await newsAfter(open, { ...open, reinstated: 12_900n }, won), [
    begins,
    ['disputed → paid', 'letter won 12900 + 0 #2'],
    [],
  ]);
});
