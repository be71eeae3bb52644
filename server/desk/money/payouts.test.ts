/** Payouts and fees at the desk: in a period, on a payment's page, and in the exported file. */
import assert from 'node:assert/strict';
import test, { afterEach, beforeEach } from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { mollieProvider } from '#server/payments/mollie/mollie-provider.ts';
import type { PaymentProvider } from '#server/payments/provider/provider.ts';
import type { Keys } from '#server/process/derived-keys.ts';
import { Refusal } from '#server/http/refusal.ts';
import { compareProviderBalances } from '#server/payments/audit/audit-money.ts';
import { owner } from '#test/server/check-payment-invariants.ts';
import { passHours, payOrder } from '#test/server/live-with-provider.ts';
import { openMollieShop, openStripeShop } from '#test/server/open-provider-shops.ts';
import { showPaymentTrail } from './show-payment-trail.ts';
import { showPayouts } from './show-payouts.ts';
import { exportReport } from './write-report.ts';

let { shop, fake, close } = {} as Awaited<ReturnType<typeof openStripeShop>>;
beforeEach(async () => {
  ({ shop, fake, close } = await openStripeShop());
});
afterEach(() => close());

const paidOrder = () => payOrder(shop, fake);
const pass = (hours: number) => passHours(shop, hours);
const dayOf = (time: Date) => time.toISOString().slice(0, 10);
const thisYear = () => ({
  from: `${dayOf(shop.now()).slice(0, 4)}-01-01`,
  to: `${dayOf(shop.now()).slice(0, 4)}-12-31`,
});
const show = (period = thisYear(), at = shop, providers: PaymentProvider[] = []) =>
  showPayouts({ db: at.database.db, payments: { providers } }, period);

test('shows no payouts before the first import, and rejects a period that is too long', async () => {
  const { payouts, fees, ties, hasMore } = await show();
  assert.deepEqual([payouts, fees, ties, hasMore], [[], [], [], false]);
  await assert.rejects(show({ from: '2020-01-01', to: '2026-01-01' }), Refusal);
});

test('shows payouts with their state, fees by kind, and Stripe’s balance', async () => {
  await paidOrder();
  await pass(1);
  const first = fake.balance.payOut()!;
  await pass(1);
  fake.balance.failPayout(first);
  fake.balance.add({ type: 'stripe_fee', amount: -199 });
  await pass(1);
  const second = fake.balance.payOut()!;
  const disputed = await paidOrder();
  await fake.act(disputed.ref, 'dispute');
  await pass(1);
  await compareProviderBalances({ db: shop.database.db, clock: shop.now });
  const { payouts, fees, ties, imports } = await show();
  assert.deepEqual(
    payouts.map(({ reference, amount, state, currency }) => [reference, amount, state, currency]),
    [
      [second.id, 12_297, 'sent', 'usd'],
      [first.id, 12_496, 'back', 'usd'],
      [first.id, 12_496, 'returned', 'usd'],
    ],
  );
  assert.equal(payouts[0]!.arrivesOn, new Date(second.arrival_date * 1000).toISOString());
  assert.deepEqual(
    fees.map(({ kind, count, amount }) => [kind, count, amount]),
    [
      ['dispute', 1, 1_500],
      ['payment', 2, 808],
      ['fee', 1, 199],
    ],
  );
  assert.deepEqual(
    ties.map(({ booked, held, notImported, notBooked, other }) => [
      booked,
      held,
      notImported,
      notBooked,
      other,
    ]),
    [[-1_904, -1_904, 0, 0, 0]],
  );
  assert.equal(imports[0]?.failure, null);
  assert.deepEqual((await show({ from: '2020-01-01', to: '2020-01-31' })).payouts, []);
});

test('splits the difference from the provider’s balance into movements not yet imported and not yet booked', async () => {
  await pass(1);
  await paidOrder();
  await shop.app.jobs.drain();
  const { ref } = await paidOrder();
  await pass(1);
  await fake.act(ref, 'dashboard-refund', 'lost');
  await pass(1);
  await paidOrder();
  await shop.app.jobs.drain();
  await compareProviderBalances({ db: shop.database.db, clock: shop.now });
  const { ties } = await show();
  assert.deepEqual(
    ties.map(({ booked, held, notImported, notBooked, other }) => [
      booked,
      held,
      notImported,
      notBooked,
      other,
    ]),
    [[37_892, 18_542, 12_900, 6_450, 0]],
  );
});

test('shows a payment’s fee and payout, and shows its money in the bank unless the payout was returned', async () => {
  const { number } = await paidOrder();
  await pass(1);
  const trail = () => showPaymentTrail(shop.database, owner, { number });
  const held = await trail();
  assert.deepEqual(
    held.movements.map(({ kind, amount, fee, payout }) => [kind, amount, fee, payout]),
    [['payment', 12_900, 404, null]],
  );
  const where = ({ whereNow }: Awaited<ReturnType<typeof trail>>) =>
    whereNow.map(({ account, amount }) => `${account} ${amount}`).toSorted();
  assert.deepEqual(where(held), ['clearing:stripe -12496', 'provider_fee -404', 'unearned 12900']);
  const payout = fake.balance.payOut()!;
  await pass(1);
  const paidOut = await trail();
  assert.equal(paidOut.movements[0]?.payout?.reference, payout.id);
  assert.deepEqual(where(paidOut), ['bank -12496', 'provider_fee -404', 'unearned 12900']);
  fake.balance.failPayout(payout);
  await pass(1);
  assert.deepEqual(where(await trail()), ['clearing:stripe -12496', 'provider_fee -404', 'unearned 12900']);
});

test('exports every movement of the period, with its order and its payout', async () => {
  const { number } = await paidOrder();
  await pass(1);
  const payout = fake.balance.payOut()!;
  await pass(1);
  const { name, content } = await exportReport(
    { db: shop.database.db, clock: shop.now, catalogue: () => builtInCatalogue },
    owner,
    { report: 'payouts', ...thisYear() },
  );
  assert.match(name, /^payouts-\d{4}-01-01-to-\d{4}-12-31\.csv$/);
  const rows = (await content.toArray()).join('').trimEnd().split('\r\n').slice(1);
  assert.equal(rows.length, 2);
  const [paid, sent] = rows.map((row) => row.replaceAll(/"txn_\w+"|^"[^"]+"/g, '…'));
  assert.ok(
    paid!.startsWith(`…,"stripe","Payment","charge",…,"${number}",129.00,4.04,124.96,"${payout.id}","20`),
    paid,
  );
  assert.ok(
    sent!.startsWith(`…,"stripe","Payout","payout",…,"",-124.96,0.00,-124.96,"${payout.id}","20`),
    sent,
  );
});

test('shows Mollie’s payouts, deductions and balance, a payment’s payout, and each movement in the export', async (t) => {
  const mollie = await openMollieShop();
  t.after(() => mollie.close());
  const { number } = await payOrder(mollie.shop, mollie.fake);
  await passHours(mollie.shop, 1);
  const payout = mollie.fake.balance.payOut()!;
  mollie.fake.balance.chargeFee(199);
  await passHours(mollie.shop, 1);
  const deps = { db: mollie.shop.database.db, clock: mollie.shop.now };
  await compareProviderBalances(deps);
  const { payouts, fees, ties } = await show(thisYear(), mollie.shop);
  assert.deepEqual(
    payouts.map(({ reference, amount, state, arrivesOn }) => [reference, amount, state, arrivesOn]),
    [[payout.id, 12_643, 'sent', null]],
  );
  assert.deepEqual(
    fees.map(({ kind, amount }) => [kind, amount]),
    [
      ['payment', 257],
      ['fee', 199],
    ],
  );
  assert.deepEqual(
    ties.map(({ provider, booked, held, other }) => [provider, booked, held, other]),
    [['mollie', -199, -199, 0]],
  );
  const { movements, whereNow } = await showPaymentTrail(deps, owner, { number });
  assert.deepEqual(
    movements.map(({ kind, amount, fee, payout: paidOut }) => [kind, amount, fee, paidOut?.reference]),
    [['payment', 12_900, 257, payout.id]],
  );
  assert.ok(whereNow.some(({ account, amount }) => account === 'bank' && amount === -12_643));
  const { content } = await exportReport({ ...deps, catalogue: () => builtInCatalogue }, owner, {
    report: 'payouts',
    ...thisYear(),
  });
  const file = (await content.toArray()).join('');
  assert.match(
    file,
    new RegExp(`"mollie","Payment","payment",.*"${number}",129.00,2.57,126.43,"${payout.id}"`),
  );
  assert.match(file, /"mollie","Account fee","invoice-compensation",.*-1\.99,0\.00,-1\.99/);
});

test('lists Mollie as a provider whose movements can’t be imported until its organization token is set', async () => {
  const mollie = { apiKey: 'live_Double', webhookKeys: ['x'] as Keys };
  const without = async (...providers: PaymentProvider[]) =>
    (await show(thisYear(), shop, providers)).withoutImport;
  assert.deepEqual(await without(mollieProvider(mollie)), [{ provider: 'mollie', livemode: true }]);
  assert.deepEqual(await without(mollieProvider({ ...mollie, organizationToken: 'access_Double' })), []);
});
