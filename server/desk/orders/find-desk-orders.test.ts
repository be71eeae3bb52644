/** The list of orders: its filters and its search. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { deskPayments, deskWorks } from '#contract/desk/orders.ts';
import { day } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { slogansBrief, slogansOrder } from '#demo/slogans-order.ts';
import { daysAfter } from '#server/books/day-bounds.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { moneyAt } from '#test/server/money-at-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

type Page = DeskAnswerOf<'listDeskOrders'>;
type Row = Page['orders'][number];

let desk: TestDesk;
let owner: Person;
let editor: Person;
const numbers: string[] = [];
/** The day of the first order. */
let first: string;

const open = ['queued', 'inProgress', 'needsInfo', 'revisionRequested'];
/** The work status that a row shows. */
const workOf = ({ payment, work }: Row) => (payment === 'disputed' && open.includes(work) ? 'onHold' : work);

/** Creates orders in many states, at least one a day. */
before(async () => {
  desk = await openTestDesk();
  const { shop } = desk;
  const team = openTestTeam(shop);
  first = operatorsDay(shop.now(), businessCalendar);
  const customer = async () => (await shop.customer()).auth;
  const order = async (items?: Parameters<ReturnType<typeof workAt>['order']>[1]) => {
    const { number } = await workAt(desk).order(await customer(), items);
    numbers.push(number);
    return number;
  };
  const cardOrder = async () => {
    const { number } = await moneyAt(desk).cardOrder();
    numbers.push(number);
    return { number, ref: await shop.refOf(number) };
  };
  await order();
  await team.start(await order([{ orderType: 3 }, { orderType: 2 }]));
  await team.ask(await order(), 'Which year?');
  shop.pass(day);
  await team.deliver(await order());
  await shop.operate('refund', await order(), '10', 'balance', 'Late');
  const both = await order();
  await shop.operate('cancel', both, 'Ordered twice', both);
  shop.pass(day);
  await shop.act((await cardOrder()).ref, 'dispute', 'once');
  const lost = await cardOrder();
  await shop.act(lost.ref, 'dispute', 'once');
  await shop.act(lost.ref, 'dispute-lost', 'once');
  await shop.app.jobs.drain();
  const unpaid = await shop.placeOrder(await customer());
  numbers.push(unpaid.orderNumber);
  const named = {
    ...slogansOrder,
    firstName: 'Zoë',
    lastName: 'Müller',
    orderDetails: [
      { ...slogansOrder.orderDetails[0]!, brief: { ...slogansBrief, brandName: 'Café 50% Rye' } },
    ],
  };
  numbers.push((await shop.placeOrder(await customer(), named)).orderNumber);
  [owner, editor] = [await desk.join('owner'), await desk.join('editor')];
});
after(() => desk.close());

const ask = (person: Person, query: Record<string, string>) =>
  desk.call<Page & { errors?: object }>('GET', `orders?${new URLSearchParams(query).toString()}`, {
    cookie: person.cookie,
  });
async function list(query: Record<string, string>, person = owner): Promise<Row[]> {
  const answer = await ask(person, query);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.orders;
}
const found = async (query: Record<string, string>, person = owner) =>
  (await list(query, person)).map(({ number }) => number);
const named = (rows: readonly Row[]) => rows.map(({ number }) => number);

test('finds exactly the orders in a state when filtered by it, for each state', async () => {
  const all = await list({ limit: '100' });
  assert.deepEqual(named(all), numbers.toReversed());
  const states = new Set(all.flatMap((row) => [row.payment, workOf(row)]));
  for (const state of ['disputed', 'disputeLost', 'partiallyRefunded', 'refunded', 'onHold', 'needsInfo'])
    assert.ok(states.has(state), state);
  for (const payment of deskPayments)
    assert.deepEqual(await found({ payment }), named(all.filter((row) => row.payment === payment)), payment);
  for (const work of deskWorks)
    assert.deepEqual(await found({ work }), named(all.filter((row) => workOf(row) === work)), work);
  for (const payment of deskPayments)
    for (const work of deskWorks)
      assert.deepEqual(
        await found({ payment, work }),
        named(all.filter((row) => row.payment === payment && workOf(row) === work)),
        `${payment} ${work}`,
      );
});

test('finds orders by the service of any line, and pages through them', async () => {
  assert.deepEqual(await found({ service: '2' }), [numbers[1]]);
  assert.deepEqual(await found({ service: '4711' }), []);
  const query = { service: '3', payment: 'paid', limit: '1' };
  const pages: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: Page } = await ask(owner, { ...query, ...(cursor ? { cursor } : {}) });
    pages.push(...named(body.orders));
    cursor = body.nextCursor;
  }
  assert.deepEqual(pages, await found({ ...query, limit: '100' }));
  assert.equal(new Set(pages).size, 4);
});

test('finds orders by the day of their placement, in the operator’s time zone', async () => {
  const [second, third] = [daysAfter(first, 1), daysAfter(first, 2)];
  const before = numbers.slice(0, 3).toReversed();
  assert.deepEqual(await found({ to: first }), before);
  assert.deepEqual(await found({ from: second, to: second }), numbers.slice(3, 6).toReversed());
  assert.deepEqual(await found({ from: '0000-01-01', to: '9999-12-31' }), numbers.toReversed());
  assert.deepEqual(await found({ from: third }), numbers.slice(6).toReversed());
  assert.deepEqual(await found({ from: daysAfter(first, -9), to: daysAfter(first, -1) }), []);
});

test('finds orders by brand, customer and any part of the number, together with other filters', async () => {
  const newest = numbers.at(-1)!;
  const [, start, end] = newest.split('-') as [string, string, string];
  for (const q of [newest, newest.toLowerCase().replaceAll('-', ' '), start, end.toLowerCase()])
    assert.ok((await found({ q })).includes(newest), q);
  for (const q of ['cafe', 'CAFE rye', 'muller zoe', 'Zoë', 'müll'])
    assert.deepEqual(await found({ q, limit: '100' }), [newest], q);
  assert.deepEqual(await found({ q: 'cafe', payment: 'awaitingPayment', service: '3' }), [newest]);
  assert.deepEqual(await found({ q: 'cafe', payment: 'paid' }), []);
  assert.deepEqual(await found({ q: newest, payment: 'paid' }), []);
  for (const q of ['%', '_', '\\', '!?', 'nobody']) assert.deepEqual(await found({ q }), [], q);
});

test('finds orders by brand and number, but not by the name, for staff who may not see names', async () => {
  const newest = numbers.at(-1)!;
  for (const q of ['Müller', 'zoe', 'Lee', 'Ann', '%', '_', '\\'])
    assert.deepEqual(await found({ q }, editor), [], q);
  for (const q of ['café', 'CAFÉ 50%', newest, newest.slice(3, 9).toLowerCase()])
    assert.deepEqual(await found({ q }, editor), [newest], q);
});

test('names the field of an invalid filter', async () => {
  for (const [query, field] of [
    [{ payment: 'lost' }, 'payment'],
    [{ work: 'waiting' }, 'work'],
    [{ service: 'slogans' }, 'service'],
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-02-30' }, 'to'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'to'],
    [{ q: 'x'.repeat(81) }, 'q'],
  ] as const) {
    const { status, body } = await ask(owner, query);
    assert.deepEqual([status, Object.keys(body.errors ?? {})], [400, [field]], JSON.stringify(query));
  }
});

test('lists the services to filter by, also for staff without a permission for work', async () => {
  const accountant = await desk.join('accountant');
  const { body } = await ask(accountant, { limit: '1' });
  assert.ok(body.services.some(({ orderType, title }) => orderType === 3 && title === 'Slogans'));
});
