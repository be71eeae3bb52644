/** A payment in another currency than requested: refunds made in the provider's dashboard, and chargebacks. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { auditLedger } from '#server/ledger/audit-ledger.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { saySnapshot, recordPaymentChanges } from '#test/server/record-payment-changes.ts';
import { auditPayments } from './audit/audit-payments.ts';
import type { ProviderDispute, ProviderRefund } from './provider/provider.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

async function paidInEuros(purpose: 'order' | 'deposit') {
  const { auth, email } = await shop.customer();
  let token: string;
  let number: string;
  if (purpose === 'order') ({ token, orderNumber: number } = await shop.placeOrder(auth));
  else {
    const placed = await shop.send<{ paymentLink: string; depositNumber: string }>(
      'POST',
      '/api/balance/deposit',
      {
        body: { ...shop.billing, price: 13_000 },
        headers: auth,
      },
    );
    token = new URL(placed.body.paymentLink).searchParams.get('link')!;
    number = placed.body.depositNumber;
  }
  const ref = await shop.startPayment(token);
  const say = (refunds: ProviderRefund[] = [], disputes: ProviderDispute[] = []) =>
    saySnapshot(shop, ref, { state: 'paid', captured: 12_900n, currency: 'eur', refunds, disputes });
  await say();
  const look = recordPaymentChanges(shop, number);
  await look();
  return { email, number, look, say };
}
/** The euro accounts with a balance. Also checks that the audit finds nothing else. */
async function euros(): Promise<string[]> {
  const { db } = shop.database;
  const findings = [...(await auditLedger(db)), ...(await auditPayments(db))];
  assert.deepEqual(
    findings.filter((finding) => !finding.startsWith('The webhook event ')),
    [],
  );
  const { rows } = await sql<{ code: string; summed: string }>`
    select code, summed from ledger_audit where currency = 'eur' and summed <> 0 order by code`.execute(db);
  return rows.map(({ code, summed }) => `${code} ${summed}`);
}
const refund = (state: ProviderRefund['state']): ProviderRefund => ({
  ref: 're_1',
  reference: null,
  amount: 12_900n,
  state,
});
const dispute = (ref: string, state: ProviderDispute['state'], reinstated = 0n): ProviderDispute => ({
  ref,
  amount: 12_900n,
  withdrawn: 12_900n,
  reinstated,
  fee: 0n,
  state,
  reason: 'fraudulent',
  evidenceDueAt: null,
});

test('books a dashboard refund of a payment in another currency from suspense, and reverses it when it fails', async () => {
  for (const purpose of ['order', 'deposit'] as const) {
    const { say, look, email, number } = await paidInEuros(purpose);
    assert.deepEqual(await euros(), ['clearing:sandbox -12900', 'suspense 12900']);
    await say([refund('pending')]);
    await say([refund('pending')]);
    assert.deepEqual(await euros(), ['clearing:sandbox -12900', 'refunds_pending 12900']);
    await say([refund('failed')]);
    assert.deepEqual(await euros(), ['clearing:sandbox -12900', 'suspense 12900']);
    await say([{ ...refund('succeeded'), ref: 're_2' }]);
    assert.deepEqual(await euros(), []);
    const changes = await look();
    assert.deepEqual(
      changes.filter((line) => line.includes('→')),
      [
        'provider_refund: suspense → refunds_pending 12900',
        'refund_failed: refunds_pending → suspense 12900',
        'provider_refund: suspense → clearing:sandbox 12900',
      ],
    );
    const subjects = (await shop.emailsTo(email)).map(({ subject }) => subject);
    const what = number.startsWith('D') ? 'deposit' : 'order';
    assert.ok(subjects.includes(`Your refund of €129.00 is on its way (${what} ${number})`), subjects.join());
  }
});

test('books a dispute of a payment in another currency against suspense, not the order, balance or debt', async () => {
  for (const purpose of ['order', 'deposit'] as const) {
    const { say, look } = await paidInEuros(purpose);
    await say([], [dispute(purpose, 'open')]);
    assert.deepEqual(await euros(), ['dispute_receivable -12900', 'suspense 12900']);
    await say([], [dispute(purpose, 'lost')]);
    assert.deepEqual(await euros(), []);
    await say([], [dispute(purpose, 'won', 12_900n)]);
    assert.deepEqual(await euros(), ['clearing:sandbox -12900', 'suspense 12900']);
    const changes = await look();
    assert.deepEqual(
      changes.filter((line) => line.includes(':') && line.includes('→')),
      [
        'dispute_withdrawn: dispute_receivable → clearing:sandbox 12900',
        'dispute_lost: suspense → dispute_receivable 12900',
        'dispute_reinstated: clearing:sandbox → suspense 12900',
      ],
    );
    assert.ok(
      !changes.some((line) => /disputed|chargedBack|charged back/.test(line.replace('0 disputed', ''))),
      changes.join('\n'),
    );
    // wins the dispute, so that the next such payment starts at zero
    await say([refund('succeeded')], [dispute(purpose, 'won', 12_900n)]);
  }
});
