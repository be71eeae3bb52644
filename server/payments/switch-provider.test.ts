import assert from 'node:assert/strict';
import test from 'node:test';
import { day } from '#contract/durations.ts';
import { openTestDatabase } from '#test/server/open-test-database.ts';
import { openFakes } from '#test/server/open-provider-shops.ts';

test('completes a payment with the provider that started it after another one is configured', async (t) => {
  const closing: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const close of closing.toReversed()) await close();
  });
  const database = await openTestDatabase();
  closing.push(() => database.drop());
  const fakes = await openFakes();
  closing.push(() => fakes.close());
  const { stripe, mollie } = fakes;

  const before = await fakes.openShop('stripe', database);
  const { auth, email } = await before.customer();
  const orders = [];
  for (let n = 0; n < 4; n += 1) orders.push(await before.placeOrder(auth));
  const [notified, polled, paid, given] = orders.map(({ token, orderNumber }) => ({ token, orderNumber }));
  const refs = new Map<string, string>();
  for (const { token } of orders) refs.set(token, await before.startPayment(token));
  const refOf = ({ token }: { token: string }) => refs.get(token)!;
  await stripe.act(refOf(given!), 'pay');
  await before.app.jobs.drain();
  await before.close();

  const shop = await fakes.openShop('mollie', database);
  closing.push(() => shop.close());
  const statusOf = async ({ token }: { token: string }) => {
    await shop.app.jobs.drain();
    return (await shop.payment(token)).status;
  };
  await stripe.act(refOf(notified!), 'pay');
  assert.equal(await statusOf(notified!), 'paid', 'a webhook event of Stripe still counts');
  assert.equal(await shop.startPayment(paid!.token), refOf(paid!), 'its open page is gone on with');
  await stripe.act(refOf(paid!), 'pay', 'lost');
  assert.equal((await shop.sync(paid!.token)).status, 'paid');
  await stripe.act(refOf(polled!), 'pay', 'lost');
  shop.pass(day / 2);
  await shop.app.jobs.drain();
  shop.pass(day / 2);
  assert.equal(await statusOf(polled!), 'paid');
  await shop.operate('refund', given!.orderNumber, '129', 'card', 'test');
  await shop.app.jobs.drain();
  await stripe.act(refOf(given!), 'refund-settle');
  await shop.app.jobs.drain();
  const aboutPayments = mollie.calls.filter(({ route }) => route.includes('/payments'));
  assert.equal(aboutPayments.length, 0, 'Mollie is asked about nothing of Stripe’s');

  const headers = shop.bearer((await shop.logIn(email)).accessToken);
  const { token } = await shop.placeOrder(headers);
  const ref = await shop.startPayment(token);
  assert.match(ref, /^tr_/);
  await mollie.act(ref, 'pay');
  assert.equal(await statusOf({ token }), 'paid');
  assert.deepEqual(await shop.audit(), []);
});
