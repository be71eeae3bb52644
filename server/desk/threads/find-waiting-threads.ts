import type { ThreadRow } from '#contract/desk/work.ts';
import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import { holds } from '#contract/desk/permissions.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { answerDay, answerDue, dueFrom } from './find-tickets.ts';
import { shownName } from '#server/desk/line-columns.ts';
import { newestText, subjectOf, ticketNames } from './show-thread.ts';
import type { Task } from '#server/desk/urgency.ts';

type Found = {
  number: string;
  order: string | null;
  first_name: string;
  last_name: string;
  text: string;
  due_from: Date;
  assignee_id: bigint | null;
};

/** Maximum number of conversations that are read; a team answers fewer in a day. */
const mostThreads = 500;
/** Estimated minutes for a reply. */
const answerMinutes = 10;

function reasonOf(day: string, isLate: boolean, today: string): string {
  if (isLate) return `Reply was due ${day === today ? 'today' : formatDay(day)}`;
  return day === today ? 'Reply today' : `Reply by ${formatDay(day)}`;
}

/** A conversation that awaits a reply, as a task. */
export type ThreadTask = Task & {
  neededAt: Date;
  reason: string;
  isLate: boolean;
  isMine: boolean;
  isFor: (staffId: bigint) => boolean;
  url: string;
  subject: string;
  thread: ThreadRow;
};

/** The conversations that await a reply, as tasks. Empty if the caller may not read messages. */
export async function findWaitingThreads(
  { db }: Pick<DeskDeps, 'db'>,
  caller: StaffCaller,
  now: Date,
): Promise<ThreadTask[]> {
  const { permissions, staffId } = caller;
  if (!holds(permissions, 'ticket.see')) return [];
  // a conversation assigned to a person who can no longer log in counts as unassigned
  const { rows } = await sql<Found>`
    select t.number, o.number as "order", ${ticketNames}, ${dueFrom} as due_from,
      (select s.id from staff s where s.id = t.assignee_id and s.locked_at is null and s.left_at is null) as assignee_id,
      ${newestText} as text
    from (
      select * from ticket t where t.status = 'open' and ${dueFrom} <= ${now} order by ${dueFrom}, t.id limit ${mostThreads}
    ) t left join customer_order o on o.id = t.order_id
    where not exists (select from ticket_message m where m.ticket_id = t.id and m.send_at is not null)`.execute(
    db,
  );
  const today = operatorsDay(now, businessCalendar);
  return rows.map((row) => {
    const { number, order, text, due_from: from, assignee_id: assignee } = row;
    const day = answerDay(from);
    const neededAt = answerDue(from);
    const isLate = neededAt <= now;
    const isFor = (id: bigint) => assignee === null || assignee === id;
    return {
      key: `${number} messages`,
      url: `/tickets/${number}`,
      subject: subjectOf(row),
      neededAt,
      minutes: answerMinutes,
      isExpress: false,
      reason: reasonOf(day, isLate, today),
      isLate,
      isMine: holds(permissions, 'ticket.answer') && isFor(staffId),
      isFor,
      thread: { number: order ?? number, customer: shownName(caller, row), text },
    };
  });
}
