import type { ApprovalRow } from '#contract/desk/approvals.ts';
import { type LineRow, type MoneyTask, type ThreadRow, todayGroups } from '#contract/desk/work.ts';
import { cutOffOn, formatDay, operatorsDay } from '#contract/delivery-date.ts';
import { hour } from '#contract/durations.ts';
import { holds } from '#contract/desk/permissions.ts';
import { formatMoney } from '#contract/money.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { findWaitingApprovals } from '#server/desk/approvals/find-waiting-approvals.ts';
import { findMoneyTasks } from '#server/desk/money/find-money-tasks.ts';
import { takesService } from '#server/desk/line/allowed-acts.ts';
import { findWaitingThreads } from '#server/desk/threads/find-waiting-threads.ts';
import {
  isSeenBy,
  type LineColumns,
  lineColumns,
  lineTables,
  neededOn,
  toLineRow,
} from '#server/desk/line-columns.ts';
import { findOpenLines, fullOf } from '#server/desk/line/open-lines.ts';
import { isOnlyReviewer } from '#server/desk/line/review-rules.ts';
import { byUrgency, minutesOf, type Task } from '#server/desk/urgency.ts';

type Group = (typeof todayGroups)[number];

/**
 * A line, a conversation, a request for approval or a problem with money that needs attention now. `isMine`: assigned to the
 * caller, or the caller may take or review it. `subject`: its name in the audit log and the pulse.
 */
type DeskTask = Task & {
  group: Group;
  reason: string;
  isLate: boolean;
  isMine: boolean;
  /** Whether only the caller's limit of open lines keeps the task from being theirs. */
  isAboveLimit: boolean;
  /** Whether the task is for this person, if their role allows it. */
  isFor: (staffId: bigint) => boolean;
  url: string;
  subject: string;
  title: string;
  line: LineRow | null;
  thread: ThreadRow | null;
  approval: ApprovalRow | null;
  money: MoneyTask | null;
};

type Found = LineColumns & {
  saved_by: bigint | null;
  handed_in_by: bigint | null;
  returned_at: Date | null;
  saved_at: Date | null;
  answered_at: Date | null;
  released_why: string | null;
};

/** Maximum number of lines that are read; a team finishes fewer in a day. */
const mostLines = 500;
/** Time (ms) within which a submitted draft should be reviewed, and a returned draft continued. */
const readerMs = 4 * hour;

async function findLinesToDo({ db }: DeskDeps, caller: StaffCaller, today: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select ${lineColumns}, d.saved_by, d.handed_in_by, d.returned_at, d.saved_at, d.released_why, (
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
        union all
        select order_id, position from (
          select l.order_id, l.position from order_line l
          where l.assignee_id = ${caller.staffId} and l.work_status in ('queued', 'inProgress', 'revisionRequested')
            and ${neededOn} > '-infinity'::date and ${isSeenBy(caller)}
          order by ${neededOn}, l.order_id, l.position limit ${mostLines}
        ) as assigned
        union all
        select order_id, position from (
          select l.order_id, l.position from work_draft h join order_line l on l.order_id = h.order_id and l.position = h.position
          where h.handed_in_at > '-infinity'::timestamptz and l.work_status = 'delivered' and ${isSeenBy(caller)}
          order by h.handed_in_at limit ${mostLines}
        ) as better
        union all
        select order_id, position from (
          select l.order_id, l.position from work_draft h join order_line l on l.order_id = h.order_id and l.position = h.position
          where h.released_at > '-infinity'::timestamptz and l.work_status = 'delivered' and ${isSeenBy(caller)}
          order by h.released_at limit ${mostLines}
        ) as released
      )
      and p.disputed = 0 and d.send_at is null`.execute(db);
  return rows;
}

const late = (days: number) => `Late by ${days} business ${days === 1 ? 'day' : 'days'}`;

// for delivered work, the only task is to review an improved version; the due day no longer counts
const isBetter = ({ work_status: status }: Found) => status === 'delivered';

function reasonOf(group: Group, found: Found, row: LineRow, today: string): string {
  if (found.released_why !== null) return `Not delivered. ${found.released_why}`;
  if (isBetter(found)) return 'Improved version to review';
  if (row.daysLate > 0) return late(row.daysLate);
  if (found.handed_in_at && group === 'due') return 'Ready for review';
  if (isReturned(found)) return 'Returned with a note';
  if (group === 'customers') return isAnswered(found) ? 'The customer answered' : 'Revision requested';
  if (row.neededOn !== null && row.neededOn <= today) return 'Due today';
  return row.neededOn === null ? '' : `Due ${formatDay(row.neededOn)}`;
}

// an answer needs attention until a text is saved after it
const isAnswered = ({ answered_at: answered, saved_at: saved }: Found) =>
  answered !== null && (saved === null || saved < answered);

// a returned draft needs attention until a text is saved after the return
const isReturned = ({ returned_at: returned, saved_at: saved }: Found) =>
  returned !== null && saved !== null && saved < returned;

function groupOf(found: Found, row: LineRow, { staffId }: StaffCaller, today: string): Group | undefined {
  if (row.daysLate > 0 || (row.neededOn !== null && row.neededOn <= today)) return 'due';
  if (found.handed_in_at || found.released_why !== null) return 'due';
  if (found.work_status === 'revisionRequested' || isAnswered(found)) return 'customers';
  if (found.assignee_id === null) return 'free';
  return found.assignee_id === staffId ? 'assigned' : undefined;
}

const isForPerson = (found: Found, staffId: bigint) =>
  found.handed_in_at
    ? !isOnlyReviewer(found, staffId)
    : found.assignee_id === null || found.assignee_id === staffId;

function isForCaller(found: Found, caller: StaffCaller, isFull: boolean): boolean {
  const { permissions, staffId } = caller;
  if (!isForPerson(found, staffId)) return false;
  if (found.handed_in_at) return holds(permissions, 'work.deliver');
  return (
    found.assignee_id === staffId ||
    (!isFull && holds(permissions, 'work.take') && takesService(caller, found))
  );
}

function neededAt(found: Found): Date | null {
  const { handed_in_at: handedIn, returned_at: returned, needed_on: needed } = found;
  const due = needed === null || isBetter(found) ? null : cutOffOn(needed, businessCalendar);
  const passed = handedIn ?? (isReturned(found) ? returned : null);
  const read = passed && new Date(passed.getTime() + readerMs);
  if (!due || !read) return due ?? read;
  return read < due ? read : due;
}

/**
 * The lines, conversations, requests for approval and problems with money that need attention now, in the order of Today: by
 * group, and most urgent first in each.
 */
export async function findTasks(deps: DeskDeps, caller: StaffCaller): Promise<DeskTask[]> {
  const now = deps.clock();
  const today = operatorsDay(now, businessCalendar);
  const found = await findLinesToDo(deps, caller, today);
  const isFull = fullOf(await findOpenLines(deps, caller)) !== null;
  const lines = found.flatMap((one): DeskTask[] => {
    const row = toLineRow(one, caller, now);
    const group = groupOf(one, row, caller, today);
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
        isMine: isForCaller(one, caller, isFull),
        isAboveLimit: isFull && !isForCaller(one, caller, true) && isForCaller(one, caller, false),
        isFor: (staffId) => isForPerson(one, staffId),
        subject: `line ${row.number} ${row.position}`,
        title: row.title,
        line: row,
        thread: null,
        approval: null,
        money: null,
      },
    ];
  });
  const waiting = await findWaitingThreads(deps, caller, now);
  const threads = waiting.map((task): DeskTask => ({
    ...task,
    group: operatorsDay(task.neededAt, businessCalendar) <= today ? 'due' : 'customers',
    title: `Message from ${task.thread.customer}`,
    line: null,
    isAboveLimit: false,
    approval: null,
    money: null,
  }));
  const decisions = (await findWaitingApprovals(deps, caller, now)).map((task): DeskTask => {
    const { id, kind, amount, currency } = task.approval;
    return {
      ...task,
      isMine: true,
      isAboveLimit: false,
      isFor: () => true,
      group: 'money',
      url: `/approvals/${id}`,
      subject: `approval ${id}`,
      title: `Decide on a ${kind} of ${formatMoney(amount, currency)}`,
      line: null,
      thread: null,
      money: null,
    };
  });
  const troubles = (await findMoneyTasks(deps, caller, now)).map((task): DeskTask => ({
    ...task,
    isMine: true,
    isAboveLimit: false,
    isFor: () => true,
    group: 'money',
    title: task.money.title,
    line: null,
    thread: null,
    approval: null,
  }));
  const tasks = byUrgency([...lines, ...threads, ...decisions, ...troubles], now);
  return todayGroups.flatMap((key) => tasks.filter(({ group }) => group === key));
}
