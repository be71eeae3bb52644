/** When the end of a dispute is emailed: the provider's status and the money can be reported in either order. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { saySnapshot, recordPaymentChanges } from '#test/server/record-payment-changes.ts';
import type { ProviderDispute } from '#server/payments/provider/provider.ts';

type Said = Pick<ProviderDispute, 'state' | 'reinstated'>;

/** The emails and the order's status after each report about a dispute of the whole price. */
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

test('emails the end of a dispute when the money returns after the provider reported a win', async () => {
  assert.deepEqual(await newsAfter(open, { ...won, reinstated: 0n }, won, won), [
    begins,
    [],
    ['disputed → paid', 'letter won 12900 + 0 #3'],
    [],
  ]);
});

test('emails the end of a dispute once when the money returns before the provider reports a win', async () => {
  assert.deepEqual(await newsAfter(open, { ...open, reinstated: 12_900n }, won), [
    begins,
    ['disputed → paid', 'letter won 12900 + 0 #2'],
    [],
  ]);
});
