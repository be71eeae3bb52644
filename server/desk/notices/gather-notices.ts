import {
  businessDaysAfter,
  businessHoursAfter,
  cutOffOn,
  hoursPerDay,
  operatorsDay,
} from '#contract/delivery-date.ts';
import { day, hour, minute } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { neededOn } from '#server/desk/line-columns.ts';
import { minutesOf } from '#server/desk/urgency.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import { isNews, noticeTables } from './notice-columns.ts';
import { noticesEmail } from './send-notices.mail.ts';

/** Adds notices for lines that are about to be late, and combines each person's new notices into one email. Runs every minute. */
export const gatherNoticesByTheMinute = jobKind<Record<string, never>>('desk.gather-notices', {
  forever: true,
});

/** A line is about to be late when work on it must begin within this business time (ms). */
const lateAheadMs = 4 * hour;
/** Lines due later than this (days) aren't checked: no work takes that long. */
const furthestDays = 30;
/** An email is sent after this time without a new notice (ms), so that an undo or another act is included. */
const quietMs = minute;
/** Maximum delay of an email while new notices arrive (ms). */
const longestWaitMs = 3 * minute;
/** Minimum time between two emails to one person (ms). */
const pauseMs = 15 * minute;

type Deps = Pick<DeskDeps, 'db' | 'clock'>;
type Near = {
  order_id: bigint;
  position: number;
  assignee_id: bigint;
  needed_on: string;
  written: number | null;
  expected: number | null;
  handed_in_at: Date | null;
};

/**
 * Business time (ms) from an instant within business hours until the cut-off hour of a day (ISO date); 0 for a day before `now`.
 */
function businessTimeUntil(date: string, now: Date): number {
  const today = operatorsDay(now, businessCalendar);
  if (date < today) return 0;
  const later = businessDaysAfter(today, cutOffOn(date, businessCalendar), businessCalendar);
  return cutOffOn(today, businessCalendar).getTime() - now.getTime() + later * hoursPerDay * hour;
}

/**
 * Adds a notice for each assigned line that is about to be late, once per due day. Runs only in business hours: when work would
 * have to begin at night, the assignee gets the notice on the day before.
 */
async function addLateNotices({ db }: Deps, now: Date): Promise<void> {
  if (businessHoursAfter(now, 0, businessCalendar) > now) return;
  const furthest = operatorsDay(new Date(now.getTime() + furthestDays * day), businessCalendar);
  const { rows } = await sql<Near>`
    select l.order_id, l.position, l.assignee_id, ${neededOn}::text as needed_on, d.written, d.expected, d.handed_in_at
    from order_line l join customer_order o on o.id = l.order_id join payment_link p on p.id = o.payment_link_id
      left join work_draft d on d.order_id = l.order_id and d.position = l.position
    where l.work_status in ('queued', 'inProgress', 'revisionRequested') and ${neededOn} > '-infinity'::date
      and ${neededOn} <= ${furthest}::date
      and l.assignee_id is not null and p.disputed = 0 and d.handed_in_at is null and d.send_at is null
      and not exists (select from staff_notice n where n.kind = 'late' and n.order_id = l.order_id and n.position = l.position
        and n.staff_id = l.assignee_id and n.due_on = ${neededOn})`.execute(db);
  const untilDay = new Map<string, number>();
  const timeUntil = (date: string) => {
    const until = untilDay.get(date) ?? businessTimeUntil(date, now);
    untilDay.set(date, until);
    return until;
  };
  const late = rows
    .filter((line) => timeUntil(line.needed_on) - minutesOf(line) * minute < lateAheadMs)
    .map(({ order_id: orderId, position, assignee_id: to, needed_on: due }) => ({
      order_id: String(orderId),
      position,
      staff_id: String(to),
      due_on: due,
    }));
  if (late.length === 0) return;
  await sql`insert into staff_notice (staff_id, kind, order_id, position, due_on, happened_at, by_email)
    select t.id, 'late', new.order_id, new.position, new.due_on, ${now}::timestamptz, 'late' = any(t.email_notices)
    from jsonb_to_recordset(${JSON.stringify(late)}::jsonb) as new(order_id bigint, position int, staff_id bigint, due_on date)
    join staff t on t.id = new.staff_id and t.locked_at is null and t.left_at is null
    on conflict do nothing`.execute(db);
}

/** SQL condition on a notice: it hasn't been emailed, and the person wants emails of its kind. */
const waits = (now: Date) =>
  sql`n.by_email and n.emailed_at is null and n.kind = any(t.email_notices) and ${isNews(now)}`;

async function findPeople({ db }: Deps, now: Date): Promise<bigint[]> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await sql<{ staff_id: bigint }>`
    select n.staff_id from ${noticeTables} where ${waits(now)}
      and not exists (select from staff_notice e where e.staff_id = n.staff_id and e.emailed_at > ${before(pauseMs)})
    group by n.staff_id
    having max(n.happened_at) <= ${before(quietMs)} or min(n.happened_at) <= ${before(longestWaitMs)}`.execute(
    db,
  );
  return rows.map(({ staff_id: id }) => id);
}

/** The job handler that adds notices about late lines and enqueues due emails. */
export const gatherNotices = (deps: Deps): JobHandlers =>
  gatherNoticesByTheMinute.handledBy(async () => {
    const { db, clock } = deps;
    const now = clock();
    await addLateNotices(deps, now);
    for (const id of await findPeople(deps, now)) {
      const email = noticesEmail.at(now, { staffId: String(id), at: now.getTime() });
      // when two processes gather at once, the second one changes no row and sends nothing
      await writeInOneStatement(db, [
        {
          changed_staff_notice: sql`update staff_notice set emailed_at = ${now} where emailed_at is null
          and id in (select n.id from ${noticeTables} where n.staff_id = ${id} and ${waits(now)}) returning 1`,
        },
        enqueue([email], sql`exists (select from changed_staff_notice)`),
      ]);
    }
    return new Date(now.getTime() + minute);
  });
