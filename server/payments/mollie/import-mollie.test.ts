/** Imports and posts each movement once, so that the clearing account equals Mollie's balance. */
import assert from 'node:assert/strict';
import test, { afterEach, beforeEach } from 'node:test';
import { sql } from 'kysely';
import { compareProviderBalances } from '#server/payments/audit/audit-money.ts';
import { importMovements } from '#server/payments/movements/import-movements.ts';
import type { ListingProvider } from '#server/payments/movements/read-payouts.ts';
import { ProviderUnavailable } from '#server/payments/provider/provider.ts';
import {
  accountsOf,
  countMovements,
  movementPostings,
  passHours,
  passWholeDays,
  payOrder,
  tiesOf,
} from '#test/server/live-with-provider.ts';
import { openFakes, openMollieShop } from '#test/server/open-provider-shops.ts';
import { silent } from '#test/server/open-test-queue.ts';
import { mollieProvider } from './mollie-provider.ts';

let { shop, fake, close } = {} as Awaited<ReturnType<typeof openMollieShop>>;
beforeEach(async () => {
  ({ shop, fake, close } = await openMollieShop());
});
afterEach(() => close());

const paidOrder = () => payOrder(shop, fake);
const pass = (hours: number) => passHours(shop, hours);
const passDays = (days: number) => passWholeDays(shop, days);
const accounts = () => accountsOf(shop);
const postings = () => movementPostings(shop);
const entries = () => countMovements(shop);

/** The Mollie provider, which calls the fake. */
const mollie = (organizationToken = 'access_Double') =>
  mollieProvider({
    apiKey: 'test_Double',
    organizationToken,
    webhookKeys: ['x'],
    endpoint: fake.origin,
  }) as ListingProvider;
const importWith = (provider: ListingProvider) =>
  importMovements({ db: shop.database.db, clock: shop.now, log: silent, providers: [provider] });
const addFees = (count: number) => {
  for (let n = 0; n < count; n += 1) fake.balance.chargeFee(1);
};
const inPayouts = async () =>
  (
    await sql<{ word: string; payout_ref: string | null }>`
    select word, payout_ref from provider_entry order by created_at, word`.execute(shop.database.db)
  ).rows.map((row) => [row.word, row.payout_ref]);

test('posts a payment’s deduction and a payout, so that the clearing account equals Mollie’s balance', async () => {
  await paidOrder();
  await pass(1);
  assert.deepEqual(await accounts(), ['clearing:mollie usd -12643', 'provider_fee usd -257']);
  fake.balance.payOut();
  await paidOrder();
  await pass(1);
  assert.deepEqual(await accounts(), [
    'bank usd -12643',
    'clearing:mollie usd -12643',
    'provider_fee usd -514',
  ]);
  assert.equal(fake.balance.held(), 12_643);
  assert.deepEqual(await postings(), [
    'payout: bank → clearing:mollie 12643 usd',
    'provider_fee: provider_fee → clearing:mollie 257 usd',
    'provider_fee: provider_fee → clearing:mollie 257 usd',
  ]);
  await passDays(5);
  assert.deepEqual(await shop.audit(), []);
  const same = { provider: 'mollie', currency: 'usd', not_imported: 0, not_booked: 0, other: 0 };
  assert.deepEqual(await tiesOf(shop), [{ ...same, booked: 12_643, held: 12_643 }]);
});

test('imports a movement once when it is read again, and by two processes at once', async () => {
  await paidOrder();
  addFees(260);
  await Promise.all([importWith(mollie()), importWith(mollie())]);
  fake.calls.splice(0);
  await importWith(mollie());
  assert.ok(
    fake.calls.every(({ route }) => route !== 'GET /v2/payments/:id'),
    'reads no known payment again',
  );
  await pass(2);
  assert.equal(await entries(), 261);
  assert.deepEqual(await accounts(), ['clearing:mollie usd -12383', 'provider_fee usd -517']);
  assert.deepEqual(await shop.audit(), []);
});

test('continues an import that ended between two pages, and imports the movements added meanwhile', async () => {
  await paidOrder();
  addFees(550);
  const whole = mollie();
  let pages = 0;
  await assert.rejects(
    importWith({
      ...whole,
      movements: async (wanted, after) => {
        pages += 1;
        if (pages > 2) throw new ProviderUnavailable('gone');
        return whole.movements(wanted, after);
      },
    }),
    ProviderUnavailable,
  );
  assert.equal(await entries(), 500);
  addFees(7);
  await importWith(whole);
  assert.equal(await entries(), 551, 'the rest of the first import');
  await importWith(whole);
  assert.equal(await entries(), 558, 'what came during it');
  assert.deepEqual(await shop.audit(), []);
});

test('reads only the first page of each balance after a complete import', async () => {
  addFees(600);
  await pass(1);
  fake.balance.settleIn('eur', 0.9);
  await passDays(3);
  await paidOrder();
  fake.calls.splice(0);
  await importWith(mollie());
  const asked = fake.calls.filter(({ route }) => route === 'GET /v2/balances/:id/transactions');
  assert.equal(asked.length, 2);
  assert.equal(await entries(), 601);
});

test('posts the deduction of a refund, and reverses a returned refund', async () => {
  const { ref, number } = await paidOrder();
  await shop.operate('refund', number, '29', 'card', 'kindness');
  await shop.app.jobs.drain();
  // Mollie takes the money of a refund from the balance before it is completed
  fake.payment(ref).refunds[0]!.status = 'processing';
  await pass(1);
  await compareProviderBalances({ db: shop.database.db, clock: shop.now });
  assert.deepEqual(
    (await tiesOf(shop)).map(({ booked, held, not_booked: notBooked, other }) => [
      booked,
      held,
      notBooked,
      other,
    ]),
    [[12_618, 9_718, 2_900, 0]],
  );
  fake.payment(ref).refunds[0]!.status = 'queued';
  await fake.act(ref, 'refund-settle');
  await pass(1);
  assert.deepEqual(await accounts(), ['clearing:mollie usd -9718', 'provider_fee usd -282']);
  await fake.act(ref, 'refund-fail');
  await pass(1);
  assert.deepEqual(await accounts(), ['clearing:mollie usd -12618', 'provider_fee usd -282']);
  assert.equal(fake.balance.held(), 12_618);
  await passDays(5);
  assert.deepEqual(await shop.audit(), []);
});

test('books a chargeback and its reversal once, and the chargeback’s fee when it is listed', async () => {
  const { ref } = await paidOrder();
  await fake.act(ref, 'dispute');
  assert.equal(fake.balance.held(), 12_900 - 257 - 12_900 - 1_500);
  await pass(1);
  assert.ok((await accounts()).includes('provider_fee usd -1757'));
  await fake.act(ref, 'dispute-won');
  await pass(1);
  assert.deepEqual(await accounts(), ['clearing:mollie usd -11143', 'provider_fee usd -1757']);
  assert.equal(fake.balance.held(), 11_143);
  await passDays(5);
  assert.deepEqual(await shop.audit(), []);
  await shop.database.db.transaction().execute(async (tx) => {
    await sql`alter table provider_entry disable trigger user`.execute(tx);
    await sql`update provider_entry set fee = fee + 1 where word = 'chargeback'`.execute(tx);
    await sql`alter table provider_entry enable trigger user`.execute(tx);
  });
  assert.match(
    (await shop.audit()).join('\n'),
    /The fees of payment providers should be \$17.58, but \$17.57/,
  );
});

test('reverses returned and canceled payouts, and stores the movements that a payout contains', async () => {
  const { ref } = await paidOrder();
  await pass(1);
  await fake.act(ref, 'dashboard-refund');
  fake.balance.chargeFee(199);
  const first = fake.balance.payOut()!;
  await pass(2);
  assert.deepEqual(await accounts(), ['bank usd -5969', 'provider_fee usd -481']);
  fake.balance.failPayout(first);
  await pass(1);
  assert.deepEqual(await accounts(), ['clearing:mollie usd -5969', 'provider_fee usd -481']);
  const second = fake.balance.payOut()!;
  await pass(1);
  fake.balance.cancelPayout(second);
  await pass(1);
  assert.deepEqual(await accounts(), ['clearing:mollie usd -5969', 'provider_fee usd -481']);
  assert.deepEqual(await inPayouts(), [
    ['payment', first.id],
    ['invoice-compensation', null],
    ['outgoing-transfer', null],
    ['refund', first.id],
    ['returned-transfer', null],
    ['outgoing-transfer', null],
    ['canceled-outgoing-transfer', null],
  ]);
  assert.deepEqual(await shop.audit(), []);
});

test('books reserves, repayments and unknown types of Mollie against suspense, and reports them', async () => {
  await paidOrder();
  fake.balance.record();
  Object.assign(fake.balance.moved[0]!, {
    deductions: -1_257,
    details: { fees: -257, reservations: -900, repayments: -100 },
  });
  fake.balance.add({ type: 'rolling-reserve-release', amount: 900 });
  fake.balance.add({ type: 'topup', amount: 2_000 });
  await pass(1);
  assert.deepEqual(await accounts(), [
    'bank usd 2000',
    'clearing:mollie usd -14543',
    'provider_fee usd -257',
    'suspense usd -100',
  ]);
  assert.equal(fake.balance.held(), 14_543);
  const found = await shop.audit();
  assert.deepEqual(
    found.map((finding) => finding.replaceAll(/baltr_\w+/g, 'baltr_1')),
    [
      'At mollie, 1 transaction (repayments, −$1.00) matches nothing in the shop: baltr_1:repayments.',
      'At mollie, 1 transaction (reservations, −$9.00) matches nothing in the shop: baltr_1:reservations.',
      'At mollie, 1 transaction (rolling-reserve-release, $9.00) matches nothing in the shop: baltr_1.',
    ],
  );
});

test('books the exchange into the balance’s currency, and leaves no clearing balance in the payment’s currency', async () => {
  fake.balance.settleIn('eur', 0.9);
  const { ref, number } = await paidOrder();
  await shop.operate('refund', number, '29', 'card', 'kindness');
  await shop.app.jobs.drain();
  await fake.act(ref, 'refund-settle');
  await pass(1);
  assert.deepEqual(await accounts(), [
    'clearing:mollie eur -8718',
    'exchange eur 9000',
    'exchange usd -10000',
    'provider_fee eur -282',
  ]);
  await fake.act(ref, 'dispute');
  await pass(1);
  await fake.act(ref, 'dispute-won');
  await passDays(5);
  assert.equal(fake.balance.held('eur'), 7_218);
  assert.ok((await accounts()).includes('clearing:mollie eur -7218'));
  assert.deepEqual(await shop.audit(), []);
});

test('books a payment of another website of the organization as unexplained after three days', async () => {
  await paidOrder();
  fake.balance.add({ type: 'payment', amount: 1_000, context: { paymentId: 'tr_other' } });
  await pass(1);
  await passDays(4);
  assert.deepEqual(await accounts(), [
    'clearing:mollie usd -13643',
    'provider_fee usd -257',
    'suspense usd 1000',
  ]);
  assert.match(
    (await shop.audit()).join('\n'),
    /At mollie, 1 transaction \(payment, \$10\.00\) matches nothing/,
  );
});

test('reports a token that may not read balances, and imports with a token that may read only balances', async () => {
  await paidOrder();
  fake.balance.permissions.delete('balances.read');
  await pass(1);
  const refused = [
    'The transactions of mollie can’t be imported: The API key doesn’t have permission to read balance transactions.',
  ];
  assert.deepEqual(await shop.audit(), refused);
  await importWith(mollie('test_Double'));
  assert.deepEqual(await shop.audit(), refused);
  fake.balance.permissions.add('balances.read').delete('settlements.read');
  fake.balance.payOut();
  await pass(1);
  assert.deepEqual(await accounts(), ['bank usd -12643', 'provider_fee usd -257']);
  assert.deepEqual(await shop.audit(), []);
  assert.deepEqual(await inPayouts(), [
    ['payment', null],
    ['outgoing-transfer', null],
  ]);
});

test('reports no difference between booked and held amounts after a shop has changed providers', async () => {
  const fakes = await openFakes();
  const first = await fakes.openShop('stripe');
  try {
    await payOrder(first, fakes.stripe);
    await passHours(first, 1);
    const second = await fakes.openShop('mollie', first.database);
    await payOrder(second, fakes.mollie);
    fakes.stripe.balance.payOut();
    await passHours(second, 1);
    fakes.mollie.balance.chargeFee(100);
    await passHours(second, 2);
    await passWholeDays(second, 5);
    assert.deepEqual(await second.audit(), []);
    const tied = { currency: 'usd', not_imported: 0, not_booked: 0, other: 0 };
    assert.deepEqual(await tiesOf(second), [
      { provider: 'mollie', ...tied, booked: 12_543, held: 12_543 },
      { provider: 'stripe', ...tied, booked: 0, held: 0 },
    ]);
    await second.close();
  } finally {
    await first.close();
    await fakes.close();
  }
});
