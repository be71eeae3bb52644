/** The inbox: each event is stored once and applied once; events of unknown payments are retried with growing delays. */
import { minute } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, before, type TestContext } from 'node:test';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { sql } from 'kysely';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
});
after(() => shop.close());

type Kept = {
  type: string;
  provider_ref: string;
  payload: object;
  received_at: Date;
  processed_at: Date | null;
  last_error: string | null;
};
const kept = async (eventId: string): Promise<Kept[]> =>
  (
    await sql<Kept>`
      select type, provider_ref, payload, received_at, processed_at, last_error from provider_notice where event_id = ${eventId}`.execute(
      shop.database.db,
    )
  ).rows;
const lookAt = async (eventId: string): Promise<Date[]> =>
  (
    await sql<{ run_at: Date }>`
      select run_at from job where kind = 'payment.notice' and payload ->> 'eventId' = ${eventId}`.execute(
      shop.database.db,
    )
  ).rows.map(({ run_at }) => run_at);
async function goTo(time: Date): Promise<void> {
  shop.pass(time.getTime() - shop.now().getTime());
  await shop.app.jobs.drain();
}
const orphanEmails = async () =>
  (await shop.emailsTo('operator@shop.test')).filter(({ subject }) => subject === 'Unknown payment reported');
/** Makes the provider answer with this status until disposed. */
function answering(status: number, mock: TestContext['mock']) {
  const real = globalThis.fetch;
  return mock.method(globalThis, 'fetch', (input: string, init?: RequestInit) =>
    input.includes('/sandbox-pay/api/') ? Promise.resolve(Response.json({}, { status })) : real(input, init),
  );
}

test('stores a webhook event once and unchanged, and applies it once', async () => {
  const { auth } = await shop.customer();
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.app.jobs.drain();
  await shop.act(ref, 'pay', 'lost');
  for (let n = 0; n < 3; n += 1) assert.equal(await shop.tell(ref, 'evt_once'), 200);
  await shop.app.jobs.drain();
  const now = shop.now();
  assert.deepEqual(await kept('evt_once'), [
    {
      type: 'session.paid',
      provider_ref: ref,
      payload: { id: 'evt_once', type: 'session.paid', ref },
      received_at: now,
      processed_at: now,
      last_error: null,
    },
  ]);
  assert.equal((await shop.payment(token)).status, 'paid');
  assert.deepEqual(await lookAt('evt_once'), []);
  shop.pass(minute);
  assert.equal(await shop.tell(ref, 'evt_once'), 200);
  await shop.app.jobs.drain();
  assert.deepEqual((await kept('evt_once'))[0]?.processed_at, now, 'told again, it is done already');
});

test('retries an event of an unknown payment for three days, and emails the operator after an hour', async () => {
  await shop.tell('sbx_nobody', 'evt_nobody');
  await shop.app.jobs.drain();
  const received = (await kept('evt_nobody'))[0]!.received_at;
  const ages: number[] = [];
  for (let next = await lookAt('evt_nobody'); next.length > 0; next = await lookAt('evt_nobody')) {
    ages.push((next[0]!.getTime() - received.getTime()) / minute);
    assert.equal((await orphanEmails()).length > 0, ages.length > 7);
    await goTo(next[0]!);
  }
  const hourly = Array.from({ length: 71 }, (_, n) => 64 + 60 * (n + 1));
  assert.deepEqual(ages, [1, 2, 4, 8, 16, 32, 64, ...hourly]);
  const [{ processed_at, last_error } = assert.fail()] = await kept('evt_nobody');
  assert.deepEqual([processed_at, last_error], [null, 'No payment attempt has this reference']);
  const [letter] = await orphanEmails();
  assert.match(letter?.text ?? '', /sbx_nobody/);
  assert.match(letter?.text ?? '', /evt_nobody/);
});

test('retries an event in two minutes, and stores no error with it, when the provider does not answer', async (t) => {
  const { auth } = await shop.customer();
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'pay', 'lost');
  const line = answering(503, t.mock);
  await shop.tell(ref, 'evt_later');
  await shop.app.jobs.drain();
  line.mock.restore();
  await shop.tell(ref, 'evt_later');
  await shop.app.jobs.drain();
  // processes the event once although it is delivered again
  assert.deepEqual(await lookAt('evt_later'), [new Date(shop.now().getTime() + 2 * minute)]);
  assert.equal((await kept('evt_later'))[0]?.processed_at, null);
  shop.pass(2 * minute);
  await shop.app.jobs.drain();
  assert.equal((await kept('evt_later'))[0]?.last_error, null);
  assert.equal((await shop.payment(token)).status, 'paid');
});

test('stores an error only with the event that failed, until its retry succeeds', async (t) => {
  const { auth } = await shop.customer();
  const { token } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'pay', 'lost');
  await shop.tell(ref, 'evt_right');
  await shop.app.jobs.drain();
  const line = answering(400, t.mock);
  await shop.tell(ref, 'evt_wrong');
  await shop.app.jobs.drain();
  line.mock.restore();
  assert.equal((await kept('evt_wrong'))[0]?.last_error, 'The sandbox responded with status 400');
  assert.equal((await kept('evt_right'))[0]?.last_error, null);
  assert.match(await shop.operate('inbox'), /evt_wrong .*\n +The sandbox responded with status 400/);
  shop.pass(60 * minute);
  await shop.app.jobs.drain();
  assert.equal((await kept('evt_wrong'))[0]?.last_error, null);
  assert.deepEqual((await kept('evt_wrong'))[0]?.processed_at, shop.now());
});
