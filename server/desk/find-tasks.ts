import type { LineRow, ThreadRow, todayGroups } from '#contract/desk-work.ts';
import { cutOffOn, formatDay, operatorsDay } from '#contract/delivery-date.ts';
import { hour } from '#contract/durations.ts';
import { holds } from '#contract/permissions.ts';
import { businessCalendar } from '#contract/shop.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { findWaitingThreads } from './find-waiting-threads.ts';
import { isSeenBy, type LineColumns, lineColumns, lineTables, neededOn, toLineRow } from './line-columns.ts';
import { byUrgency, type Task } from './urgency.ts';

type Group = (typeof todayGroups)[number];

/**
 * A line, or messages, that need somebody now. `isMine`: the caller's, or free and the caller may take it, or only for readers like the caller.
 * `subject`: where somebody who works on it is, as in the pulse.
 */
type DeskTask = Task & {
  group: Group;
  reason: string;
  isLate: boolean;
  isMine: boolean;
  url: string;
  subject: string;
  title: string;
  line: LineRow | null;
  thread: ThreadRow | null;
};

type Found = LineColumns & { saved_by: bigint | null; saved_at: Date | null; answered_at: Date | null };

/** Lines that are read at once: more than a team does in a day. */
const mostLines = 500;
/** How long a draft may wait for its reader (ms). */
const readerMs = 4 * hour;

// the estimate of the work that is left
const minutesOf = ({ expected, written, handed_in_at: handedIn }: Found) =>
  handedIn ? 10 : 30 + 10 * Math.max(0, (expected ?? 0) - (written ?? 0));

async function findOpenLines({ db }: DeskDeps, caller: StaffCaller, today: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select ${lineColumns}, d.saved_by, d.saved_at, (
      select case when e.from_status = 'needsInfo' then e.at end from order_event e
      where e.order_id = l.order_id and e.line_position = l.position order by e.id desc limit 1
    ) as answered_at
    from ${lineTables}
    where (l.order_id, l.position) in (
        select order_id, position from (
          select l.order_id, l.position from order_line l
          where l.work_status in ('queued', 'inProgress', 'revisionRequested') and ${neededOn} > '-infinity'::date and ${isSeenBy(caller)}
            and (${neededOn} <= ${today}::date or l.work_status <> 'queued' or l.assignee_id is null)
          order by ${neededOn}, l.order_id, l.position limit ${mostLines}
        ) as nearest
      )
      and p.disputed = 0 and d.send_at is null`.execute(db);
  return rows;
}

const late = (days: number) => `Late by ${days} business ${days === 1 ? 'day' : 'days'}`;

function reasonOf(group: Group, found: Found, row: LineRow, today: string): string {
  if (row.daysLate > 0) return late(row.daysLate);
  if (found.handed_in_at && group === 'due') return 'To check';
  if (group === 'customers') return isAnswered(found) ? 'The customer answered' : 'Changes requested';
  if (row.neededOn !== null && row.neededOn <= today) return 'Due today';
  return row.neededOn === null ? '' : `Due ${formatDay(row.neededOn)}`;
}

// an answer waits until somebody writes
const isAnswered = ({ answered_at: answered, saved_at: saved }: Found) =>
  answered !== null && (saved === null || saved < answered);

function groupOf(found: Found, row: LineRow, today: string): Group | undefined {
  if (row.daysLate > 0 || (row.neededOn !== null && row.neededOn <= today)) return 'due';
  if (found.handed_in_at) return 'due';
  if (found.work_status === 'revisionRequested' || isAnswered(found)) return 'customers';
  return found.assignee_id === null ? 'free' : undefined;
}

function isForCaller(found: Found, { permissions, staffId }: StaffCaller): boolean {
  if (found.handed_in_at) return holds(permissions, 'work.deliver') && found.saved_by !== staffId;
  if (found.assignee_id === staffId) return true;
  return found.assignee_id === null && holds(permissions, 'work.take');
}

function neededAt({ handed_in_at: handedIn, needed_on: needed }: Found): Date | null {
  const due = needed === null ? null : cutOffOn(needed, businessCalendar);
  const read = handedIn && new Date(handedIn.getTime() + readerMs);
  if (!due || !read) return due ?? read;
  return read < due ? read : due;
}

/** The lines and messages that need somebody now, most urgent first. */
export async function findTasks(deps: DeskDeps, caller: StaffCaller): Promise<DeskTask[]> {
  const now = deps.clock();
  const today = operatorsDay(now, businessCalendar);
  const found = await findOpenLines(deps, caller, today);
  const lines = found.flatMap((one): DeskTask[] => {
    const row = toLineRow(one, caller, now);
    const group = groupOf(one, row, today);
    if (!group) return [];
    return [
      {
        key: `${row.number} ${row.position}`,
        url: `/lines/${row.number}/${row.position}`,
        neededAt: neededAt(one),
        minutes: minutesOf(one),
        isExpress: row.isExpress,
        group,
        reason: reasonOf(group, one, row, today),
        isLate: row.daysLate > 0,
        isMine: isForCaller(one, caller),
        subject: `line ${row.number} ${row.position}`,
        title: row.title,
        line: row,
        thread: null,
      },
    ];
  });
  const waiting = await findWaitingThreads(deps, caller, now);
  const threads = waiting.map((task): DeskTask => {
    const { number, customer } = task.thread;
    return {
      ...task,
      group: 'customers',
      url: `/orders/${number}#messages`,
      subject: `order ${number}`,
      title: `Message from ${customer}`,
      line: null,
    };
  });
  return byUrgency([...lines, ...threads], now);
}
