/** How the shop handles the provider's response to a page request, and which page it fetches when a customer returns. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { saySnapshot, recordPaymentChanges } from '#test/server/record-payment-changes.ts';
import { sql } from 'kysely';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
  await shop.app.jobs.stop();
});
after(() => shop.close());

type Call = { path: string; key: string | null };
/** Records the requests to the provider; `answer` may replace its response. */
function listen(answer: (call: Call, real: Response) => Promise<Response> | Response = (_, real) => real) {
  const calls: Call[] = [];
  const real = globalThis.fetch;
  const line = test.mock.method(globalThis, 'fetch', async (input: string, init: RequestInit = {}) => {
    if (!input.includes('/sandbox-pay/api/')) return real(input, init);
    const path = new URL(input).pathname.split('/sessions')[1]!;
    const call = { path, key: new Headers(init.headers).get('idempotency-key') };
    calls.push(call);
    return answer(call, await real(input, init));
  });
  return { calls, [Symbol.dispose]: () => line.mock.restore() };
}
async function order() {
  const { auth, email } = await shop.customer();
  await shop.operate('credit', email, '50', 'Sorry');
  const { token, orderNumber: number } = await shop.placeOrder(auth);
  const look = recordPaymentChanges(shop, number);
  await look();
  return { auth, token, number, look };
}
type Attempt = { id: string; provider_ref: string | null; url: string | null };
const attempts = async (token: string): Promise<Attempt[]> =>
  (
    await sql<Attempt>`
      select a.id, a.provider_ref, a.url from payment_attempt a join payment_link l on l.id = a.payment_link_id
      where l.token = ${token} order by a.created_at, a.id`.execute(shop.database.db)
  ).rows;

test('requests a payment page under the attempt’s idempotency key and stores its address', async () => {
  const { token } = await order();
  using asked = listen();
  const { body } = await shop.pay(token, 'card');
  const [made] = await attempts(token);
  assert.deepEqual(asked.calls, [{ path: '', key: `attempt:${made!.id}` }]);
  assert.equal(made!.url, body.url);
  assert.equal(made!.provider_ref, body.url!.split('/').at(-1));
});

test("never redirects to a page outside the provider's origins: closes it and emails the operator", async () => {
  const { auth, token, look } = await order();
  {
    using asked = listen(async ({ path }, real) =>
      path === ''
        ? Response.json({ ...((await real.json()) as object), url: 'https://evil.example/pay' })
        : real,
    );
    assert.equal((await shop.pay(token, 'both', auth)).status, 503);
    const [{ provider_ref: ref, url } = assert.fail()] = await attempts(token);
    assert.equal(url, null);
    assert.deepEqual(
      asked.calls.map(({ path }) => path),
      ['', `/${ref}/stop`],
    );
  }
  assert.deepEqual(await look(), [
    'reserve: cash → reserved 5000',
    'release: reserved → cash 5000',
    'payment: expired, closed',
    'alert refused',
  ]);
});

test('stores and closes a page whose attempt failed meanwhile, and opens a new one for the customer', async () => {
  const { token } = await order();
  let isFirst = true;
  using asked = listen(async ({ path }, real) => {
    if (path !== '' || !isFirst) return real;
    isFirst = false;
    await sql`update payment_attempt set status = 'failed', closed_at = now() where provider_ref is null`.execute(
      shop.database.db,
    );
    return real;
  });
  const { body } = await shop.pay(token, 'card');
  const made = await attempts(token);
  assert.equal(made.length, 2);
  const shown = body.url!.split('/').at(-1);
  const closed = made.find(({ provider_ref }) => provider_ref !== shown)!;
  assert.ok(closed.provider_ref, 'money paid there would find its way');
  assert.deepEqual(
    asked.calls.map(({ path }) => path),
    ['', `/${closed.provider_ref}/stop`, ''],
  );
});

test('refuses a second page for the same attempt and keeps the first', async () => {
  const { token, look } = await order();
  await shop.pay(token, 'card');
  await sql`update payment_attempt a set status = 'creating', provider_ref = 'sbx_first', url = null
    from payment_link l where l.id = a.payment_link_id and l.token = ${token}`.execute(shop.database.db);
  await look();
  assert.equal((await shop.pay(token, 'card')).status, 500);
  assert.equal((await attempts(token))[0]?.provider_ref, 'sbx_first');
  assert.deepEqual(await look(), []);
});

test('fetches the open payment, or else the newest one without money, when a customer returns', async () => {
  const { token } = await order();
  const pages: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    shop.pass(1_000);
    pages.push(await shop.startPayment(token));
    if (n < 2) await saySnapshot(shop, pages[n]!, { state: 'expired' });
  }
  using asked = listen();
  const returns = async () => {
    asked.calls.length = 0;
    await shop.sync(token);
    return asked.calls.map(({ path }) => path.slice(1));
  };
  assert.deepEqual(await returns(), [pages[2]]);
  await sql`update payment_attempt set created_at = created_at - interval '1 hour' where provider_ref = ${pages[2]}`.execute(
    shop.database.db,
  );
  assert.deepEqual(await returns(), [pages[2]], 'the open one, though it is older');
  await saySnapshot(shop, pages[2]!, { state: 'expired' });
  assert.deepEqual(await returns(), [pages[1]]);
  for (const page of pages) await saySnapshot(shop, page, { captured: 100n });
  assert.deepEqual(await returns(), [], 'all are settled');
  const { token: fresh } = await order();
  asked.calls.length = 0;
  assert.equal((await shop.sync(fresh)).status, 'awaitingPayment');
  assert.deepEqual(asked.calls, []);
});

for (const [status, answers] of [
  [503, 503],
  [400, 500],
] as const)
  test(`answers a sync with ${answers} when the provider answers ${status}`, async () => {
    const { token } = await order();
    await shop.startPayment(token);
    using _line = listen(() => Response.json({}, { status }));
    assert.equal((await shop.send('POST', `/api/payments/${token}/sync`)).status, answers);
  });
