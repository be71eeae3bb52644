import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { sql } from 'kysely';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { openTestDesk } from '#test/server/open-test-desk.ts';

const desk = await openTestDesk();
after(() => desk.close());
const { cookie } = await desk.join('support');

test('counts only payments of the shop’s mode in a customer’s sums', async () => {
  const { shop } = desk;
  const { auth } = await shop.customer();
  await shop.addFunds(auth, 50_000);
  const { orderNumber, token } = await shop.placeOrder(auth);
  await shop.pay(token, 'balance', auth);
  await shop.operate('refund', orderNumber, '10', 'balance', 'Late');
  const { body: found } = await desk.call<DeskAnswerOf<'listCustomers'>>(
    'GET',
    `customers?q=${orderNumber}`,
    {
      cookie,
    },
  );
  const sums = async () => {
    const path = `customers/${found.customers[0]!.id}`;
    const { body } = await desk.call<DeskAnswerOf<'showCustomer'>>('GET', path, { cookie });
    return [body.spent, body.paidOrders, body.refunded, body.signs.recentRefunds];
  };
  assert.deepEqual(await sums(), [shop.slogansOrder.price, 1, 1_000, 1]);
  await sql`update payment_link set livemode = true where number = ${orderNumber}`.execute(shop.database.db);
  assert.deepEqual(await sums(), [0, 0, 0, 0]);
});
