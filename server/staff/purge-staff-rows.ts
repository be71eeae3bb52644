import { day } from '#contract/durations.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import type { StaffDeps } from './staff-deps.ts';

/** Days after which an ended session is deleted, because it has a network address. Until then, the audit log refers to it. */
const sessionDays = 90;
/** Days after which the email address and public name of a person who left are deleted. */
const leftDays = 30;
/** Days after which notices are deleted: longer than most people are away. */
const noticeDays = 90;

/** Deletes old sessions, links, notices and challenges, and the contact data of people who left. Runs daily. */
export const purgeStaffRowsDaily = jobKind<Record<string, never>>('staff.purge', { forever: true });

export function purgeStaffRows({ db, clock }: Pick<StaffDeps, 'db' | 'clock'>): JobHandlers {
  return purgeStaffRowsDaily.handledBy(async () => {
    const now = clock();
    const before = (days: number) => new Date(now.getTime() - days * day);
    await writeInOneStatement(db, [
      sql`delete from staff_session where least(ended_at, expires_at) < ${before(sessionDays)}`,
      sql`delete from staff_invitation where expires_at < ${before(leftDays)}`,
      sql`delete from staff_notice where happened_at < ${before(noticeDays)}`,
      sql`delete from staff_challenge where expires_at < ${now}`,
      sql`update staff set email = 'left-' || id, email_canonical = 'left-' || id, email_spelling = '', public_name = null
        where left_at < ${before(leftDays)} and email_canonical <> 'left-' || id`,
    ]);
    return new Date(now.getTime() + day);
  });
}
