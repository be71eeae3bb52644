import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { PlacedDeposit } from '#contract/storefront/balance.ts';
import type { WayToPay } from '#contract/storefront/payments.ts';
import { testDatabaseUrl } from '#test/server/open-test-database.ts';
import { auditLedger } from '#server/ledger/audit-ledger.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { saySnapshot, recordPaymentChanges } from '#test/server/record-payment-changes.ts';
import { waitFor } from '#test/wait-for.ts';
import { sql } from 'kysely';
import { auditPayments } from './audit/audit-payments.ts';
import type { Snapshot } from './provider/provider.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
});
after(() => shop.close());

/** Resolves once `count` connections wait for a lock. */
const waitingForLocks = (count: number) =>
  waitFor(`${count} connections that wait for a lock`, async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.database.db);
    return rows[0]!.n >= count;
  });

test(
  'pays the order when both parts of its price are captured at the same moment',
  { skip: !testDatabaseUrl && 'needs TEST_DATABASE_URL' },
  async () => {
    const { auth } = await shop.customer();
    const { token } = await shop.placeOrder(auth);
    const first = await shop.startPayment(token);
    await shop.act(first, 'cancel');
    await shop.sync(token);
    const second = await shop.startPayment(token);
    await shop.app.jobs.drain();
    const applied = await shop.database.db.transaction().execute(async (tx) => {
      await sql`select 1 from payment_link where token = ${token} for update`.execute(tx);
      await shop.act(first, 'pay-short');
      await shop.act(second, 'pay-short');
      const draining = shop.app.jobs.drain();
      // both transactions now wait for the lock on the link
      await waitingForLocks(2);
      return { draining };
    });
    await applied.draining;
    assert.equal((await shop.payment(token)).status, 'paid');
  },
);

/**
 * Each step for an order of $129.00 or a deposit of $50.00, and below it the changes it causes. `holds`: pays with $50.00 held
 * on the balance and a card. `card`: starts a card payment. `1 paid 7900`: the provider reports the first payment paid with
 * $79.00. All other steps are user actions.
 */
const histories: Record<string, string> = {
  'books nothing for a failed transfer, and pays the order with two later payments of half its price': `order
    card
      payment: open
    1 open
    1 processing
      payment: processing
      letter processing 0
    1 processing
    1 open
    1 failed
      payment: failed, closed
      letter failed 0
    1 failed
    1 paid 6450
      capture: clearing:sandbox → cash 6450
      payment: captured 6450 usd, closed
      link: awaitingPayment, 6450 arrived
      letter short 6450
    1 paid 6450
    1 paid 12900
    card
      reserve: cash → reserved 6450
      payment: captured 6450 usd, closed
      payment: open
    2 paid 6450
      capture: clearing:sandbox → cash 6450
      order_paid: cash → unearned 6450
      order_paid: reserved → unearned 6450
      payment: captured 6450 usd, closed
      payment: captured 6450 usd, closed
      link: paid, 12900 arrived
      awaitingPayment → paid`,
  'releases the hold without an email when a card fails at once, and uses no hold for its late payment': `order
    holds
      reserve: cash → reserved 5000
      payment: open
    1 failed
      release: reserved → cash 5000
      payment: failed, closed
    1 paid 7900
      capture: clearing:sandbox → cash 7900
      payment: captured 7900 usd, closed
      link: awaitingPayment, 7900 arrived
      letter short 5000`,
  'releases the hold when the payment page expires': `order
    holds
      reserve: cash → reserved 5000
      payment: open
    1 expired
      release: reserved → cash 5000
      payment: expired, closed`,
  'credits the balance with an underpayment, and releases the hold beside it': `order
    holds
      reserve: cash → reserved 5000
      payment: open
    1 paid 7000
      capture: clearing:sandbox → cash 7000
      release: reserved → cash 5000
      payment: captured 7000 usd, closed
      link: awaitingPayment, 7000 arrived
      letter short 900`,
  'pays the order with an overpayment and its hold, and leaves the excess on the balance': `order
    holds
      reserve: cash → reserved 5000
      payment: open
    1 paid 8400
      capture: clearing:sandbox → cash 8400
      order_paid: cash → unearned 7900
      order_paid: reserved → unearned 5000
      payment: captured 8400 usd, closed
      link: paid, 8400 arrived
      awaitingPayment → paid
      letter over 500`,
  'doesn’t pay the order with money that it received earlier and the customer has spent since': `order
    card
      payment: open
    1 paid 6450
      capture: clearing:sandbox → cash 6450
      payment: captured 6450 usd, closed
      link: awaitingPayment, 6450 arrived
      letter short 6450
    spends 54.50
      adjustment: cash → promo_expense 5450
    card
      reserve: cash → reserved 1000
      payment: captured 6450 usd, closed
      payment: open
    2 paid 11899
      capture: clearing:sandbox → cash 11899
      release: reserved → cash 1000
      payment: captured 6450 usd, closed
      payment: captured 11899 usd, closed
      link: awaitingPayment, 18349 arrived
      letter short 1`,
  'books only the price when the customer has spent an earlier payment and pays that part again by card': `order
    card
      payment: open
    1 paid 6450
      capture: clearing:sandbox → cash 6450
      payment: captured 6450 usd, closed
      link: awaitingPayment, 6450 arrived
      letter short 6450
    spends 54.50
      adjustment: cash → promo_expense 5450
    card
      reserve: cash → reserved 1000
      payment: captured 6450 usd, closed
      payment: open
    2 paid 11900
      capture: clearing:sandbox → cash 11900
      order_paid: cash → unearned 11900
      order_paid: reserved → unearned 1000
      payment: captured 6450 usd, closed
      payment: captured 11900 usd, closed
      link: paid, 18350 arrived
      awaitingPayment → paid`,
  'marks a payment in another currency for review, and releases the hold': `order
    holds
      reserve: cash → reserved 5000
      payment: open
    1 paid 7900 eur
      capture: clearing:sandbox → suspense 7900
      release: reserved → cash 5000
      payment: review 7900 eur, closed
      alert currency
    1 paid 7900 eur
    1 paid 7900`,
  'changes nothing and alerts the operator when a payment has the other mode': `order
    card
      payment: open
    1 paid 12900 live
      alert livemode`,
  'leaves a payment on the balance when its order is already paid': `order
    card
      payment: open
    1 expired
      payment: expired, closed
    card
      payment: expired, closed
      payment: open
    2 paid 12900
      capture: clearing:sandbox → cash 12900
      order_paid: cash → unearned 12900
      payment: expired, closed
      payment: captured 12900 usd, closed
      link: paid, 12900 arrived
      awaitingPayment → paid
    1 paid 12900
      capture: clearing:sandbox → cash 12900
      payment: captured 12900 usd, closed
      payment: captured 12900 usd, closed
      link: paid, 25800 arrived
      letter paid 0`,
  'leaves a payment on the balance when its order is canceled': `order
    card
      payment: open
    cancels
      payment: expired, closed
      link: cancelled, 0 arrived
      awaitingPayment → cancelled
    1 paid 12900
      capture: clearing:sandbox → cash 12900
      payment: captured 12900 usd, closed
      link: cancelled, 12900 arrived
      letter cancelled 0`,
  'pays a deposit with a payment of any amount, and credits the balance with a second payment': `deposit
    card
      payment: open
    1 expired
      payment: expired, closed
    card
      payment: expired, closed
      payment: open
    2 paid 5001
      capture: clearing:sandbox → cash 5001
      payment: expired, closed
      payment: captured 5001 usd, closed
      link: paid, 5001 arrived
    1 paid 5000
      capture: clearing:sandbox → cash 5000
      payment: captured 5000 usd, closed
      payment: captured 5001 usd, closed
      link: paid, 10001 arrived
      letter paid 0`,
};

function snapshotOf(words: string[]): Partial<Snapshot> {
  const [state, captured = '0', ...more] = words;
  return {
    state: state as Snapshot['state'],
    captured: BigInt(captured),
    livemode: more.includes('live'),
    currency: more.includes('eur') ? 'eur' : 'usd',
  };
}

for (const [name, history] of Object.entries(histories))
  test(name, async () => {
    // keeps the emails in the queue so that the test can read them
    await shop.app.jobs.stop();
    const { auth, email } = await shop.customer();
    const [purpose, ...steps] = history.split(/\n {4}(?! )/);
    if (history.includes('holds')) await shop.addFunds(auth, 5_000);
    const { token, number } = purpose === 'order' ? await order(auth) : await deposit(auth);
    const look = recordPaymentChanges(shop, number);
    await look();
    const refs: string[] = [];
    const start = async (way: WayToPay) => {
      shop.pass(1_000);
      const { body } = await shop.pay(token, way, auth);
      refs.push(body.url!.split('/').at(-1)!);
    };
    const acts: Record<string, (amount: string) => Promise<unknown>> = {
      card: () => start('card'),
      holds: () => start('both'),
      spends: (amount) => shop.operate('debit', email, amount, 'Spent elsewhere'),
      cancels: () => shop.send('POST', `/api/orders/${number}/cancel`, { headers: auth }),
    };
    for (const step of steps) {
      const [what, ...expected] = step.split(/\n */);
      const [who, ...words] = what!.split(' ');
      const ref = refs[Number(who) - 1];
      const heard = ref ? await saySnapshot(shop, ref, snapshotOf(words)) : await acts[who!]!(words[0]!);
      assert.deepEqual(await look(), expected, what);
      if (ref) assert.deepEqual(heard, expected.length > 0 ? ['woken', 'changed'] : [], what);
    }
    assert.deepEqual(
      [...(await auditLedger(shop.database.db)), ...(await auditPayments(shop.database.db))],
      [],
    );
  });

async function order(auth: { authorization: string }) {
  const { token, orderNumber: number } = await shop.placeOrder(auth);
  return { token, number };
}
async function deposit(headers: { authorization: string }) {
  const body = { ...shop.billing, price: 5_000 };
  const { body: placed } = await shop.send<PlacedDeposit>('POST', '/api/balance/deposit', { body, headers });
  return {
    token: new URL(placed.paymentLink).searchParams.get('link')!,
    number: placed.depositNumber,
  };
}

test('keeps the attempt open with its hold when the provider reports an open page', async () => {
  const { auth, email } = await shop.customer();
  await shop.operate('credit', email, '50', 'Sorry');
  const { token, number } = await order(auth);
  const ref = (await shop.pay(token, 'both', auth)).body.url!.split('/').at(-1)!;
  await sql`update payment_attempt set status = 'creating' where provider_ref = ${ref}`.execute(
    shop.database.db,
  );
  const look = recordPaymentChanges(shop, number);
  await look();
  await saySnapshot(shop, ref, { state: 'open' });
  assert.deepEqual(await look(), ['payment: open']);
});

test('logs unknown values of a snapshot and alerts the operator, except for payments of other systems', async () => {
  const { auth } = await shop.customer();
  const { token, number } = await order(auth);
  const ref = await shop.startPayment(token);
  const look = recordPaymentChanges(shop, number);
  await look();
  const unknown = ['status: melted'];
  const [logged, ...heard] = await saySnapshot(shop, ref, { state: 'open', unknown });
  assert.deepEqual((logged as { words: string[] }).words, unknown);
  assert.deepEqual([await look(), heard], [['alert unknown'], ['woken']]);
  assert.deepEqual(await saySnapshot(shop, 'sbx_nobody', { captured: 100n }), []);
  assert.deepEqual(await look(), []);
});
