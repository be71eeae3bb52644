import type { ApprovalRow } from '#contract/desk/approvals.ts';
import { businessHoursAfter, formatDay, operatorsDay } from '#contract/delivery-date.ts';
import { holds } from '#contract/desk/permissions.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import type { Task } from '#server/desk/urgency.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import { approvalsWhere, toApprovalRow, whyNotApprove } from './approval-columns.ts';

/** Maximum number of requests that are read; a team decides fewer in a day. */
const most = 100;
/** Estimated minutes for a decision. */
const decisionMinutes = 5;
/** Business hours after a request by which it should be decided. */
const decisionHours = 4;

/** A request for approval as a task of the caller. */
export type ApprovalTask = Task & { reason: string; isLate: boolean; approval: ApprovalRow };

function reasonOf(neededAt: Date, now: Date): string {
  if (neededAt <= now) return 'Decision is overdue';
  const day = operatorsDay(neededAt, businessCalendar);
  return day === operatorsDay(now, businessCalendar) ? 'Decide today' : `Decide by ${formatDay(day)}`;
}

/** The requests for approval that the caller may decide, as tasks. */
export async function findWaitingApprovals(
  { db }: Pick<DeskDeps, 'db'>,
  caller: StaffCaller,
  now: Date,
): Promise<ApprovalTask[]> {
  if (!holds(caller.permissions, 'money.approve') || !holds(caller.permissions, 'money.see')) return [];
  const { rows } = await approvalsWhere(
    caller,
    now,
    sql`a.status = 'waiting' and a.expires_at > ${now}`,
    sql`order by a.asked_at, a.id limit ${most}`,
  ).execute(db);
  return rows
    .filter((row) => whyNotApprove(row, caller) === null)
    .map((row) => {
      const neededAt = businessHoursAfter(row.asked_at, decisionHours, businessCalendar);
      return {
        key: `approval ${row.id}`,
        neededAt,
        minutes: decisionMinutes,
        isExpress: false,
        reason: reasonOf(neededAt, now),
        isLate: neededAt <= now,
        approval: toApprovalRow(row, caller),
      };
    });
}
