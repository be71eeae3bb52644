import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { businessDays, cutOffOn, operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { day, hour, second } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { minutesOf } from '#contract/work/work-sheet.ts';
import { closeDays } from '#server/books/close-days.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';
import { sql } from 'kysely';

type Load = DeskAnswerOf<'showLoad'>;
type OnTime = DeskAnswerOf<'showOnTime'>;
type Answers = DeskAnswerOf<'showAnswers'>;
type Money = DeskAnswerOf<'showMoneyReport'>;

let desk: TestDesk;
let owner: Person;
before(async () => {
  desk = await openTestDesk({ settings: { RATE_LIMIT_FACTOR: '1000' } });
  owner = await desk.join('owner');
});
after(() => desk.close());

const db = () => desk.shop.database.db;
const get = async <Body>(path: string, person = owner) => {
  person.cookie = await desk.logIn(person);
  return workAt(desk).get<Body>(person, path);
};
const sumOf = ({ days }: Load, who: 'mine' | 'others' | 'unassigned') =>
  days.reduce((sum, one) => sum + one[who], 0);
const totals = (weeks: OnTime['weeks']) =>
  weeks.reduce(
    (sum, week) => [sum[0] + week.onTime, sum[1] + week.late, sum[2] + week.open] as [number, number, number],
    [0, 0, 0] as [number, number, number],
  );
/** Advances the clock by this many business days, to `hours` after the cut-off hour. */
async function passTo(days: number, hours = -2) {
  const wanted = businessDays(desk.shop.now(), days + 1, businessCalendar).at(-1)!;
  desk.shop.pass(cutOffOn(wanted, businessCalendar).getTime() + hours * hour - desk.shop.now().getTime());
  await desk.shop.app.jobs.drain();
}

/** The distinct capacities of the days, in order. */
const capacities = ({ days }: Load) => [...new Set(days.map(({ capacity }) => capacity))];

test('returns an empty row for each day and week of a shop without work, and rejects an invalid period', async () => {
  const load = await get<Load>('reports/load');
  assert.deepEqual(
    load.days.map((one) => one.day),
    businessDays(desk.shop.now(), 10, businessCalendar),
  );
  assert.deepEqual([capacities(load), load.isTeams, load.isWhole], [[0], true, true]);
  const onTime = await get<OnTime>('reports/on-time');
  assert.equal(onTime.weeks.length, 12);
  assert.deepEqual([totals(onTime.weeks), onTime.lateLines], [[0, 0, 0], []]);
  assert.equal((await get<OnTime>('reports/on-time?days=366')).weeks.length, 53);
  assert.equal((await get<Answers>('reports/answers')).weeks.length, 12);
  assert.deepEqual(await get<Money>('reports/money'), { books: [] });
  for (const path of ['reports/on-time?days=6', 'reports/money?days=367', 'reports/answers?days=many']) {
    const { status, body } = await desk.call<{ errors: object }>('GET', path, { cookie: owner.cookie });
    assert.deepEqual([status, Object.keys(body.errors)], [400, ['days']], path);
  }
});

test('counts the minutes of each line on its due day, by assignee, against people’s capacity', async () => {
  const writer = await desk.join('writer');
  await workAt(desk).done(owner, `people/${writer.id}/minutes`, { minutes: 300 });
  await workAt(desk).done(owner, `people/${owner.id}/minutes`, { minutes: 60 });
  const { auth } = await desk.shop.customer();
  const [mine, theirs] = [await workAt(desk).order(auth), await workAt(desk).order(auth)];
  await workAt(desk).order(auth);
  const assign = (number: string, { id: staffId }: Person) =>
    workAt(desk).done(owner, 'lines/assign', { lines: [{ number, position: 1 }], staffId });
  await assign(mine.number, owner);
  await assign(theirs.number, writer);
  const { sheet } = await workAt(desk).line(owner, mine.path);
  const load = await get<Load>('reports/load');
  assert.deepEqual(capacities(load), [360]);
  for (const who of ['mine', 'others', 'unassigned'] as const) assert.equal(sumOf(load, who), sheet.minutes);
  const { rows } = await sql<{ due: string }>`select distinct due_on::text as due from order_line`.execute(
    db(),
  );
  const due = load.days.filter(({ lines }) => lines > 0);
  assert.deepEqual(
    due.map((one) => one.day),
    rows.map((row) => row.due),
  );

  const own = await get<Load>('reports/load', writer);
  assert.deepEqual([own.isTeams, capacities(own)], [false, [300]]);
  assert.deepEqual(
    [sumOf(own, 'mine'), sumOf(own, 'others'), sumOf(own, 'unassigned')],
    [sheet.minutes, 0, 0],
  );

  // a finished draft takes ten more minutes
  await workAt(desk).write(owner, mine.path);
  assert.equal(sumOf(await get<Load>('reports/load'), 'mine'), 10);
  await passTo(8);
  const late = await get<Load>('reports/load');
  assert.equal(late.days[0]!.late, 3);
  assert.equal(late.days[0]!.mine + late.days[0]!.others + late.days[0]!.unassigned, 10 + 2 * sheet.minutes);
  const left = await desk.call('POST', 'people/987654/minutes', {
    cookie: owner.cookie,
    body: { minutes: 5 },
  });
  assert.equal(left.status, 404);
});

test('counts no working time on days when a person is away, and marks them for staff who assign work', async () => {
  const writer = await desk.join('writer');
  const before = await get<Load>('reports/load', writer);
  await workAt(desk).done(owner, `people/${writer.id}/minutes`, { minutes: 300 });
  const back = before.days[3]!.day;
  await sql`update staff set back_on = ${back}::date where id = ${BigInt(writer.id)}`.execute(db());
  const { days } = await get<Load>('reports/load', writer);
  assert.deepEqual(
    days.map(({ capacity }) => capacity),
    days.map(({ day }) => (day < back ? 0 : 300)),
  );
  const { writers } = await get<DeskAnswerOf<'listWriters'>>('writers');
  assert.equal(writers.find(({ id }) => id === writer.id)!.backOn, back);
  await passTo(3);
  owner = await desk.join('owner');
  const later = (await get<DeskAnswerOf<'listWriters'>>('writers')).writers;
  assert.equal(later.find(({ id }) => id === writer.id)!.backOn, null);
});

test('estimates the minutes of every product, and none for automatic work', () => {
  for (const { orderType, kind } of builtInCatalogue.products) {
    const line = { orderType, quantity: 1, isTakenOver: false };
    const isAutomatic = builtInCatalogue.findProduct(orderType)!.fulfilment === 'automatic';
    assert.equal(minutesOf(line, builtInCatalogue) > 0, kind === 'bundle' || !isAutomatic, `${orderType}`);
    assert.ok(minutesOf({ ...line, isTakenOver: true }, builtInCatalogue) > 0, `${orderType}`);
  }
});

test('counts a line as on time or late by its first delivery, and as open while undelivered', async () => {
  const before = await get<OnTime>('reports/on-time');
  const editor = await desk.join('editor');
  const { auth } = await desk.shop.customer();
  const [punctual, tardy, never, asked] = [
    await workAt(desk).order(auth),
    await workAt(desk).order(auth),
    await workAt(desk).order(auth),
    await workAt(desk).order(auth),
  ];
  const deliver = async (path: string) => {
    owner.cookie = await desk.logIn(owner);
    editor.cookie = await desk.logIn(editor);
    const basedOn = await workAt(desk).write(owner, path);
    await workAt(desk).done(editor, `${path}/deliver`, { basedOn });
    desk.shop.pass(11 * second);
    await desk.shop.app.jobs.drain();
  };
  await deliver(punctual.path);
  await workAt(desk).done(owner, `${asked.path}/ask`, { text: 'Which year?' });
  await passTo(8);
  await deliver(tardy.path);
  const { weeks, lateLines } = await get<OnTime>('reports/on-time');
  const [onTime, late, open] = totals(weeks);
  const [onTimeBefore, lateBefore, openBefore] = totals(before.weeks);
  assert.deepEqual([onTime - onTimeBefore, late - lateBefore, open - openBefore], [1, 1, 1]);
  const listed = new Map(lateLines.map((line) => [line.number, line]));
  assert.equal(listed.get(tardy.number)?.deliveredOn, operatorsDay(desk.shop.now(), businessCalendar));
  assert.equal(listed.get(never.number)?.deliveredOn, null);
  assert.ok(!listed.has(punctual.number) && !listed.has(asked.number));
  assert.ok(
    weeks.every(({ from }) => new Date(from).getUTCDay() === 1),
    'weeks begin on Mondays',
  );
});

test('counts messages by whether they were answered within one business day', async () => {
  const write = async (message: string) => {
    const { status, body } = await desk.shop.send<{ ticketNumber: string }>(
      'POST',
      '/api/support/create-ticket',
      { body: { name: 'Ann', email: 'ann@example.com', message } },
    );
    assert.equal(status, 200, JSON.stringify(body));
    return body.ticketNumber;
  };
  const answer = async (number: string) => {
    owner.cookie = await desk.logIn(owner);
    await workAt(desk).done(owner, `tickets/${number}/messages`, { text: 'Yes.', seen: 0 });
    desk.shop.pass(hour);
    await desk.shop.app.jobs.drain();
  };
  await passTo(1);
  const [quick, slow, , spam] = [
    await write('Do you write menus?'),
    await write('Do you write books?'),
    await write('Do you write songs?'),
    await write('Buy followers'),
  ];
  await answer(quick);
  await workAt(desk).done(owner, `tickets/${spam}/spam`, { seen: 0 });
  await passTo(3);
  await answer(slow);
  // the answer is due tomorrow, so the message is neither on time nor late
  await write('Do you write speeches?');
  const { weeks } = await get<Answers>('reports/answers');
  assert.deepEqual(totals(weeks), [1, 1, 1]);
});

test('sums the amounts of closed days by week when the period is a year', async () => {
  const { auth } = await desk.shop.customer();
  await desk.shop.addFunds(auth, 12_300);
  desk.shop.pass(day);
  await closeDays({ db: db(), clock: desk.shop.now });
  const [{ points: days }] = (await get<Money>('reports/money?days=90')).books as [Money['books'][0]];
  const [{ points: weeks }] = (await get<Money>('reports/money?days=366')).books as [Money['books'][0]];
  const listed = (await get<DeskAnswerOf<'listDays'>>('books/days?limit=100')).days;
  assert.deepEqual(
    days.map(({ from, to, refunding: _, ...amounts }) => ({ day: from, to, ...amounts })),
    listed.toReversed().map(({ signedBy: _, currency: _c, livemode: _l, ...amounts }) => ({
      ...amounts,
      to: amounts.day,
    })),
  );
  const total = (points: typeof days) => points.reduce((sum, { received }) => sum + received, 0);
  assert.ok(total(days) >= 12_300);
  assert.equal(total(weeks), total(days));
  assert.equal(weeks.at(-1)!.balances, days.at(-1)!.balances);
  assert.ok(
    weeks.length < days.length && weeks.slice(1).every(({ from }) => new Date(from).getUTCDay() === 1),
  );
});
