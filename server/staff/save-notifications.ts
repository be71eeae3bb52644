import { operatorsDay } from '#contract/delivery-date.ts';
import type { DeskBodyOf } from '#contract/desk/endpoints.ts';
import type { Me } from '#contract/desk/staff.ts';
import { day } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import type { Actor } from '#server/process/actor.ts';
import { sql } from 'kysely';
import { showMe } from './show-me.ts';
import type { StaffDeps } from './staff-deps.ts';
import type { StaffCaller } from './staff-session.ts';

/** Maximum number of days for which a person can be away. */
const mostDays = 366;

/**
 * Checks the day on which a person is back.
 * @throws Refusal for a day that isn't in the next year
 */
function assertReturn(backOn: string | null, now: Date): void {
  const latest = operatorsDay(new Date(now.getTime() + mostDays * day), businessCalendar);
  if (backOn !== null && (backOn <= operatorsDay(now, businessCalendar) || backOn > latest))
    throw new Refusal({ backOn: ['Choose a date from tomorrow to one year from now'] });
}

/**
 * Saves which emails about work the caller gets, and the day on which they are back if they are away.
 * @throws Refusal for a day that isn't in the next year
 */
export async function saveNotifications(
  deps: Pick<StaffDeps, 'db' | 'clock' | 'catalogue' | 'livemode'>,
  caller: StaffCaller,
  { emails, backOn }: DeskBodyOf<'saveNotifications'>,
): Promise<Me> {
  const now = deps.clock();
  assertReturn(backOn, now);
  const { staffId, by } = caller;
  await writeInOneStatement(deps.db, [
    sql`update staff set email_notices = ${[...new Set(emails)]}, back_on = ${backOn}::date where id = ${staffId}`,
    // leaves out the days, because the entry is permanent
    ...auditEntry(by, now, { action: 'save-notifications', subject: `staff ${staffId}` }),
  ]);
  return showMe(deps, caller);
}

/**
 * Sets the day on which another person is back. No permission depends on the day.
 * @throws Refusal for a day that isn't in the next year; ProblemReply 404
 */
export async function setAway(
  { db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
  by: Actor,
  { id, backOn }: { id: bigint } & DeskBodyOf<'setAway'>,
): Promise<void> {
  const now = clock();
  assertReturn(backOn, now);
  const isFound = sql<boolean>`exists (select from changed_staff)`;
  const found = await writeInOneStatement(
    db,
    [
      {
        changed_staff: sql`update staff set back_on = ${backOn}::date where id = ${id} and left_at is null returning 1`,
      },
      // leaves out the day, because the entry is permanent
      ...auditEntry(by, now, { action: 'set-away', subject: `staff ${id}` }, isFound),
    ],
    isFound,
  );
  if (!found) throw notFound('We can’t find this person on the team.');
}
