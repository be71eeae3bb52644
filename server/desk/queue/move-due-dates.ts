import { formatDay, isBusinessDay, operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { daysAfter } from '#server/books/day-bounds.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { dueMovedEmail } from '#server/fulfilment/due-moved-email.mail.ts';
import { Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { writeActor } from '#server/process/actor.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import { forEachLine } from './assign-lines.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { type LinePlace, stateConflict } from '#server/desk/find-line.ts';
import { findLineFor } from '#server/desk/line/find-line-for.ts';
import { neededOn } from '#server/desk/line-columns.ts';

/** Maximum number of days from today to the new date. */
const furthest = 90;

/**
 * Checks a new due date.
 * @throws Refusal for a day that is past, too far away or no business day
 */
function assertPossible(dueOn: string, now: Date): void {
  const today = operatorsDay(now, businessCalendar);
  const refuse = (why: string) => new Refusal({ dueOn: [why] });
  if (dueOn < today) throw refuse('Choose today or a later date');
  if (dueOn > daysAfter(today, furthest)) throw refuse(`Choose a date within the next ${furthest} days`);
  if (!isBusinessDay(dueOn, businessCalendar.holidays))
    throw refuse(`${formatDay(dueOn)} isn’t a business day. Choose a business day`);
}

/**
 * Moves the days by which lines are expected; the promised days are unchanged. Customers get an email when their line is expected
 * later than before.
 * @throws Refusal for an invalid day
 */
export async function moveDueDates(
  deps: DeskDeps,
  caller: StaffCaller,
  { lines, dueOn, reason }: DeskBodyOf<'moveDueDates'>,
): Promise<DeskAnswerOf<'moveDueDates'>> {
  assertPossible(dueOn, deps.clock());
  const result = await forEachLine(lines, (place) => moveDueDate(deps, caller, place, { dueOn, reason }));
  deps.jobs.wake();
  return result;
}

async function moveDueDate(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { dueOn, reason }: { dueOn: string; reason: string },
): Promise<void> {
  const line = await findLineFor(deps, 'moveDue', caller, place);
  const { order_id: orderId, number, position, needed_on: before, work_status: status } = line;
  if (before === dueOn) throw stateConflict(`This line is already due ${formatDay(dueOn)}.`);
  const now = deps.clock();
  const isAsPromised = dueOn === (line.revise_by ?? line.due_on);
  const isMoved = sql<boolean>`exists (select from changed_order_line)`;
  const isLater = before !== null && dueOn > before;
  const letter = { number, position, from: before ?? dueOn, to: dueOn };
  const isDone = await writeInOneStatement(
    deps.db,
    [
      {
        changed_order_line: sql`update order_line l set expected_on = ${isAsPromised ? null : dueOn}, move_reason = ${isAsPromised ? null : reason}
        where order_id = ${orderId} and position = ${position} and work_status = ${status}
          and ${neededOn} is not distinct from ${before}::date returning 1`,
      },
      sql`insert into order_event (order_id, line_position, at, actor, from_status, to_status, reason)
        select ${orderId}, ${position}, ${now}, ${writeActor(caller.by)}, ${status}, ${status},
          ${`${before === null ? 'To' : `From ${formatDay(before)} to`} ${formatDay(dueOn)}: ${reason}`} where ${isMoved}`,
      ...auditEntry(
        caller.by,
        now,
        {
          action: 'move-due',
          subject: `line ${number} ${position}`,
          detail: { ...(before === null ? {} : { from: before }), to: dueOn },
        },
        isMoved,
      ),
      enqueue(isLater ? [dueMovedEmail.at(now, letter)] : [], isMoved),
    ],
    isMoved,
  );
  if (!isDone) throw stateConflict('This line has just changed. Check the line, and then try again.');
}
