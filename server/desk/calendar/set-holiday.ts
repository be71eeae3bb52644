import { formatDay, isBusinessDay, operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import { builtInHolidays, businessCalendar } from '#contract/business-calendar.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { daysAfter } from '#server/books/day-bounds.ts';
import { findHolidays, readHolidays } from '#server/calendar/holidays.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { isOpenLine, neededOn } from '#server/desk/line-columns.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';

/** Maximum number of days from today to a holiday. */
const furthest = 3 * 365;
/** Maximum number of holidays from today on. Delivery dates are counted day by day, so the list must stay short. */
const mostHolidays = 100;

/** The holidays from today on. */
export async function listHolidays({ db, clock }: DeskDeps): Promise<DeskAnswerOf<'listHolidays'>> {
  const today = operatorsDay(clock(), businessCalendar);
  const coming = (await readHolidays(db)).filter((day) => day >= today);
  const { rows } = await sql<{ day: string; lines: number }>`
    select ${neededOn}::text as day, count(*)::int as lines from order_line l
    where ${neededOn} = any(${coming}::date[]) and ${isOpenLine}
    group by 1`.execute(db);
  const linesOn = new Map(rows.map(({ day, lines }) => [day, lines]));
  return { holidays: coming.map((day) => ({ day, openLines: linesOn.get(day) ?? 0 })) };
}

/** @throws Refusal for a day that is past, too far away or on a weekend */
function assertPossible(day: string, now: Date): void {
  const today = operatorsDay(now, businessCalendar);
  const refuse = (why: string) => new Refusal({ day: [why] });
  if (day < today) throw refuse('Choose today or a later date');
  if (day > daysAfter(today, furthest)) throw refuse('Choose a date within the next three years');
  if (!isBusinessDay(day, [])) throw refuse(`${formatDay(day)} is on a weekend, so it isn’t a business day`);
}

/**
 * Makes a weekday a holiday, or makes a holiday a business day. Applies in every process within seconds. Paid orders keep their
 * dates.
 * @throws Refusal for a day that is past, too far away or on a weekend, and for too many holidays
 */
export async function setHoliday(
  deps: DeskDeps,
  { by }: StaffCaller,
  { day, isHoliday }: DeskBodyOf<'setHoliday'>,
): Promise<DeskAnswerOf<'listHolidays'>> {
  const { db, clock } = deps;
  const now = clock();
  assertPossible(day, now);
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('holidays'))`.execute(tx);
    const holidays = await findHolidays(tx);
    if (holidays.includes(day) === isHoliday) return;
    if (
      isHoliday &&
      holidays.filter((one) => one >= operatorsDay(now, businessCalendar)).length >= mostHolidays
    )
      throw new Refusal({ day: [`The calendar can have up to ${mostHolidays} upcoming holidays`] });
    const words = (isOff: boolean) => (isOff ? 'holiday' : 'business day');
    await writeInOneStatement(tx, [
      builtInHolidays.includes(day) === isHoliday
        ? sql`delete from holiday_change where day = ${day}`
        : sql`insert into holiday_change (day, is_holiday) values (${day}, ${isHoliday})
          on conflict (day) do update set is_holiday = excluded.is_holiday`,
      ...auditEntry(by, now, {
        action: 'set-holiday',
        subject: 'calendar',
        detail: { day, from: words(!isHoliday), to: words(isHoliday) },
      }),
    ]);
  });
  return listHolidays(deps);
}
