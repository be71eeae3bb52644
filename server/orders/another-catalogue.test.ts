/** Replaces the shop's catalogue by another version while the shop is running. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type Catalogue, readCatalogue } from '#contract/catalogue/catalogue.ts';
import document from '#contract/catalogue.json' with { type: 'json' };
import type { Order } from '#contract/storefront/orders.ts';
import { slogansDetails, slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

const slogansType = 3;
const retiredType = 8;

/**
 * Changes the document: 10 slogans cost $10 more and take 5 business days longer, a bundle is retired, and the minimum deposit is
 * $50.
 */
function nextDocument(): typeof document {
  const next = structuredClone(document);
  next.version = 2;
  const slogans = next.services.find(({ orderType }) => orderType === slogansType)!;
  for (const tier of slogans.pricing.variants.find(({ value }) => value === '10')!.tiers)
    tier.unitCents += 1000;
  const days = slogans.delivery.baseDays as Record<string, number>;
  days['10']! += 5;
  next.bundles = next.bundles.map((bundle) =>
    bundle.orderType === retiredType ? { ...bundle, retired: true } : bundle,
  );
  next.balance.deposit.minCents = 5000;
  return next;
}
const [first, second] = [readCatalogue(document), readCatalogue(nextDocument())];
let catalogue: Catalogue = first;

let shop: TestShop;
let auth: Record<string, string>;
before(async () => {
  shop = await openTestShop({ catalogue: () => catalogue });
  ({ auth } = await shop.customer());
});
after(() => shop.close());

const order = (body: object, headers = auth) =>
  shop.send('POST', '/api/orders', { headers, body: { ...slogansOrder, ...body } });
const lineOf = async (number: string) =>
  (await shop.send<Order>('GET', `/api/orders/${number}`, { headers: auth })).body.lines[0]!;
const versionOf = async (number: string) =>
  (
    await shop.database.db
      .selectFrom('customer_order')
      .select('catalogue_version')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  ).catalogue_version;

test("uses the current catalogue for a new order's price and date, and leaves earlier orders unchanged", async () => {
  catalogue = first;
  const keyed = { ...auth, 'idempotency-key': 'before-the-change' };
  const early = await shop.placeOrder(keyed);
  const snapshot = await lineOf(early.orderNumber);
  catalogue = second;
  assert.deepEqual((await order({})).body.errors, {
    price: ['The price has changed to $139.00. Check your cart and try again.'],
  });
  assert.equal((await shop.placeOrder(keyed)).orderNumber, early.orderNumber, 'sent again');
  const late = await shop.placeOrder(auth, { ...slogansOrder, price: 13_900 });
  const { title, parts, amount, days } = await lineOf(late.orderNumber);
  assert.deepEqual([title, amount, days], ['Slogans', 13_900, snapshot.days + 5]);
  assert.deepEqual(
    parts.map((part) => part.amount),
    [13_900],
  );
  assert.deepEqual(await lineOf(early.orderNumber), snapshot);
  assert.deepEqual([await versionOf(early.orderNumber), await versionOf(late.orderNumber)], [1, 2]);

  for (const { token } of [early, late]) {
    await shop.act(await shop.startPayment(token), 'pay', 'lost');
    assert.equal((await shop.sync(token)).status, 'paid');
  }
  const [earlyDue, lateDue] = [await lineOf(early.orderNumber), await lineOf(late.orderNumber)];
  assert.ok(earlyDue.dueOn! < lateDue.dueOn!, `${earlyDue.dueOn} is before ${lateDue.dueOn}`);
  assert.equal(earlyDue.amount, 12_900);
});

test('rejects an order of a product that the new catalogue has retired, and names the product', async () => {
  const body = { orderTypes: [slogansType, retiredType], orderDetails: [slogansDetails, {}] };
  catalogue = first;
  assert.equal((await order(body)).body.errors?.['orderTypes.1'], undefined);
  catalogue = second;
  assert.deepEqual((await order(body)).body.errors?.['orderTypes.1'], [
    `${second.productOf(retiredType).title} is no longer available. Remove it from your cart`,
  ]);
});

test('uses the new catalogue’s limits of deposits, and its products in the API description', async () => {
  const deposit = () =>
    shop.send('POST', '/api/balance/deposit', { headers: auth, body: { ...shop.billing, price: 2000 } });
  const described = async () =>
    JSON.stringify((await shop.send('GET', '/api/openapi.json')).body).includes(
      `${second.productOf(retiredType).name}Details`,
    );
  catalogue = first;
  assert.deepEqual([(await deposit()).status, await described()], [200, true]);
  catalogue = second;
  assert.deepEqual((await deposit()).body.errors, { price: ['Enter an amount from $50 to $1,500'] });
  assert.equal(await described(), false);
});
