import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { businessDays, lastBusinessDay } from '#contract/delivery-date.ts';
import { holds } from '#contract/desk/permissions.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { minutesOf } from '#contract/work/work-sheet.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { daysAfter } from '#server/books/day-bounds.ts';
import { openLinesOf } from '#server/desk/line/open-lines.ts';
import { isSeenBy, neededOn } from '#server/desk/line-columns.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';

type Found = {
  needed: string;
  assignee_id: bigint | null;
  order_type: number;
  quantity: number;
  is_taken_over: boolean;
  is_disputed: boolean;
  written: number | null;
  expected: number | null;
  is_handed_in: boolean;
};
type LoadDay = DeskAnswerOf<'showLoad'>['days'][number];

const businessDaysShown = 10;
/** Maximum number of lines that are counted, the most urgent first. */
const mostLines = 5_000;
/** Estimated minutes left, at least, for a submitted or nearly finished text. */
const leastMinutes = 10;

/**
 * Lines in progress that are due by the day `last`. Lines that wait for the customer have no due day, so they aren't included.
 */
async function findDueLines({ db }: DeskDeps, caller: StaffCaller, last: string): Promise<Found[]> {
  // `offset 0` prevents PostgreSQL from joining whole tables
  const { rows } = await sql<Found>`
    select l.needed::text as needed, l.assignee_id, l.order_type, l.quantity, l.is_taken_over,
      coalesce((
        select p.disputed > 0 or p.charged_back_at is not null from customer_order o, lateral (
          select disputed, charged_back_at from payment_link where id = o.payment_link_id offset 0
        ) as p where o.id = l.order_id
      ), false) as is_disputed,
      d.written, d.expected, d.handed_in_at is not null as is_handed_in
    from (
      select l.order_id, l.position, ${neededOn} as needed, l.assignee_id, l.order_type,
        coalesce((l.details ->> 'quantity')::int, 1) as quantity, l.handed_over_at is not null as is_taken_over
      from order_line l
      where l.work_status in ('queued', 'inProgress', 'revisionRequested') and ${neededOn} <= ${last}::date and ${isSeenBy(caller)}
      order by ${neededOn}, l.order_id, l.position limit ${mostLines}
    ) as l left join lateral (
      select written, expected, handed_in_at from work_draft where order_id = l.order_id and position = l.position offset 0
    ) as d on true`.execute(db);
  return rows;
}

/** Estimated minutes of work left on a line; 0 for automatic work. */
function minutesLeft(
  { written, expected, is_handed_in: isHandedIn, ...line }: Found,
  deps: DeskDeps,
): number {
  const all = minutesOf(
    { orderType: line.order_type, quantity: line.quantity, isTakenOver: line.is_taken_over },
    deps.catalogue(),
  );
  if (all === 0) return 0;
  const share = expected ? Math.max(0, 1 - (written ?? 0) / expected) : 1;
  return isHandedIn ? leastMinutes : Math.max(leastMinutes, Math.round(all * share));
}

type Person = { id: bigint; minutes: number; has_capacity: boolean; back_on: string | null; open: number };

/** The members of the team, or one of them. Locked people have no working time. */
async function findTeam({ db }: DeskDeps, staffId: bigint | undefined): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select t.id, case when t.locked_at is null then t.minutes_per_day else 0 end as minutes, t.minutes_per_day > 0 as has_capacity, t.back_on::text,
      ${openLinesOf(sql`t.id`)} as open
    from staff t where t.left_at is null and ${staffId === undefined ? sql`true` : sql`t.id = ${staffId}`}
    order by t.id`.execute(db);
  return rows;
}

/** A person's working minutes on a day; 0 while they are away. */
const minutesOn = ({ minutes, back_on: back }: Person, day: string): number =>
  back === null || back <= day ? minutes : 0;

/** The Monday (ISO date) of the week of a day. */
const mondayOf = (day: string): string => daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7));

/**
 * Estimated minutes of work due on each of the next ten business days, by assignee, with the working minutes of people. Late work
 * counts on the first day; work due on a day off counts on the business day before. Also by person for two weeks. Without the
 * permission to see all work, only the caller's own.
 */
export async function showLoad(deps: DeskDeps, caller: StaffCaller): Promise<DeskAnswerOf<'showLoad'>> {
  const isTeams = holds(caller.permissions, 'work.see');
  const now = deps.clock();
  const team = await findTeam(deps, isTeams ? undefined : caller.staffId);
  const days = businessDays(now, businessDaysShown, businessCalendar).map((day): LoadDay => ({
    day,
    mine: 0,
    others: 0,
    unassigned: 0,
    capacity: team.reduce((sum, person) => sum + minutesOn(person, day), 0),
    lines: 0,
    late: 0,
  }));
  const weeks = [...new Set(days.map(({ day }) => mondayOf(day)))].slice(0, 2);
  const people = team.map((person) => ({
    id: String(person.id),
    open: person.open,
    late: 0,
    weeks: weeks.map((week) => ({
      minutes: 0,
      capacity: days
        .filter(({ day }) => mondayOf(day) === week)
        .reduce((sum, { day }) => sum + minutesOn(person, day), 0),
    })),
  }));
  // work due on a Friday is late when the next business day begins
  const lastDay = lastBusinessDay(now, businessCalendar);
  const found = await findDueLines(deps, caller, days.at(-1)!.day);
  for (const line of found) {
    const isMine = line.assignee_id === caller.staffId;
    if (line.is_disputed || (!isTeams && !isMine)) continue;
    const minutes = minutesLeft(line, deps);
    if (minutes === 0) continue;
    const day = days.findLast((one) => one.day <= line.needed) ?? days[0]!;
    day[isMine ? 'mine' : line.assignee_id === null ? 'unassigned' : 'others'] += minutes;
    day.lines += 1;
    const isLate = line.needed < lastDay;
    if (isLate) day.late += 1;
    const person = people.find(({ id }) => id === String(line.assignee_id));
    const week = person?.weeks[weeks.indexOf(mondayOf(day.day))];
    if (week) week.minutes += minutes;
    if (person && isLate) person.late += 1;
  }
  return {
    days,
    weeks,
    people: isTeams ? people : [],
    hasCapacity: team.some(({ has_capacity: has }) => has),
    isTeams,
    isWhole: found.length < mostLines,
  };
}
