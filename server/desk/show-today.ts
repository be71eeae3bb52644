import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk-endpoints.ts';
import { todayGroups } from '#contract/desk-work.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { findTasks } from './find-tasks.ts';
import { isSeenBy, neededOn } from './line-columns.ts';
import { presentSince } from './presence.ts';

/** Rows that are shown of each group. */
const mostRows = 20;

/** What needs the caller, or the team, now; most urgent first in each group. A group without rows is left out. */
export async function showToday(
  deps: DeskDeps,
  caller: StaffCaller,
  { who }: DeskQueryOf<'showToday'>,
): Promise<DeskAnswerOf<'showToday'>> {
  const tasks = (await findTasks(deps, caller)).filter(({ isMine }) => who === 'team' || isMine);
  const { rows } = await sql<{ open: number; next_due: string | null }>`
    select count(*)::int as open, min(needed)::text as next_due from (
      select ${neededOn} as needed from order_line l
      where l.work_status in ('queued', 'inProgress', 'revisionRequested') and ${neededOn} > '-infinity'::date and ${isSeenBy(caller)}
      limit 1000
    ) as found`.execute(deps.db);
  const { open, next_due: nextDue } = rows[0]!;
  return {
    groups: todayGroups.flatMap((key) => {
      const found = tasks.filter(({ group }) => group === key);
      const shown = found.slice(0, mostRows);
      return found.length === 0
        ? []
        : [
            {
              key,
              total: found.length,
              rows: shown.map(({ url, reason, isLate, line, thread }) => ({
                url,
                reason,
                isLate,
                line,
                thread,
              })),
            },
          ];
    }),
    open,
    nextDue,
  };
}

/** What the caller does next: the most urgent that nobody else writes in. */
export async function findNext(deps: DeskDeps, caller: StaffCaller): Promise<DeskAnswerOf<'next'>> {
  const tasks = (await findTasks(deps, caller)).filter(({ isMine }) => isMine);
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from staff_presence
    where is_writing and staff_id <> ${caller.staffId} and seen_at > ${presentSince(deps.clock())}`.execute(
    deps.db,
  );
  const taken = new Set(rows.map(({ subject }) => subject));
  const free = tasks.find(({ subject }) => !taken.has(subject));
  return { next: free ? { url: free.url, words: `${free.title}: ${free.reason}` } : null };
}
