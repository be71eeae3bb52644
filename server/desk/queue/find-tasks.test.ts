import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { businessDaysAfter, operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { day, hour, minute, second } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
before(async () => {
  desk = await openTestDesk();
});
after(() => desk.close());

type Today = DeskAnswerOf<'showToday'>;
type Next = DeskAnswerOf<'next'>;
const rowsOf = async (person: { cookie: string }, who: 'mine' | 'team') =>
  (await workAt(desk).get<Today>(person, `today?who=${who}`)).groups.flatMap(({ rows }) => rows);

/** Logs the person in again, because unused sessions expire after hours. */
const back = async (person: Person) => ({ ...person, cookie: await desk.logIn(person) });

test('shows the correct due day of each line at any hour, most urgent first', async () => {
  const owner = await desk.join('owner');
  const { auth } = await desk.shop.customer();
  await workAt(desk).order(auth);
  await workAt(desk).order(auth, [{ orderType: 3, express: true }]);
  desk.shop.pass(day);
  for (let step = 0; step < 24; step += 1) {
    desk.shop.pass(7 * hour + 13 * minute);
    const person = await back(owner);
    const now = desk.shop.now();
    const today = operatorsDay(now, businessCalendar);
    const rows = (await rowsOf(person, 'team')).filter(({ line }) => line !== null);
    assert.equal(rows.length, 2, now.toISOString());
    for (const { reason, line, isLate } of rows) {
      const days = Math.max(0, businessDaysAfter(line!.neededOn!, now, businessCalendar));
      const words = `${reason}, needed ${line!.neededOn} at ${now.toISOString()}`;
      assert.equal(isLate, days > 0, words);
      if (days > 0) assert.equal(reason, `Late by ${days} business ${days === 1 ? 'day' : 'days'}`, words);
      else if (line!.neededOn! <= today) assert.equal(reason, 'Due today', words);
      else assert.match(reason, /^Due \w+, \w+ \d+$/, words);
    }
    assert.ok(rows[0]!.line!.isExpress, 'express work is needed first');
  }
});

test('offers a submitted improvement of delivered work to another person than its writer', async () => {
  const [owner, editor] = [await desk.join('owner'), await desk.join('editor')];
  const { auth } = await desk.shop.customer();
  const { number, path } = await workAt(desk).order(auth);
  const basedOn = await workAt(desk).write(owner, path);
  await workAt(desk).done(editor, `${path}/deliver`, { basedOn });
  desk.shop.pass(11 * second);
  await desk.shop.app.jobs.drain();
  const findIn = async (person: Person, who: 'mine' | 'team') =>
    (await rowsOf(person, who)).find(({ line }) => line?.number === number);
  assert.equal(await findIn(owner, 'team'), undefined, 'nothing is to be done with delivered work');

  const better = await workAt(desk).write(editor, path);
  await workAt(desk).done(editor, `${path}/hand-in`, { basedOn: better });
  const found = await findIn(owner, 'mine');
  assert.deepEqual([found?.reason, found?.isLate], ['Improved version to review', false]);
  assert.equal(await findIn(editor, 'mine'), undefined);
  const { lines } = await workAt(desk).get<DeskAnswerOf<'listLines'>>(owner, 'lines?show=check');
  assert.ok(lines.some((line) => line.number === number));
  const { next } = await workAt(desk).done<Next>(owner, 'next', {});
  assert.ok(next, 'there is more to do');
  await workAt(desk).done(owner, `${path}/deliver`, { basedOn: better });
  assert.equal(await findIn(owner, 'team'), undefined, 'it is on its way');
});

test('omits lines of a disputed order from the open lines, because nobody may work on them', async () => {
  const owner = await desk.join('owner');
  const today = async () => {
    const { open, nextDue } = await workAt(desk).get<Today>(owner, 'today?who=team');
    return { open, nextDue };
  };
  const earlier = await today();
  const { auth } = await desk.shop.customer();
  const { number } = await workAt(desk).order(auth, [{ orderType: 3, express: true }]);
  assert.equal((await today()).open, earlier.open + 1);
  await sql`update payment_link set disputed = 100 where number = ${number}`.execute(desk.shop.database.db);
  assert.deepEqual(await today(), earlier);
});
