/** What the operator's refund command and each provider report about refunds change: every posting, the stored refunds, and the emails. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { auditLedger } from '#server/ledger/audit-ledger.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { saySnapshot, recordPaymentChanges } from '#test/server/record-payment-changes.ts';
import { sql } from 'kysely';
import { auditPayments } from '#server/payments/audit/audit-payments.ts';
import type { ProviderRefund } from '#server/payments/provider/provider.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
  // keeps the emails and refund jobs in the queue so that the test can read them
  await shop.app.jobs.stop();
});
after(() => shop.close());

type Kind = 'order' | 'mixed' | 'over' | 'inTwoParts' | 'deposit' | 'unpaid';

/** Creates an order of $129.00, or a deposit of $200.00 of which $129.00 are spent; returns it with its last payment page. */
async function make(kind: Kind): Promise<{ ref: string; number: string }> {
  const { auth } = await shop.customer();
  if (kind === 'deposit') {
    const { depositNumber: number } = await shop.addFunds(auth, 20_000);
    const { token } = await shop.placeOrder(auth);
    await shop.pay(token, 'balance', auth);
    return { ref: await shop.refOf(number), number };
  }
  if (kind === 'mixed') await shop.addFunds(auth, 5_000);
  const { token, orderNumber: number } = await shop.placeOrder(auth);
  const pay = async (act: string) => {
    // the newest payment is refunded first
    shop.pass(1_000);
    const { body } = await shop.pay(token, kind === 'mixed' ? 'both' : 'card', auth);
    const ref = body.url!.split('/').at(-1)!;
    await shop.act(ref, act, 'lost');
    await shop.sync(token);
    return { ref, number };
  };
  if (kind === 'inTwoParts') await pay('pay-short');
  return pay({ over: 'pay-over', unpaid: 'decline' }[kind as string] ?? 'pay');
}

/**
 * First the command or the provider's report, then the changes it causes. `refund 40 card`: the operator's command. `says ours
 * pending`: the provider's report about the refund we requested first; `says re_9 3000 succeeded`: about a refund made at the
 * provider.
 */
const histories: Record<string, string> = {
  'books each state of a card refund once, and credits the balance when it fails after it succeeded': `order
    refund 40 card
      refund_start: unearned → refunds_pending 4000
      refund: 4000 (4000 from_order) requested as none
      price: 0 disputed, 0 lost, 4000 refunded
      letter card
    says ours 4000 pending
      refund: 4000 (4000 from_order) pending as ours
    says ours 4000 pending
    says ours 4000 succeeded
      refund_succeeded: refunds_pending → clearing:sandbox 4000
      refund: 4000 (4000 from_order) succeeded as ours, closed
    says ours 4000 pending
    says ours 4000 succeeded
    says ours 4000 failed
      refund_failed: clearing:sandbox → cash 4000
      refund: 4000 (4000 from_order) failed as ours, closed
      letter failed
    says ours 4000 failed
    says ours 4000 pending
    says ours 4000 succeeded`,
  'books a card refund that the provider first reports as succeeded': `order
    refund 40 card
      refund_start: unearned → refunds_pending 4000
      refund: 4000 (4000 from_order) requested as none
      price: 0 disputed, 0 lost, 4000 refunded
      letter card
    says ours 4000 succeeded
      refund_succeeded: refunds_pending → clearing:sandbox 4000
      refund: 4000 (4000 from_order) succeeded as ours, closed`,
  'credits the balance when a card refund fails, and leaves another refund unchanged': `order
    refund 40 card
      refund_start: unearned → refunds_pending 4000
      refund: 4000 (4000 from_order) requested as none
      price: 0 disputed, 0 lost, 4000 refunded
      letter card
    says ours 4000 failed
      refund_failed: refunds_pending → cash 4000
      refund: 4000 (4000 from_order) failed as none, closed
      letter failed
    refund 1 unspent
      refund_start: cash → refunds_pending 100
      refund: 4000 (4000 from_order) failed as none, closed
      refund: 100 (0 from_order) requested as none
      letter card`,
  'books each refund made in the provider’s dashboard once, and credits the balance when it fails': `order
    says re_7 1000 failed
    says re_9 3000 succeeded
      provider_refund: unearned → clearing:sandbox 3000
      refund: 3000 (3000 from_order) succeeded as re_9, closed
      price: 0 disputed, 0 lost, 3000 refunded
      letter card
    says re_9 3000 succeeded
    says re_9 3000 succeeded, re_8 2000 pending
      provider_refund: unearned → refunds_pending 2000
      refund: 3000 (3000 from_order) succeeded as re_9, closed
      refund: 2000 (2000 from_order) pending as re_8
      price: 0 disputed, 0 lost, 5000 refunded
      letter card
    says re_9 3000 failed, re_8 2000 succeeded
      refund_failed: clearing:sandbox → cash 3000
      refund_succeeded: refunds_pending → clearing:sandbox 2000
      refund: 3000 (3000 from_order) failed as re_9, closed
      refund: 2000 (2000 from_order) succeeded as re_8, closed
      letter failed`,
  'books a refund made in the provider’s dashboard beside one that the operator requested': `order
    refund 40 card
      refund_start: unearned → refunds_pending 4000
      refund: 4000 (4000 from_order) requested as none
      price: 0 disputed, 0 lost, 4000 refunded
      letter card
    says re_9 3000 pending, ours 4000 pending
      provider_refund: unearned → refunds_pending 3000
      refund: 4000 (4000 from_order) pending as ours
      refund: 3000 (3000 from_order) pending as re_9
      price: 0 disputed, 0 lost, 7000 refunded
      letter card`,
  'debits the balance with the part of a dashboard refund above the order’s price': `over
    says re_9 13000 succeeded
      provider_refund: unearned → clearing:sandbox 12900
      provider_refund: cash → clearing:sandbox 100
      refund: 13000 (12900 from_order) succeeded as re_9, closed
      price: 0 disputed, 0 lost, 12900 refunded
      letter card`,
  'books the shortfall of a dashboard refund of a spent deposit as a debt until the refund fails': `deposit
    says re_9 9000 succeeded
      provider_refund: cash → clearing:sandbox 7100
      provider_refund: debt → clearing:sandbox 1900
      refund: 9000 (0 from_order) succeeded as re_9, closed
      letter card
    says re_9 9000 failed
      refund_failed: clearing:sandbox → debt 1900
      refund_failed: clearing:sandbox → cash 7100
      refund: 9000 (0 from_order) failed as re_9, closed
      letter failed`,
  'refunds no more of a deposit than its unspent part': `deposit
    refund 71.01 unspent
      You can refund up to $71.00 of unspent payments for it.
    refund 1 card
      You can refund up to $0.00 for it.
    refund 1 balance
      You can refund up to $0.00 for it.
    refund 71 unspent
      refund_start: cash → refunds_pending 7100
      refund: 7100 (0 from_order) requested as none
      letter card`,
  'refunds an order to the card of its newest payment first, then to that of the older one': `inTwoParts
    refund 129.01 card
      You can refund up to $129.00 for it.
    refund 1 unspent
      You can refund up to $0.00 of unspent payments for it.
    refund 80 card
      refund_start: unearned → refunds_pending 6450
      refund_start: unearned → refunds_pending 1550
      refund: 1550 (1550 from_order) requested as none
      refund: 6450 (6450 from_order) requested as none
      price: 0 disputed, 0 lost, 8000 refunded
      letter card
      letter card
    refund 49.01 card
      You can refund up to $49.00 for it.
    refund 49 card
      refund_start: unearned → refunds_pending 4900
      refund: 1550 (1550 from_order) requested as none
      refund: 6450 (6450 from_order) requested as none
      refund: 4900 (4900 from_order) requested as none
      price: 0 disputed, 0 lost, 12900 refunded
      letter card`,
  'refunds an order paid by card and balance to the card up to the card’s part, and the rest to the balance': `mixed
    refund 29 balance
      refund_to_balance: unearned → cash 2900
      price: 0 disputed, 0 lost, 2900 refunded
      letter balance
    refund 1 unspent
      You can refund up to $0.00 of unspent payments for it.
    refund 100 card
      refund_start: unearned → refunds_pending 7900
      refund_to_balance: unearned → cash 2100
      refund: 7900 (7900 from_order) requested as none
      price: 0 disputed, 0 lost, 12900 refunded
      letter balance
      letter card`,
  'rejects a refund of unspent money when the order was refunded in the provider’s dashboard': `mixed
    says re_9 7900 succeeded
      provider_refund: unearned → clearing:sandbox 7900
      refund: 7900 (7900 from_order) succeeded as re_9, closed
      price: 0 disputed, 0 lost, 7900 refunded
      letter card
    refund 1 unspent
      You can refund up to $0.00 of unspent payments for it.`,
  'books nothing when a refund is reported in the other mode (live or test)': `order
    says live re_9 3000 succeeded
      alert livemode
    says re_9 3000 succeeded
      provider_refund: unearned → clearing:sandbox 3000
      refund: 3000 (3000 from_order) succeeded as re_9, closed
      price: 0 disputed, 0 lost, 3000 refunded
      letter card`,
  'rejects a refund of an unpaid order': `unpaid
    says re_9 100 succeeded
    refund 1 card
      You can refund up to $0.00 for it.
    refund 1 balance
      You can refund up to $0.00 for it.`,
};

async function idsOf(number: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from refund r join payment_link l on l.id = r.payment_link_id
    where l.number = ${number} and r.payment_attempt_id is not null and r.origin = 'operator' order by r.created_at`.execute(
    shop.database.db,
  );
  return rows.map(({ id }) => id);
}

for (const [name, history] of Object.entries(histories))
  test(name, async () => {
    const [kind, ...steps] = history.split(/\n {4}(?! )/);
    const { ref, number } = await make(kind as Kind);
    const look = recordPaymentChanges(shop, number);
    await look();
    for (const step of steps) {
      const [what, ...expected] = step.split(/\n */);
      shop.pass(1_000);
      if (what!.startsWith('refund')) {
        const [, amount, way] = what!.split(' ');
        const answer = shop.operate('refund', number, amount!, way!, 'kindness').then(
          () => undefined,
          (error: unknown) => (error as Error).message.replace(number, 'it'),
        );
        assert.deepEqual([await answer, ...(await look())].filter(Boolean), expected, what);
        continue;
      }
      const [reference = null] = await idsOf(number);
      const refunds = what!
        .replace(/^says (live )?/, '')
        .split(', ')
        .map((refund): ProviderRefund => {
          const [name, amount, state] = refund.split(' ');
          return {
            ref: name!,
            reference: name === 'ours' ? reference : null,
            amount: BigInt(amount!),
            state: state as ProviderRefund['state'],
          };
        });
      const heard = await saySnapshot(shop, ref, { refunds, livemode: what!.includes(' live ') });
      assert.deepEqual(await look(), expected, what);
      assert.equal(heard[0], expected.length > 0 ? 'woken' : undefined, what);
    }
    assert.deepEqual(
      [...(await auditLedger(shop.database.db)), ...(await auditPayments(shop.database.db))],
      [],
    );
  });
