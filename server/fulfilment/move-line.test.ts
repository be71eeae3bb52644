import { day } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { businessEnd, deliveryDate, postponedDate } from '#contract/delivery-date.ts';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { sql } from 'kysely';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';

let shop: TestShop;
let team: ReturnType<typeof openTestTeam>;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100', DESK: 'on' } });
  team = openTestTeam(shop);
});
after(() => shop.close());

type Buyer = Awaited<ReturnType<typeof buyer>>;

/** A customer with a paid order. */
async function buyer() {
  const { auth, email } = await shop.customer();
  const { orderNumber, token } = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.app.jobs.drain();
  return { auth, email, number: orderNumber };
}

const deliver = (number: string, first = 'Bread, before you wake.') =>
  team.deliver(number, 1, { 'Slogan 1': first });
const orderOf = async ({ auth, number }: Buyer) =>
  (await shop.send<Order>('GET', `/api/orders/${number}`, { headers: auth })).body;
const tell = ({ auth, number }: Buyer, what: string, body?: unknown) =>
  shop.send('POST', `/api/orders/${number}/lines/1/${what}`, {
    headers: auth,
    ...(body === undefined ? {} : { body }),
  });

async function emailAbout(to: string, subject: RegExp) {
  await shop.app.jobs.drain();
  const letter = (await shop.letters()).find(
    (one) => one.to?.some(({ address }) => address === to) && subject.test(one.subject ?? ''),
  );
  assert.ok(letter, `a letter to ${to} about ${String(subject)}`);
  return letter;
}

const revenueOf = async (number: string) =>
  (
    await sql<{ amount: bigint }>`
      select coalesce(sum(t.amount), 0)::bigint as amount from ledger_transfer t join ledger_tx x on x.id = t.tx_id
      join ledger_account a on a.id = t.to_account
      where split_part(x.source_id, ':', 1) = ${number} and a.code = 'revenue'`.execute(shop.database.db)
  ).rows[0]!.amount;

test('moves a line from queued to accepted with events and emails, and books its revenue at acceptance', async () => {
  const order = await buyer();
  await team.start(order.number);
  const started = await emailAbout(order.email, /^Work on your slogans for Golden Crust has started/);
  assert.match(started.text ?? '', /You’ll have them by/);
  await deliver(order.number);
  const letter = await emailAbout(order.email, /^Your slogans for Golden Crust are ready/);
  assert.match(letter.text ?? '', /Bread, before you wake\./);

  const delivered = (await orderOf(order)).lines[0]!;
  assert.equal(delivered.work.status, 'delivered');
  assert.equal(delivered.work.versions, 1);
  assert.equal(delivered.work.reviewUntil, businessEnd(shop.now(), 14, businessCalendar).toISOString());
  const path = `/api/orders/${order.number}/lines/1/deliveries/1`;
  const { body } = await shop.send<Delivery>('GET', path, { headers: order.auth });
  assert.equal(body.pieces?.find(({ label }) => label === 'Slogan 1')?.text, 'Bread, before you wake.');
  assert.equal(await revenueOf(order.number), 0n);

  assert.equal((await tell(order, 'accept')).status, 204);
  const finished = await orderOf(order);
  assert.equal(finished.work.status, 'completed');
  assert.deepEqual(
    finished.events.map(({ actor, from, to }) => `${actor}: ${from} → ${to}`),
    [
      'customer: null → awaitingPayment',
      'customer: awaitingPayment → paid',
      'operator: queued → inProgress',
      'operator: inProgress → delivered',
      'customer: delivered → completed',
    ],
  );
  await emailAbout('operator@shop.test', new RegExp(`^Accepted: ${order.number}`));
  assert.equal(await revenueOf(order.number), 12900n);
});

test('pauses the due date until a question is answered', async () => {
  const order = await buyer();
  const before = (await orderOf(order)).lines[0]!.dueOn!;
  await team.ask(order.number, 'Which street is the shop in?');
  const asked = (await orderOf(order)).lines[0]!;
  assert.equal(asked.work.question, 'Which street is the shop in?');
  assert.match(
    (await emailAbout(order.email, /^A question about your slogans for Golden Crust/)).text ?? '',
    /Which street/,
  );

  shop.pass(7 * day);
  const fresh = await shop.logIn(order.email);
  const later = { ...order, auth: shop.bearer(fresh.accessToken) };
  const empty = await tell(later, 'answer', { text: '  ' });
  assert.equal(empty.status, 400);
  assert.deepEqual(empty.body.errors, { text: ['Enter your answer'] });
  assert.equal((await tell(later, 'answer', { text: 'Mill Lane' })).status, 204);
  const answered = (await orderOf(later)).lines[0]!;
  assert.equal(answered.work.status, 'inProgress');
  assert.equal(answered.work.question, null);
  // the pause lasted a calendar week that includes Thanksgiving
  assert.ok(Date.parse(answered.dueOn!) - Date.parse(before) >= 6 * day, `${before} → ${answered.dueOn}`);
  const told = await emailAbout('operator@shop.test', new RegExp(`^Answered: ${order.number}`));
  assert.match(told.text ?? '', /Mill Lane/);
});

test('counts revision requests, and rejects more than the order includes', async () => {
  const order = await buyer();
  const rounds = (await orderOf(order)).lines[0]!.revisionRounds;
  assert.ok(rounds >= 1);
  for (let round = 1; round <= rounds; round++) {
    shop.pass(60_000);
    await deliver(order.number, `Version ${round}`);
    shop.pass(60_000);
    assert.equal((await tell(order, 'revision', { text: 'Shorter, and no pun.' })).status, 204);
    assert.equal((await orderOf(order)).lines[0]!.work.revisionsLeft, rounds - round);
  }
  const revised = await emailAbout(
    order.email,
    /^Your revised slogans for Golden Crust are ready \(R-\S+, version 2\)$/,
  );
  assert.match(revised.text ?? '', /This is version 2\. We revised it based on the changes you requested\./);
  const promised = async (subject: RegExp) =>
    /first revision still misses your brief/.test((await emailAbout(order.email, subject)).text ?? '');
  assert.deepEqual(await Promise.all([promised(/are ready \(R-\S+\)$/), promised(/version 2\)$/)]), [
    true,
    true,
  ]);
  const letter = await emailAbout('operator@shop.test', new RegExp(`^Revision: ${order.number}`));
  assert.match(letter.text ?? '', /Shorter, and no pun\./);
  shop.pass(60_000);
  await deliver(order.number, 'The last');
  assert.equal(await promised(/version 3\)$/), false, 'after the first revision');
  const refused = await tell(order, 'revision', { text: 'Once more' });
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail ?? '', /no revision rounds left/);
});

test('accepts a delivery when the customer has not responded to two reminders', async () => {
  const order = await buyer();
  await deliver(order.number);
  shop.pass(7 * day);
  await emailAbout(order.email, /^Your slogans for Golden Crust are waiting for your review/);
  shop.pass(5 * day);
  await shop.app.jobs.drain();
  const reminders = (await shop.letters()).filter(
    ({ subject, to }) => to?.[0]?.address === order.email && /waiting for your review/.test(subject ?? ''),
  );
  assert.deepEqual(
    new Set(reminders.map(({ subject }) => / review, (.*) \(/.exec(subject ?? '')?.[1])),
    new Set(['7 days left', '2 days left']),
  );
  // the review ends at the cut-off hour of the fourteenth day, which is later than the hour of the delivery
  shop.pass(2.5 * day);
  await emailAbout(order.email, /^Accepted automatically: Slogans for Golden Crust/);
  assert.equal(await revenueOf(order.number), 12900n);
});

test('does not accept a newer version when the review period of an older one ends', async () => {
  const order = await buyer();
  await deliver(order.number, 'First');
  shop.pass(13 * day);
  const auth = shop.bearer((await shop.logIn(order.email)).accessToken);
  assert.equal((await tell({ ...order, auth }, 'revision', { text: 'Warmer' })).status, 204);
  await deliver(order.number, 'Second');
  shop.pass(2 * day);
  await shop.app.jobs.drain();
  const later = shop.bearer((await shop.logIn(order.email)).accessToken);
  assert.equal((await orderOf({ ...order, auth: later })).work.status, 'delivered');
});

test('completes a line once when it is accepted twice at once, and explains why a state allows no transition', async () => {
  const order = await buyer();
  await assert.rejects(team.start('R-0000-0000'), /can’t find that line/);
  const early = await tell(order, 'accept');
  assert.equal(early.status, 409);
  assert.match(early.body.detail ?? '', /the work is in the queue/);
  await deliver(order.number);
  const answers = await Promise.all([1, 2, 3, 4].map(() => tell(order, 'accept')));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 204, 204, 204],
  );
  assert.equal(await revenueOf(order.number), 12900n);
  assert.equal((await tell(order, 'extend')).status, 409);
});

test("shows nobody work on an unpaid order, and hides another customer's order", async () => {
  const { auth } = await shop.customer();
  const { orderNumber } = await shop.placeOrder(auth);
  await assert.rejects(team.start(orderNumber), /can’t find that line/);
  const order = await buyer();
  await deliver(order.number);
  for (const [method, path] of [
    ['GET', 'deliveries/1'],
    ['POST', 'accept'],
  ] as const) {
    const answer = await shop.send(method, `/api/orders/${order.number}/lines/1/${path}`, { headers: auth });
    assert.equal(answer.status, 404);
  }
});

test('leaves balanced books after the transitions of this file’s earlier tests', async () => {
  assert.deepEqual(await shop.audit(), []);
});

test('sets a separate due date for a revision, and pauses the date while a question is open', async () => {
  let order = await buyer();
  const dates = async () => {
    const { dueOn, work } = (await orderOf(order)).lines[0]!;
    return [dueOn, work.reviseBy];
  };
  const [due] = await dates();
  await deliver(order.number);
  assert.deepEqual(await dates(), [due, null]);

  assert.equal((await tell(order, 'revision', { text: 'Shorter.' })).status, 204);
  const promised = deliveryDate(shop.now(), 3, businessCalendar);
  assert.deepEqual(await dates(), [due, promised]);
  await team.ask(order.number, 'Which street?');
  const askedAt = shop.now();
  shop.pass(7 * day);
  order = { ...order, auth: shop.bearer((await shop.logIn(order.email)).accessToken) };
  assert.equal((await tell(order, 'answer', { text: 'Mill Street.' })).status, 204);
  const later = postponedDate(promised, askedAt, shop.now(), businessCalendar);
  assert.deepEqual(await dates(), [due, later], 'the first date stays as it was');

  await deliver(order.number, 'Bread.');
  assert.deepEqual(await dates(), [due, null]);
});
