/** What each dispute report of a provider changes: every posting, the stored dispute, and the emails. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { auditLedger } from '#server/ledger/audit-ledger.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { saySnapshot, recordPaymentChanges } from '#test/server/record-payment-changes.ts';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { moveLineIn } from '#server/fulfilment/move-line.ts';
import { auditPayments } from '#server/payments/audit/audit-payments.ts';
import type { ProviderDispute } from '#server/payments/provider/provider.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
  // keeps the emails in the queue so that the test can read them
  await shop.app.jobs.stop();
});
after(() => shop.close());

type Payment = { ref: string; number: string; auth: { authorization: string } };
/** The order costs $129.00 and is paid by card, unless stated. Each history has its own customer. */
type Kind =
  | 'order'
  | 'partRefunded'
  | 'delivered'
  | 'completed'
  | 'mixed'
  | 'over'
  | 'inTwoParts'
  | 'late'
  | 'deposit';

async function make(kind: Kind): Promise<Payment[]> {
  const { auth } = await shop.customer();
  if (kind === 'deposit') {
    const { depositNumber: number } = await shop.addFunds(auth, 20_000);
    const spent = await shop.placeOrder(auth);
    await shop.pay(spent.token, 'balance', auth);
    return [{ ref: await shop.refOf(number), number, auth }];
  }
  if (kind === 'mixed') await shop.addFunds(auth, 5_000);
  const { token, orderNumber: number } = await shop.placeOrder(auth);
  const payments: Payment[] = [];
  const pay = async (act: string) => {
    const { body } = await shop.pay(token, kind === 'mixed' ? 'both' : 'card', auth);
    const ref = body.url!.split('/').at(-1)!;
    await shop.act(ref, act, 'lost');
    await shop.sync(token);
    payments.push({ ref, number, auth });
  };
  if (kind === 'late') await pay('cancel');
  if (kind === 'inTwoParts') await pay('pay-short');
  await pay(kind === 'over' ? 'pay-over' : 'pay');
  if (kind === 'late') {
    await shop.act(payments[0]!.ref, 'pay-late', 'lost');
    await shop.sync(token);
  }
  if (kind === 'partRefunded') await shop.operate('refund', number, '29', 'balance', 'kindness');
  if (['delivered', 'completed', 'partRefunded'].includes(kind)) {
    const by = { kind: 'operator', id: 'test' } as const;
    const deps = { db: shop.database.db, clock: shop.now, catalogue: () => builtInCatalogue };
    const delivered = { text: 'Bread, before you wake.' };
    // the desk's delivery would wait for a job
    await inTransaction(deps.db, (tx) =>
      moveLineIn(tx, deps, { number, position: 1, move: 'deliver', by, delivered }),
    );
  }
  if (kind === 'completed')
    await shop.send('POST', `/api/orders/${number}/lines/1/accept`, { headers: auth });
  return payments;
}

const parse = (words: string): Record<string, string> =>
  Object.fromEntries(words.split(' ').map((word) => word.split('=') as [string, string]));

/** The provider of the history's disputes. */
const disputeOf = (
  ref: string,
  { state, due = '27', ...amounts }: Record<string, string>,
): ProviderDispute => ({
  ref,
  amount: 12_900n,
  withdrawn: BigInt(amounts['withdrawn'] ?? 0),
  reinstated: BigInt(amounts['reinstated'] ?? 0),
  fee: BigInt(amounts['fee'] ?? 0),
  state: state as ProviderDispute['state'],
  reason: 'fraudulent',
  evidenceDueAt: due === 'never' ? null : new Date(`2026-11-${due}T12:00:00Z`),
});

/**
 * `says`: the provider's report of a dispute, whose other fields keep their value. Below it: the changes it causes. `of`: the
 * payment, where there are two. `adds`: money the customer deposits before.
 */
const histories: Record<string, string> = {
  'posts a dispute that begins as an inquiry, is won, and is debited again': `of: order
      says state=inquiry
        dispute: inquiry, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        letter inquiry 0 + 0 #1
      says the same
      says state=open withdrawn=12900 fee=1500
        dispute_withdrawn: dispute_receivable → clearing:sandbox 12900
        dispute_withdrawn: provider_fee → clearing:sandbox 1500
        dispute: open, 12900 receivable, 12900 from_order, 0 held, 0 borne, due 27
        price: 12900 disputed, 0 lost, 0 refunded
        paid → disputed
        letter open 12900 + 0 #2
      says the same
      says due=28
        dispute: open, 12900 receivable, 12900 from_order, 0 held, 0 borne, due 28
      says fee=2000
        dispute_withdrawn: provider_fee → clearing:sandbox 500
      says state=won reinstated=12900 fee=0 due=never
        dispute_reinstated: clearing:sandbox → dispute_receivable 12900
        dispute_reinstated: clearing:sandbox → provider_fee 2000
        dispute: won, 0 receivable, 0 from_order, 0 held, 0 borne, due never
        price: 0 disputed, 0 lost, 0 refunded
        disputed → paid
        letter won 12900 + 0 #5
      says state=open
      says state=open reinstated=0
      says state=won withdrawn=0 reinstated=0
      says state=open withdrawn=25800 reinstated=12900
        dispute_withdrawn: dispute_receivable → clearing:sandbox 12900
        dispute: open, 12900 receivable, 12900 from_order, 0 held, 0 borne, due never
        price: 12900 disputed, 0 lost, 0 refunded
        paid → disputed
        letter open 12900 + 0 #6`,
  'credits the balance with the rest of the price, and with money returned later, after a loss before delivery': `of: mixed
      says state=open withdrawn=7900 fee=1500
        dispute_withdrawn: dispute_receivable → clearing:sandbox 7900
        dispute_withdrawn: provider_fee → clearing:sandbox 1500
        dispute: open, 7900 receivable, 7900 from_order, 0 held, 0 borne, due 27
        price: 7900 disputed, 0 lost, 0 refunded
        paid → disputed
        letter open 7900 + 0 #1
      says state=lost
        dispute_lost: unearned → dispute_receivable 7900
        refund_to_balance: unearned → cash 5000
        dispute: lost, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        price: 0 disputed, 7900 lost, 5000 refunded, charged back 20
        disputed → chargedBack
        letter balance
        letter lost 7900 + 0 #2
      says the same
      says state=open
      says state=open reinstated=1000
        dispute_reinstated: clearing:sandbox → cash 1000
        dispute: open, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        letter open 0 + 0 #3
      says state=won reinstated=7900
        dispute_reinstated: clearing:sandbox → cash 6900
        dispute: won, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        letter won 0 + 6900 #4`,
  'books the shop’s loss when a dispute is first reported as lost after delivery; returned money reduces the loss': `of: delivered
      says state=lost withdrawn=12900 fee=1500
        dispute_withdrawn: dispute_receivable → clearing:sandbox 12900
        dispute_withdrawn: provider_fee → clearing:sandbox 1500
        dispute_lost: chargeback_loss → dispute_receivable 12900
        earned: unearned → revenue 12900
        dispute: lost, 0 receivable, 0 from_order, 0 held, 12900 borne, due 27
        price: 0 disputed, 0 lost, 0 refunded, charged back 20
        paid → chargedBack
        letter lost 12900 + 0 delivered #1
      says state=won reinstated=5000
        dispute_reinstated: clearing:sandbox → chargeback_loss 5000
        dispute: won, 0 receivable, 0 from_order, 0 held, 7900 borne, due 27
        letter won 0 + 0 delivered #2
      says reinstated=13900
        dispute_reinstated: clearing:sandbox → chargeback_loss 7900
        dispute_reinstated: clearing:sandbox → cash 1000
        dispute: won, 0 receivable, 0 from_order, 0 held, 0 borne, due 27`,
  'earns the rest of the price when a dispute about a part of it is lost after delivery': `of: partRefunded
      says state=open withdrawn=5000 fee=1500
        dispute_withdrawn: dispute_receivable → clearing:sandbox 5000
        dispute_withdrawn: provider_fee → clearing:sandbox 1500
        dispute: open, 5000 receivable, 5000 from_order, 0 held, 0 borne, due 27
        price: 5000 disputed, 0 lost, 2900 refunded
        paid → disputed
        letter open 5000 + 0 delivered #1
      says state=lost
        dispute_lost: chargeback_loss → dispute_receivable 5000
        earned: unearned → revenue 10000
        dispute: lost, 0 receivable, 0 from_order, 0 held, 5000 borne, due 27
        price: 0 disputed, 0 lost, 2900 refunded, charged back 20
        disputed → chargedBack
        letter lost 5000 + 0 delivered #2`,
  'earns nothing again when a dispute is lost after all work was completed': `of: completed
      says state=lost withdrawn=12900 fee=1500
        dispute_withdrawn: dispute_receivable → clearing:sandbox 12900
        dispute_withdrawn: provider_fee → clearing:sandbox 1500
        dispute_lost: chargeback_loss → dispute_receivable 12900
        dispute: lost, 0 receivable, 0 from_order, 0 held, 12900 borne, due 27
        price: 0 disputed, 0 lost, 0 refunded, charged back 20
        paid → chargedBack
        letter lost 12900 + 0 delivered #1`,
  'sets aside, debits and returns the disputed parts of a mostly spent deposit, also after its dispute is lost': `of: deposit
      says state=open withdrawn=5000 fee=1500
        dispute_withdrawn: dispute_receivable → clearing:sandbox 5000
        dispute_withdrawn: provider_fee → clearing:sandbox 1500
        dispute_withdrawn: cash → disputed 5000
        dispute: open, 5000 receivable, 0 from_order, 5000 held, 0 borne, due 27
        price: 5000 disputed, 0 lost, 0 refunded
        letter open 0 + 5000 #1
      says withdrawn=20000
        dispute_withdrawn: dispute_receivable → clearing:sandbox 15000
        dispute_withdrawn: cash → disputed 2100
        dispute: open, 20000 receivable, 0 from_order, 7100 held, 0 borne, due 27
        price: 20000 disputed, 0 lost, 0 refunded
      says reinstated=15000
        dispute_reinstated: clearing:sandbox → dispute_receivable 15000
        dispute_reinstated: disputed → cash 2100
        dispute: open, 5000 receivable, 0 from_order, 5000 held, 0 borne, due 27
        price: 5000 disputed, 0 lost, 0 refunded
      says withdrawn=25000
        dispute_withdrawn: dispute_receivable → clearing:sandbox 5000
        dispute_withdrawn: cash → disputed 2100
        dispute: open, 10000 receivable, 0 from_order, 7100 held, 0 borne, due 27
        price: 10000 disputed, 0 lost, 0 refunded
      says state=lost
        dispute_lost: disputed → dispute_receivable 7100
        dispute_lost: debt → dispute_receivable 2900
        dispute: lost, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        price: 0 disputed, 0 lost, 0 refunded, charged back 20
        letter lost 0 + 10000 #5
      says state=won reinstated=18000
        dispute_reinstated: clearing:sandbox → cash 3000
        dispute_reinstated: cash → debt 2900
        dispute: won, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        letter won 0 + 3000 #6`,
  'debits a later deposit when a deposit’s dispute is lost, and books the rest as a debt': `of: deposit
      says state=open withdrawn=20000 fee=1500
        dispute_withdrawn: dispute_receivable → clearing:sandbox 20000
        dispute_withdrawn: provider_fee → clearing:sandbox 1500
        dispute_withdrawn: cash → disputed 7100
        dispute: open, 20000 receivable, 0 from_order, 7100 held, 0 borne, due 27
        price: 20000 disputed, 0 lost, 0 refunded
        letter open 0 + 20000 #1
      says adds=5000 state=lost withdrawn=23000 reinstated=500
        dispute_withdrawn: dispute_receivable → clearing:sandbox 3000
        dispute_withdrawn: cash → disputed 3000
        dispute_reinstated: clearing:sandbox → dispute_receivable 500
        dispute_lost: disputed → dispute_receivable 10100
        dispute_lost: cash → dispute_receivable 2000
        dispute_lost: debt → dispute_receivable 10400
        dispute: lost, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        price: 0 disputed, 0 lost, 0 refunded, charged back 20
        letter lost 0 + 22500 #2
      says state=won reinstated=4500
        dispute_reinstated: clearing:sandbox → cash 4000
        dispute_reinstated: cash → debt 4000
        dispute: won, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        letter won 0 + 4000 #3`,
  'ends the order when a dispute about a part of its price is lost after the disputed amount changed': `of: order
      says state=open withdrawn=5000 fee=0
        dispute_withdrawn: dispute_receivable → clearing:sandbox 5000
        dispute: open, 5000 receivable, 5000 from_order, 0 held, 0 borne, due 27
        price: 5000 disputed, 0 lost, 0 refunded
        paid → disputed
        letter open 5000 + 0 #1
      says reinstated=2000
        dispute_reinstated: clearing:sandbox → dispute_receivable 2000
        dispute: open, 3000 receivable, 3000 from_order, 0 held, 0 borne, due 27
        price: 3000 disputed, 0 lost, 0 refunded
      says reinstated=0
      says withdrawn=4000 reinstated=2000
      says withdrawn=6000
        dispute_withdrawn: dispute_receivable → clearing:sandbox 1000
        dispute: open, 4000 receivable, 4000 from_order, 0 held, 0 borne, due 27
        price: 4000 disputed, 0 lost, 0 refunded
      says state=lost
        dispute_lost: unearned → dispute_receivable 4000
        refund_to_balance: unearned → cash 8900
        dispute: lost, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        price: 0 disputed, 4000 lost, 8900 refunded, charged back 20
        disputed → chargedBack
        letter balance
        letter lost 4000 + 0 #4`,
  'sets aside the disputed amount above the price, and releases it first when money is returned': `of: over
      says state=open withdrawn=13400 fee=1500
        dispute_withdrawn: dispute_receivable → clearing:sandbox 13400
        dispute_withdrawn: provider_fee → clearing:sandbox 1500
        dispute_withdrawn: cash → disputed 500
        dispute: open, 13400 receivable, 12900 from_order, 500 held, 0 borne, due 27
        price: 12900 disputed, 0 lost, 0 refunded
        paid → disputed
        letter open 12900 + 500 #1
      says reinstated=600
        dispute_reinstated: clearing:sandbox → dispute_receivable 600
        dispute_reinstated: disputed → cash 500
        dispute: open, 12800 receivable, 12800 from_order, 0 held, 0 borne, due 27
        price: 12800 disputed, 0 lost, 0 refunded
      says state=lost
        dispute_lost: unearned → dispute_receivable 12800
        refund_to_balance: unearned → cash 100
        dispute: lost, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        price: 0 disputed, 12800 lost, 100 refunded, charged back 20
        disputed → chargedBack
        letter balance
        letter lost 12800 + 0 #3`,
  'debits only the balance when a payment captured after the order was paid is disputed': `of: late
      says state=open withdrawn=12900 fee=1500
        dispute_withdrawn: dispute_receivable → clearing:sandbox 12900
        dispute_withdrawn: provider_fee → clearing:sandbox 1500
        dispute_withdrawn: cash → disputed 12900
        dispute: open, 12900 receivable, 0 from_order, 12900 held, 0 borne, due 27
        letter open 0 + 12900 #1
      says state=lost
        dispute_lost: disputed → dispute_receivable 12900
        dispute: lost, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        letter lost 0 + 12900 #2`,
  'ends the order when one of its two payments is lost in a dispute, and credits the balance with the other': `of: inTwoParts
      says state=open withdrawn=6450 fee=1500
        dispute_withdrawn: dispute_receivable → clearing:sandbox 6450
        dispute_withdrawn: provider_fee → clearing:sandbox 1500
        dispute: open, 6450 receivable, 6450 from_order, 0 held, 0 borne, due 27
        price: 6450 disputed, 0 lost, 0 refunded
        paid → disputed
        letter open 6450 + 0 #1
      says state=open withdrawn=6450 fee=1500 of=1
        dispute_withdrawn: dispute_receivable → clearing:sandbox 6450
        dispute_withdrawn: provider_fee → clearing:sandbox 1500
        dispute: open, 6450 receivable, 6450 from_order, 0 held, 0 borne, due 27
        dispute: open, 6450 receivable, 6450 from_order, 0 held, 0 borne, due 27
        price: 12900 disputed, 0 lost, 0 refunded
        letter open 6450 + 0 #1
      says state=lost
        dispute_lost: unearned → dispute_receivable 6450
        dispute: lost, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        dispute: open, 6450 receivable, 6450 from_order, 0 held, 0 borne, due 27
        price: 6450 disputed, 6450 lost, 0 refunded, charged back 20
        disputed → chargedBack
        letter lost 6450 + 0 #2
      says of=1 state=won reinstated=6450
        dispute_reinstated: clearing:sandbox → dispute_receivable 6450
        refund_to_balance: unearned → cash 6450
        dispute: lost, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        dispute: won, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        price: 0 disputed, 6450 lost, 6450 refunded, charged back 20
        letter balance
        letter won 0 + 0 #2`,
  'posts only the reported money of a dispute in an unknown state, and no loss when all money was returned': `of: order
      says state=unknown due=never
        dispute: unknown, 0 receivable, 0 from_order, 0 held, 0 borne, due never
        letter unknown 0 + 0 #1
      says the same
      says withdrawn=12900
        dispute_withdrawn: dispute_receivable → clearing:sandbox 12900
        dispute: unknown, 12900 receivable, 12900 from_order, 0 held, 0 borne, due never
        price: 12900 disputed, 0 lost, 0 refunded
        paid → disputed
      says state=open due=27
        dispute: open, 12900 receivable, 12900 from_order, 0 held, 0 borne, due 27
        letter open 12900 + 0 #3
      says fee=700
        dispute_withdrawn: provider_fee → clearing:sandbox 700
      says fee=300
        dispute_reinstated: clearing:sandbox → provider_fee 400
      says state=lost reinstated=12900
        dispute_reinstated: clearing:sandbox → dispute_receivable 12900
        dispute: lost, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        price: 0 disputed, 0 lost, 0 refunded
        disputed → paid
        letter lost 0 + 0 #6
      says state=won
        dispute: won, 0 receivable, 0 from_order, 0 held, 0 borne, due 27
        letter won 0 + 0 #7`,
};

for (const [name, steps] of Object.entries(histories))
  test(name, async () => {
    const [kind, ...said] = steps.slice('of: '.length).split(/\n *says /);
    const payments = await make(kind as Kind);
    const { number, auth } = payments[0]!;
    const look = recordPaymentChanges(shop, number);
    await look();
    const words = payments.map((): Record<string, string> => ({}));
    for (const step of said) {
      const [heard, ...expected] = step.split(/\n */);
      const { of: which = 0, adds, ...news } = parse(heard!);
      if (adds) {
        await shop.addFunds(auth, Number(adds));
        await look();
      }
      Object.assign(words[Number(which)]!, news);
      const { ref } = payments[Number(which)]!;
      const logged = await saySnapshot(shop, ref, {
        disputes: [disputeOf(`dp_${ref}`, words[Number(which)]!)],
      });
      assert.deepEqual(await look(), expected, heard);
      assert.deepEqual(logged, expected.length > 0 ? ['woken'] : [], heard);
      assert.deepEqual(
        [...(await auditLedger(shop.database.db)), ...(await auditPayments(shop.database.db))],
        [],
        heard,
      );
    }
  });
