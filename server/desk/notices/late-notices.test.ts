import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { cutOffOn, formatDay } from '#contract/delivery-date.ts';
import { hour, minute } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';
import { sql } from 'kysely';

// When people are notified that their work is about to be late: in business hours, 9 AM to 5 PM in New York.

let desk: TestDesk;
let editor: Person;
before(async () => {
  // a Monday morning
  desk = await openTestDesk({ startsAt: new Date('2026-11-16T15:00:00Z') });
  editor = await desk.join('editor');
});
after(() => desk.close());

const moveTo = (at: Date) => desk.shop.pass(at.getTime() - desk.shop.now().getTime());
/** The instant of an hour in New York on a date. */
const at = (date: string, clockHour: number) =>
  cutOffOn(date, { ...businessCalendar, cutOffHour: clockHour });
/** Creates a line of a new writer, due on a date, with this number of texts still to write. */
async function lineDue(dueOn: string, texts: number) {
  const writer = await desk.join('writer');
  const { number, path } = await workAt(desk).order((await desk.shop.customer()).auth);
  await workAt(desk).write(writer, path);
  const { db } = desk.shop.database;
  const id = sql`(select id from customer_order where number = ${number})`;
  await sql`update order_line set due_on = ${dueOn}::date where order_id = ${id}`.execute(db);
  await sql`update work_draft set written = 0, expected = ${texts} where order_id = ${id}`.execute(db);
  return writer;
}
async function subjectsOf({ email }: Person): Promise<(string | undefined)[]> {
  // the first minute adds the notice, and a later one sends the email
  for (let run = 0; run < 2; run += 1) {
    desk.shop.pass(2 * minute);
    await desk.shop.app.jobs.drain();
  }
  return (await desk.shop.emailsTo(email))
    .filter(({ messageId }) => messageId?.includes('staff-notices'))
    .map(({ subject }) => subject);
}
const lateOf = (dueOn: string) => [`Due soon or overdue: Slogans, Golden Crust, due ${formatDay(dueOn)}`];

test('notifies the writer the day before when work would have to begin at night to be on time', async () => {
  // 69 texts take 12 hours
  const writer = await lineDue('2026-11-18', 69);
  moveTo(new Date(at('2026-11-17', 9).getTime() - 10 * minute));
  assert.deepEqual(await subjectsOf(writer), []);
  moveTo(at('2026-11-17', 9));
  assert.deepEqual(await subjectsOf(writer), lateOf('2026-11-18'));
});

test('notifies the writer on Friday when work due on Monday must begin on Friday', async () => {
  // 33 texts take six hours
  const writer = await lineDue('2026-11-23', 33);
  moveTo(new Date(at('2026-11-20', 15).getTime() - 10 * minute));
  assert.deepEqual(await subjectsOf(writer), []);
  moveTo(at('2026-11-20', 15));
  assert.deepEqual(await subjectsOf(writer), lateOf('2026-11-23'));
});

test('notifies the writer in the morning about late work that was assigned at night', async () => {
  moveTo(at('2026-11-23', 21));
  editor = { ...editor, cookie: await desk.logIn(editor) };
  const writer = await lineDue('2026-11-23', 3);
  for (const clockHour of [2, 8]) {
    moveTo(at('2026-11-24', clockHour));
    assert.deepEqual(await subjectsOf(writer), [], `${clockHour} o’clock`);
  }
  moveTo(at('2026-11-24', 9));
  assert.match((await subjectsOf(writer))[0] ?? '', /^Late: Slogans/);
});

test('sends no notification about late work on a holiday', async () => {
  // Thanksgiving is a holiday of the shop; the line was due the day before
  moveTo(new Date(at('2026-11-25', 17).getTime() + hour));
  const writer = await lineDue('2026-11-25', 3);
  moveTo(at('2026-11-26', 12));
  assert.deepEqual(await subjectsOf(writer), []);
  moveTo(at('2026-11-27', 10));
  assert.match((await subjectsOf(writer))[0] ?? '', /^Late: /);
});
