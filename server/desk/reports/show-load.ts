import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { businessDays, operatorsDay } from '#contract/delivery-date.ts';
import { holds } from '#contract/desk/permissions.ts';
import { businessCalendar } from '#contract/shop.ts';
import { minutesOf } from '#contract/work/work-sheet.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
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
/** Lines counted, the most urgent first. */
const mostLines = 5_000;
/** A submitted or nearly finished text still takes this many minutes. */
const leastMinutes = 10;

/** Lines in progress that are due up to a day. Lines that wait for the customer have no due day, so they aren't read. */
async function findDueLines({ db }: DeskDeps, caller: StaffCaller, last: string): Promise<Found[]> {
  // `offset 0` keeps PostgreSQL from joining whole tables
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

/** Minutes of work left on a line; 0 when the shop does it automatically. */
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

/** Minutes of the people who can log in, or of one person, on a day: of those who are not away. */
async function findCapacity({ db }: DeskDeps, staffId: bigint | undefined): Promise<(day: string) => number> {
  const { rows } = await sql<{ minutes: number; back_on: string | null }>`
    select minutes_per_day as minutes, back_on::text from staff
    where locked_at is null and left_at is null
      and ${staffId === undefined ? sql`true` : sql`id = ${staffId}`}`.execute(db);
  return (day) =>
    rows.reduce((sum, { minutes, back_on: back }) => sum + (back === null || back <= day ? minutes : 0), 0);
}

/**
 * Estimated minutes of work due on each of the next ten business days, by who does it, and the minutes that people have.
 * Late work counts on the first day; work due on a day without work counts on the business day before. Without the
 * permission to see all work: only the caller's own.
 */
export async function showLoad(deps: DeskDeps, caller: StaffCaller): Promise<DeskAnswerOf<'showLoad'>> {
  const isTeams = holds(caller.permissions, 'work.see');
  const now = deps.clock();
  const capacityOn = await findCapacity(deps, isTeams ? undefined : caller.staffId);
  const days = businessDays(now, businessDaysShown, businessCalendar).map((day): LoadDay => ({
    day,
    mine: 0,
    others: 0,
    unassigned: 0,
    capacity: capacityOn(day),
    lines: 0,
    late: 0,
  }));
  const today = operatorsDay(now, businessCalendar);
  const found = await findDueLines(deps, caller, days.at(-1)!.day);
  for (const line of found) {
    const isMine = line.assignee_id === caller.staffId;
    if (line.is_disputed || (!isTeams && !isMine)) continue;
    const minutes = minutesLeft(line, deps);
    if (minutes === 0) continue;
    const day = days.findLast((one) => one.day <= line.needed) ?? days[0]!;
    day[isMine ? 'mine' : line.assignee_id === null ? 'unassigned' : 'others'] += minutes;
    day.lines += 1;
    if (line.needed < today) day.late += 1;
  }
  return { days, isTeams, isWhole: found.length < mostLines };
}
