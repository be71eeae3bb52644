import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInHolidays, businessCalendar } from '#contract/business-calendar.ts';
import { second } from '#contract/durations.ts';
import { openTestDatabase } from '#test/server/open-test-database.ts';
import { waitFor } from '#test/wait-for.ts';
import { sql } from 'kysely';
import { watchHolidays } from './holidays.ts';

const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

test('counts with a holiday after five seconds when another process has stored it, and with the built-in ones after the end', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using database = await openTestDatabase();
  const { db } = database;
  const watch = await watchHolidays(database, log);
  const counts = (day: string) => businessCalendar.holidays.includes(day);
  await sql`insert into holiday_change values ('2027-03-19', true), ('2026-12-25', false)`.execute(db);
  t.mock.timers.tick(4.9 * second);
  assert.deepEqual(businessCalendar.holidays, builtInHolidays);
  t.mock.timers.tick(0.1 * second);
  await waitFor('the new holiday', () => counts('2027-03-19') && !counts('2026-12-25'));
  watch.close();
  assert.deepEqual(businessCalendar.holidays, builtInHolidays);
});
