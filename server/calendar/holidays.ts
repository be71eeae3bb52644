import { second } from '#contract/durations.ts';
import { builtInHolidays, businessCalendar } from '#contract/business-calendar.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Handlers } from '#server/http/bind-endpoints.ts';
import type { Log } from '#server/process/log.ts';
import { type Kysely, sql } from 'kysely';

/** How often a process reads the holidays (ms), because another one may have changed them. */
const readEveryMs = 5 * second;

/** The days of contract/business-calendar.ts with the desk's changes, ascending. */
export async function findHolidays(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ day: string; is_holiday: boolean }>`
    select day::text, is_holiday from holiday_change`.execute(db);
  const days = new Set(builtInHolidays);
  for (const { day, is_holiday: isHoliday } of rows) {
    if (isHoliday) days.add(day);
    else days.delete(day);
  }
  return [...days].toSorted();
}

/** Makes this process count with the stored holidays, and returns them. */
export async function readHolidays(db: Kysely<Schema>): Promise<readonly string[]> {
  const found = await findHolidays(db);
  if (found.join() !== businessCalendar.holidays.join()) businessCalendar.holidays = found;
  return found;
}

/** Reads the holidays now and every five seconds, until `close` is called. */
export async function watchHolidays({ db }: Pick<Database, 'db'>, log: Log): Promise<{ close(): void }> {
  await readHolidays(db);
  const timer = setInterval(() => {
    // keeps the known holidays while the database is away
    readHolidays(db).catch((error: unknown) => log.debug({ err: error }, 'could not read the holidays'));
  }, readEveryMs).unref();
  return {
    close() {
      clearInterval(timer);
      businessCalendar.holidays = builtInHolidays;
    },
  };
}

/** The storefront's call, which keeps the dates of open pages right. */
export const calendarRoutes: Pick<Handlers, 'showCalendar'> = {
  showCalendar: async () => ({ holidays: [...businessCalendar.holidays] }),
};
