import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { businessDays, cutOffOn } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { hour } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

type Load = DeskAnswerOf<'showLoad'>;

let desk: TestDesk;
let owner: Person;
let writer: Person;
before(async () => {
  // a Wednesday
  desk = await openTestDesk({ startsAt: new Date('2026-11-18T15:00:00Z') });
  [owner, writer] = [await desk.join('owner'), await desk.join('writer')];
});
after(() => desk.close());

async function loadOf({ id }: Person, seenBy = owner) {
  seenBy.cookie = await desk.logIn(seenBy);
  const load = await workAt(desk).get<Load>(seenBy, 'reports/load');
  return { ...load, person: load.people.find((one) => one.id === id) };
}

test('shows each person’s open and late lines, and this and next week’s work against their working time', async () => {
  assert.equal((await loadOf(writer)).hasCapacity, false);
  await workAt(desk).done(owner, `people/${writer.id}/minutes`, { minutes: 300 });
  const { weeks, person: idle, hasCapacity } = await loadOf(writer);
  assert.ok(hasCapacity);
  assert.deepEqual(weeks, ['2026-11-16', '2026-11-23']);
  const whole = 5 * 300;
  const rest = businessDays(desk.shop.now(), 10, businessCalendar).filter((day) => day < '2026-11-23').length;
  const holidays = businessCalendar.holidays.filter(
    (day) => day >= '2026-11-23' && day <= '2026-11-27',
  ).length;
  const capacities = [rest * 300, whole - holidays * 300];
  assert.deepEqual(idle, {
    id: writer.id,
    open: 0,
    late: 0,
    weeks: capacities.map((capacity) => ({ minutes: 0, capacity })),
  });

  const { auth } = await desk.shop.customer();
  const orders = [await workAt(desk).order(auth), await workAt(desk).order(auth)];
  const lines = orders.map(({ number }) => ({ number, position: 1 }));
  await workAt(desk).done(owner, 'lines/assign', { lines, staffId: writer.id });
  const { sheet, neededOn } = await workAt(desk).line(owner, orders[0]!.path);
  const due = neededOn! < weeks[1]! ? 0 : 1;
  const { person, days } = await loadOf(writer);
  const minutes = 2 * sheet.minutes;
  assert.deepEqual([person!.open, person!.late], [2, 0]);
  assert.deepEqual(
    person!.weeks,
    capacities.map((capacity, week) => ({ minutes: week === due ? minutes : 0, capacity })),
  );
  assert.equal(
    days.reduce((sum, day) => sum + day.others, 0),
    minutes,
  );
  const { person: another } = await loadOf(owner);
  assert.deepEqual([another!.open, another!.weeks.map((week) => week.minutes)], [0, [0, 0]]);

  const wanted = businessDays(desk.shop.now(), 9, businessCalendar).at(-1)!;
  desk.shop.pass(cutOffOn(wanted, businessCalendar).getTime() - 2 * hour - desk.shop.now().getTime());
  await desk.shop.app.jobs.drain();
  const { person: late } = await loadOf(writer);
  assert.deepEqual([late!.open, late!.late, late!.weeks[0]!.minutes], [2, 2, minutes]);
});

test('counts the lines, but no working time, of people who are away or locked', async () => {
  owner.cookie = await desk.logIn(owner);
  const { days, person } = await loadOf(writer);
  const back = days.at(-1)!.day;
  await workAt(desk).done(owner, `people/${writer.id}/away`, { backOn: back });
  const { person: away, days: awayDays, hasCapacity } = await loadOf(writer);
  assert.deepEqual([awayDays[0]!.capacity, hasCapacity], [0, true]);
  assert.equal(away!.open, person!.open);
  assert.equal(away!.weeks[0]!.capacity, 0);
  await workAt(desk).done(owner, `people/${writer.id}/away`, { backOn: null });
  await workAt(desk).done(owner, `people/${writer.id}/lock`);
  const { person: locked, days: without } = await loadOf(writer);
  assert.deepEqual([locked!.open, locked!.weeks.map(({ capacity }) => capacity)], [2, [0, 0]]);
  assert.ok(without.every(({ capacity }) => capacity === 0));
  await workAt(desk).done(owner, `people/${writer.id}/unlock`);
});

test('shows nobody else’s load to a person who sees only their own work', async () => {
  const { people, isTeams } = await loadOf(writer, writer);
  assert.deepEqual([people, isTeams], [[], false]);
});

test('counts work due on a Friday as late only when the next business day begins', async () => {
  owner.cookie = await desk.logIn(owner);
  const day = (from: string, weekday: number) => {
    const found = new Date(`${from}T12:00:00Z`);
    while (found.getUTCDay() !== weekday) found.setUTCDate(found.getUTCDate() + 1);
    return found;
  };
  const friday = day(businessDays(desk.shop.now(), 3, businessCalendar)[2]!, 5);
  const { auth } = await desk.shop.customer();
  const { number, path } = await workAt(desk).order(auth);
  const lines = [{ number, position: 1 }];
  const before = (await loadOf(writer)).person!.late;
  await workAt(desk).done(owner, 'lines/assign', { lines, staffId: writer.id });
  const dueOn = friday.toISOString().slice(0, 10);
  const moved = await workAt(desk).done(owner, 'lines/move-due', { lines, dueOn, reason: 'The shop moves.' });
  assert.ok(moved);
  assert.equal((await workAt(desk).line(owner, path)).neededOn, dueOn);
  const lateOn = async (on: Date) => {
    desk.shop.pass(on.getTime() + 6 * hour - desk.shop.now().getTime());
    return (await loadOf(writer)).person!.late - before;
  };
  assert.equal(await lateOn(day(dueOn, 6)), 0, 'Saturday');
  assert.equal(await lateOn(day(dueOn, 2)), 1, 'Tuesday');
});
