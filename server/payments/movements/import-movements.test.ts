/** Imports and posts each movement once, so that the clearing account equals Stripe's balance. */
import assert from 'node:assert/strict';
import test, { afterEach, beforeEach } from 'node:test';
import { sql } from 'kysely';
import type Stripe from 'stripe';
import { ProviderUnavailable } from '#server/payments/provider/provider.ts';
import { stripeProvider } from '#server/payments/stripe/stripe-provider.ts';
import { silent } from '#test/server/open-test-queue.ts';
import {
  accountsOf,
  countMovements,
  movementPostings,
  passHours,
  passWholeDays,
  payOrder,
  tiesOf,
} from '#test/server/live-with-provider.ts';
import { openStripeShop } from '#test/server/open-provider-shops.ts';

import { importMovements } from './import-movements.ts';
import type { ListingProvider } from './read-payouts.ts';

let { shop, fake, close } = {} as Awaited<ReturnType<typeof openStripeShop>>;
beforeEach(async () => {
  ({ shop, fake, close } = await openStripeShop());
});
afterEach(() => close());

const paidOrder = () => payOrder(shop, fake);

const pass = (hours: number) => passHours(shop, hours);
const passDays = (days: number) => passWholeDays(shop, days);
const accounts = () => accountsOf(shop);
const postings = () => movementPostings(shop);
const entries = () => countMovements(shop);
const tie = () => tiesOf(shop);
const held = (currency?: string) => fake.balance.held(currency);

/** The Stripe provider, which calls the fake. */
const stripe = () =>
  stripeProvider({
    secretKey: 'sk_test_51Double',
    webhookSecrets: [],
    clock: shop.now,
    endpoint: fake.origin,
  }) as ListingProvider;
const importWith = (provider: ListingProvider) =>
  importMovements({
    db: shop.database.db,
    clock: shop.now,
    log: silent,
    providers: [provider],
  });
const addFees = (count: number) => {
  for (let n = 0; n < count; n += 1) fake.balance.add({ type: 'stripe_fee', amount: -1 });
};

test('posts a payment’s fee and a payout, so that the clearing account equals Stripe’s balance', async () => {
  await paidOrder();
  await pass(1);
  assert.deepEqual(await accounts(), ['clearing:stripe usd -12496', 'provider_fee usd -404']);
  fake.balance.payOut();
  await paidOrder();
  await pass(1);
  assert.deepEqual(await accounts(), [
    'bank usd -12496',
    'clearing:stripe usd -12496',
    'provider_fee usd -808',
  ]);
  assert.equal(held(), 12_496);
  assert.deepEqual(await postings(), [
    'payout: bank → clearing:stripe 12496 usd',
    'provider_fee: provider_fee → clearing:stripe 404 usd',
    'provider_fee: provider_fee → clearing:stripe 404 usd',
  ]);
  await passDays(5);
  assert.deepEqual(await shop.audit(), []);
  assert.deepEqual(await tie(), [
    {
      provider: 'stripe',
      currency: 'usd',
      booked: 12_496,
      held: 12_496,
      not_imported: 0,
      not_booked: 0,
      other: 0,
    },
  ]);
});

test('imports a movement once when it is read again, and by two processes at once', async () => {
  await paidOrder();
  addFees(130);
  await Promise.all([importWith(stripe()), importWith(stripe())]);
  await importWith(stripe());
  await pass(2);
  assert.equal(await entries(), 131);
  assert.deepEqual(await accounts(), ['clearing:stripe usd -12366', 'provider_fee usd -534']);
  assert.deepEqual(await shop.audit(), []);
});

test('continues an import that failed between two pages, and misses no movement added meanwhile', async () => {
  await paidOrder();
  addFees(250);
  const whole = stripe();
  let pages = 0;
  await assert.rejects(
    importWith({
      ...whole,
      movements: async (which, after) => {
        pages += 1;
        if (pages > 2) throw new ProviderUnavailable('gone');
        return whole.movements(which, after);
      },
    }),
    ProviderUnavailable,
  );
  assert.equal(await entries(), 200);
  addFees(7);
  await importWith(whole);
  assert.equal(await entries(), 251, 'the rest of the first import');
  await importWith(whole);
  assert.equal(await entries(), 258, 'what came during it');
  assert.deepEqual(await shop.audit(), []);
});

test('posts the fee of a refund, and reverses a failed refund and its fee', async () => {
  const { ref, number } = await paidOrder();
  await shop.operate('refund', number, '29', 'card', 'kindness');
  await shop.app.jobs.drain();
  fake.balance.record();
  const refund = fake.balance.moved.find(({ type }) => type === 'refund')!;
  Object.assign(refund, { fee: 25, net: refund.amount - 25 });
  await pass(1);
  await fake.act(ref, 'refund-fail');
  const back = fake.balance.moved.find(({ type }) => type === 'refund_failure')!;
  Object.assign(back, { fee: -25, net: back.amount + 25 });
  await pass(1);
  assert.deepEqual(await postings(), [
    'provider_fee: clearing:stripe → provider_fee 25 usd',
    'provider_fee: provider_fee → clearing:stripe 25 usd',
    'provider_fee: provider_fee → clearing:stripe 404 usd',
  ]);
  assert.deepEqual(await accounts(), ['clearing:stripe usd -12496', 'provider_fee usd -404']);
  await passDays(5);
  assert.deepEqual(await shop.audit(), []);
});

test('books a dispute and its fee once', async () => {
  const { ref } = await paidOrder();
  await fake.act(ref, 'dispute');
  await pass(1);
  assert.deepEqual(await accounts(), [
    'clearing:stripe usd 1904',
    'dispute_receivable usd -12900',
    'provider_fee usd -1904',
  ]);
  await fake.act(ref, 'dispute-won', 'lost');
  await passDays(2);
  await pass(1);
  assert.deepEqual(await accounts(), ['clearing:stripe usd -10996', 'provider_fee usd -1904']);
  assert.equal(held(), 10_996);
  await passDays(5);
  assert.deepEqual(await shop.audit(), []);
});

test('reverses a failed payout, and stores the movements that it contains', async () => {
  await paidOrder();
  const payout = fake.balance.payOut()!;
  await pass(2);
  assert.deepEqual(await accounts(), ['bank usd -12496', 'provider_fee usd -404']);
  fake.balance.failPayout(payout);
  await pass(1);
  assert.deepEqual(await accounts(), ['clearing:stripe usd -12496', 'provider_fee usd -404']);
  const { rows } = await sql`select word, payout_ref from provider_entry order by created_at, word`.execute(
    shop.database.db,
  );
  assert.deepEqual(rows, [
    { word: 'charge', payout_ref: payout.id },
    { word: 'payout', payout_ref: null },
    { word: 'payout_failure', payout_ref: null },
  ]);
  assert.deepEqual(await shop.audit(), []);
});

test('books a movement of an unknown kind against suspense, and reports it', async () => {
  await paidOrder();
  const { id } = fake.balance.add({ type: 'anticipation_repayment', amount: -5_000, fee: 10 });
  await pass(1);
  assert.deepEqual(await accounts(), [
    'clearing:stripe usd -7486',
    'provider_fee usd -414',
    'suspense usd -5000',
  ]);
  assert.equal(held(), 7_486);
  assert.deepEqual(await shop.audit(), [
    `At stripe, 1 transaction (anticipation_repayment, −$50.00) matches nothing in the shop: ${id}.`,
  ]);
  await passDays(32);
  assert.deepEqual(await shop.audit(), []);
});

test('books an unknown refund as unexplained after three days, and reverses the posting once the refund is known', async () => {
  const { ref } = await paidOrder();
  const refund = { object: 'refund', id: 're_later', amount: 1_000, currency: 'usd', metadata: {} };
  const { id } = fake.balance.add({ type: 'refund', amount: -1_000, source: refund });
  await pass(1);
  await passDays(1);
  assert.deepEqual(await accounts(), ['clearing:stripe usd -12496', 'provider_fee usd -404']);
  assert.deepEqual(await tie(), [
    {
      provider: 'stripe',
      currency: 'usd',
      booked: 12_496,
      held: 11_496,
      not_imported: 0,
      not_booked: 1_000,
      other: 0,
    },
  ]);
  await passDays(3);
  assert.deepEqual(await accounts(), [
    'clearing:stripe usd -11496',
    'provider_fee usd -404',
    'suspense usd -1000',
  ]);
  assert.deepEqual(await shop.audit(), [
    `At stripe, 1 transaction (refund, −$10.00) matches nothing in the shop: ${id}.`,
  ]);
  const payment = fake.payment(ref);
  payment.refunds.push({
    ...refund,
    payment_intent: payment.intent!.id,
    status: 'succeeded',
  } as unknown as Stripe.Refund);
  const event = fake.event('refund.created', payment.refunds[0]!);
  await fetch(`${shop.origin}/api/webhooks/stripe`, { method: 'POST', ...fake.webhook(event) });
  await pass(1);
  assert.deepEqual(await accounts(), ['clearing:stripe usd -11496', 'provider_fee usd -404']);
  assert.deepEqual(await shop.audit(), []);
});

test('books the exchange into the balance’s currency, and leaves no clearing balance in the payment’s currency', async () => {
  fake.balance.settleIn('eur', 0.9);
  const { ref } = await paidOrder();
  await pass(1);
  assert.deepEqual(await accounts(), [
    'clearing:stripe eur -11206',
    'exchange eur 11610',
    'exchange usd -12900',
    'provider_fee eur -404',
  ]);
  await fake.act(ref, 'dispute');
  await pass(1);
  assert.equal(held('eur'), -1_904);
  assert.deepEqual(await accounts(), [
    'clearing:stripe eur 1904',
    'dispute_receivable usd -12900',
    'provider_fee eur -1904',
  ]);
  await passDays(5);
  assert.deepEqual(await shop.audit(), []);
});

test('reports an API key that may not read movements, until it may', async () => {
  await paidOrder();
  fake.fail('GET /v1/balance_transactions', 403);
  await pass(1);
  assert.deepEqual(await shop.audit(), [
    'The transactions of stripe can’t be imported: The API key doesn’t have permission to read balance transactions.',
  ]);
  await pass(1);
  assert.deepEqual(await shop.audit(), []);
});
