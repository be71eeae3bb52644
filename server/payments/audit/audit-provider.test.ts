import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { day } from '#contract/durations.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { type Asked, compare } from './audit-provider.ts';
import type { ProviderDispute, ProviderRefund, Snapshot } from '#server/payments/provider/provider.ts';

let shop: TestShop;
let auth: { authorization: string };
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
  ({ auth } = await shop.customer());
});
after(() => shop.close());

const asked: Asked = {
  id: 'a',
  number: 'R-1',
  provider: 'sandbox',
  livemode: false,
  ref: 'sbx_1',
  currency: 'usd',
  booked: 10_000n,
};
const snapshot: Snapshot = {
  ref: 'sbx_1',
  livemode: false,
  state: 'paid',
  captured: 10_000n,
  currency: 'usd',
  refunds: [],
  disputes: [],
};
const refund = (state: ProviderRefund['state'], amount: bigint) => ({
  ref: 'r',
  reference: null,
  amount,
  state,
});
const dispute = (withdrawn: bigint, reinstated: bigint, fee: bigint): ProviderDispute => ({
  ref: 'd',
  amount: 10_000n,
  withdrawn,
  reinstated,
  fee,
  state: 'open',
  reason: null,
  evidenceDueAt: null,
});
/**
 * By what the provider reports: its snapshot, the booked amount, and the amount that the finding names, if
 * there is one.
 */
const comparisons: Record<string, [Partial<Snapshot>, booked: bigint, held?: string]> = {
  'as much as is booked': [{}, 10_000n],
  'more than is booked': [{ captured: 10_001n }, 10_000n, '$100.01'],
  'less than is booked': [{ captured: 9_999n }, 10_000n, '$99.99'],
  'nothing, and the page is open': [{ state: 'open' }, 0n],
  'nothing, and a booked transfer is processing': [{ state: 'processing' }, 10_000n, '$0.00'],
  'as much in another currency': [{ currency: 'eur' }, 10_000n, '€100.00'],
  'nothing in another currency': [{ currency: 'eur', captured: 0n }, 0n],
  'what it did not refund': [
    {
      refunds: [
        refund('succeeded', 1_000n),
        refund('succeeded', 500n),
        refund('pending', 7n),
        refund('failed', 9n),
      ],
    },
    8_500n,
  ],
  'less, because of an unbooked refund': [{ refunds: [refund('succeeded', 1_000n)] }, 10_000n, '$90.00'],
  'what disputes left': [{ disputes: [dispute(3_000n, 1_000n, 15n), dispute(200n, 0n, 15n)] }, 7_770n],
  'less than nothing, because a dispute debited everything and a fee': [
    { disputes: [dispute(10_000n, 0n, 1_500n)] },
    0n,
    '−$15.00',
  ],
};
for (const [what, [said, booked, held]] of Object.entries(comparisons))
  test(`finds differences when the provider holds ${what}`, () => {
    assert.deepEqual(
      compare({ ...asked, booked }, { ...snapshot, ...said }),
      held ? [`For payment a of R-1, the provider holds ${held}, but $${booked / 100n}.00 is posted.`] : [],
    );
  });

const happens = async (ref: string, ...acts: string[]) => {
  for (const act of acts) await shop.act(ref, act);
  await shop.app.jobs.drain();
};
async function paid(...acts: string[]) {
  const { token, orderNumber } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await happens(ref, 'pay', ...acts);
  return { ref, number: orderNumber };
}
const right = (asked: number) =>
  `The books balance. ${asked} payments were compared with the provider’s records.`;

test('reports no finding at any step of a refund or a dispute', async () => {
  const { ref, number } = await paid();
  await shop.operate('refund', number, '10', 'card', 'kindness');
  await happens(ref);
  assert.equal(await shop.operate('audit'), right(1), 'on its way');
  await happens(ref, 'refund-settle');
  assert.equal(await shop.operate('audit'), right(1), 'arrived');
  await happens(ref, 'dispute');
  assert.equal(await shop.operate('audit'), right(1), 'disputed');
  await happens(ref, 'dispute-won');
  assert.equal(await shop.operate('audit'), right(1), 'won');
  await paid('dispute', 'dispute-lost');
  assert.equal(await shop.operate('audit'), right(2), 'lost');
});

test('compares an ended payment without money with its provider only during its first thirty days', async () => {
  const { auth: other } = await shop.customer();
  const before = Number(/\d+/.exec(await shop.operate('audit'))![0]);
  const { token } = await shop.placeOrder(other);
  for (const act of ['cancel', 'expire', 'fail']) {
    const ref = await shop.startPayment(token);
    await happens(ref, ...(act === 'fail' ? ['async', 'fail'] : [act]));
  }
  shop.pass(30 * day - 1);
  assert.equal(await shop.operate('audit'), right(before + 3));
  shop.pass(1);
  assert.equal(await shop.operate('audit'), right(before));
});

test('answers 503 without findings when a provider does not answer', async (t) => {
  const { fetch } = globalThis;
  t.mock.method(globalThis, 'fetch', (input: string, init?: RequestInit) =>
    input.includes('/sandbox-pay/api/') ? Promise.reject(new TypeError('away')) : fetch(input, init),
  );
  await assert.rejects(shop.operate('audit'), { name: 'ProblemReply', status: 503 });
});

test('reports each payment that its provider doesn’t know, and reports once that a provider’s live key is missing', async () => {
  const { auth: other } = await shop.customer();
  const refs: string[] = [];
  for (let n = 0; n < 3; n += 1) refs.push(await shop.startPayment((await shop.placeOrder(other)).token));
  await sql`update payment_attempt set provider_ref = provider_ref || '-gone' where provider_ref = any(${refs})`.execute(
    shop.database.db,
  );
  const found = await shop.audit();
  assert.equal(found.length, 3);
  for (const finding of found)
    assert.match(
      finding,
      /^For payment [\da-f-]{36} of R-\S+, the provider has no record of sbx_[\da-f]{32}-gone\.$/,
    );
  await sql`with moved as (
      update payment_attempt set provider = 'mollie', livemode = true where provider_ref like '%-gone' returning payment_link_id
    ) update payment_link set livemode = true where id in (select payment_link_id from moved)`.execute(
    shop.database.db,
  );
  assert.deepEqual(await shop.audit(), [
    'Payments made with mollie can’t be compared because its live key isn’t set.',
  ]);
});
