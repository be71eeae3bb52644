/** The desk's list of payments: its states, its filters and its pages. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { fromBalance, paymentStates } from '#contract/desk/money.ts';
import { day } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { daysAfter } from '#server/books/day-bounds.ts';
import { disputeAt, moneyAt } from '#test/server/money-at-desk.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';

type List = DeskAnswerOf<'listPayments'>;

let desk: TestDesk;
let owner: Person;
/** The payments' numbers by what happened to them. */
const numbers: Record<string, string> = {};
/** The day of the first payments, on which only the unpaid order and the deposit were placed. */
let first: string;

before(async () => {
  desk = await openTestDesk();
  const { shop } = desk;
  const money = moneyAt(desk);
  first = operatorsDay(shop.now(), businessCalendar);
  await shop.addFunds((await shop.customer()).auth, 20_000);
  numbers['waiting'] = (await shop.placeOrder((await shop.customer()).auth)).orderNumber;
  shop.pass(2 * day);
  owner = await desk.join('owner');
  numbers['paid'] = (await money.cardOrder()).number;
  numbers['partlyRefunded'] = (await money.cardOrder()).number;
  await money.refund(owner, numbers['partlyRefunded'], 1_000);
  numbers['disputed'] = (await money.cardOrder()).number;
  await disputeAt(desk, numbers['disputed']);
  const { auth } = await shop.customer();
  await shop.addFunds(auth, 20_000);
  const { token, orderNumber } = await shop.placeOrder(auth);
  await shop.startPayment(token);
  await shop.pay(token, 'balance', auth);
  numbers['balance after a card page'] = orderNumber;
  const left = await shop.placeOrder(auth);
  await shop.startPayment(left.token);
  numbers['waiting after a card page'] = left.orderNumber;
  await shop.app.jobs.drain();
});
after(async () => {
  assert.deepEqual(await desk.shop.audit(), []);
  await desk.close();
});

const list = (query = '') => moneyAt(desk).get<List>(owner, `money/payments?${query}`);
const numbersOf = ({ payments }: List) => payments.map(({ number }) => number);

test('shows each payment’s state, and the provider if it has collected money', async () => {
  const { payments } = await list();
  const shown = Object.fromEntries(
    Object.entries(numbers).map(([what, wanted]) => {
      const found = payments.find(({ number }) => number === wanted);
      return [what, `${found?.state} ${found?.provider}`];
    }),
  );
  assert.deepEqual(shown, {
    waiting: 'waiting null',
    paid: 'paid sandbox',
    partlyRefunded: 'partlyRefunded sandbox',
    disputed: 'disputed sandbox',
    'balance after a card page': 'paid null',
    'waiting after a card page': 'waiting null',
  });
});

test('lists exactly the payments with a state when filtered by it', async () => {
  const all = await list();
  const found = new Set<string>();
  for (const state of paymentStates) {
    const wanted = all.payments.filter((payment) => payment.state === state);
    if (wanted.length > 0) found.add(state);
    assert.deepEqual(numbersOf(await list(`state=${state}`)), numbersOf({ ...all, payments: wanted }), state);
  }
  assert.deepEqual([...found].toSorted(), ['disputed', 'paid', 'partlyRefunded', 'waiting']);
});

test('lists exactly the payments that a provider collected, or that came from the balance', async () => {
  const all = await list();
  assert.deepEqual(all.providers, ['sandbox']);
  const collected = all.payments.filter(({ provider }) => provider === 'sandbox');
  assert.deepEqual(numbersOf(await list('paidWith=sandbox')), numbersOf({ ...all, payments: collected }));
  assert.deepEqual(numbersOf(await list(`paidWith=${fromBalance}`)), [numbers['balance after a card page']]);
  assert.deepEqual(numbersOf(await list('paidWith=unknown')), []);
});

test('lists the payments of the chosen days, both included', async () => {
  const early = await list(`from=${first}&to=${first}`);
  assert.equal(early.payments.length, 2);
  assert.ok(numbersOf(early).includes(numbers['waiting']!));
  const late = await list(`from=${daysAfter(first, 1)}`);
  assert.equal(late.payments.length + early.payments.length, (await list()).payments.length);
  const { status, body } = await desk.call<{ errors: object }>(
    'GET',
    `money/payments?from=${first}&to=${daysAfter(first, -1)}`,
    owner,
  );
  assert.deepEqual([status, body.errors], [400, { to: ['The end date can’t be before the start date'] }]);
});

test('names the filter that it rejects', async () => {
  for (const [query, errors] of [
    ['state=lent', { state: ['Choose a status'] }],
    ['from=yesterday', { from: ['Enter a date, like 2026-11-24'] }],
    [`paidWith=${'x'.repeat(41)}`, { paidWith: ['Payment method must be 40 characters or fewer'] }],
  ] as const) {
    const { status, body } = await desk.call<{ errors: object }>('GET', `money/payments?${query}`, owner);
    assert.deepEqual([status, body.errors], [400, errors]);
  }
});

test('continues a filtered list after its first page', async () => {
  const all = numbersOf(await list('paidWith=sandbox'));
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: List = await list(`paidWith=sandbox&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
    found.push(...numbersOf(page));
    cursor = page.nextCursor;
  }
  assert.deepEqual(found, all);
});
