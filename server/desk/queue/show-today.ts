import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import { todayGroups } from '#contract/desk/work.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { findTasks } from './find-tasks.ts';
import { findOpenLines, fullOf } from '#server/desk/line/open-lines.ts';
import { isSeenBy, neededOn } from '#server/desk/line-columns.ts';

/** Maximum number of rows per group. */
const mostRows = 20;

/** The tasks of the caller or of the team by group, most urgent first. Omits empty groups. */
export async function showToday(
  deps: DeskDeps,
  caller: StaffCaller,
  { who }: DeskQueryOf<'showToday'>,
): Promise<DeskAnswerOf<'showToday'>> {
  const tasks = (await findTasks(deps, caller)).filter(({ isMine }) => who === 'team' || isMine);
  const { rows } = await sql<{ open: number; next_due: string | null }>`
    select count(*)::int as open, min(needed)::text as next_due from (
      select ${neededOn} as needed from order_line l
      join customer_order o on o.id = l.order_id join payment_link p on p.id = o.payment_link_id
      where p.disputed = 0 and l.work_status in ('queued', 'inProgress', 'revisionRequested') and ${neededOn} > '-infinity'::date and ${isSeenBy(caller)}
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
              rows: shown.map(({ url, reason, isLate, line, thread, approval, money }) => ({
                url,
                reason,
                isLate,
                line,
                thread,
                approval,
                money,
              })),
            },
          ];
    }),
    open,
    nextDue,
    full: fullOf(await findOpenLines(deps, caller)),
  };
}
