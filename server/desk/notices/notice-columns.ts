import { formatDay, nextBusinessDay, operatorsDay } from '#contract/delivery-date.ts';
import type { NoticeKind } from '#contract/desk/notices.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { brandOfLine, isOpenLine, neededOn } from '#server/desk/line-columns.ts';
import { sql } from 'kysely';

/**
 * A notice with data of its line or conversation. `due_on`: the line's next due day, an ISO day in the operator's time zone.
 * `due_from`: the time from which a reply in the conversation is due. `position`: null for a conversation.
 */
export type NoticeColumns = {
  kind: NoticeKind;
  number: string;
  position: number | null;
  title: string;
  client: string | null;
  due_on: string | null;
  due_from: string | null;
};

/** SQL: the time from which a reply in conversation `k` is due: the end of its snooze, or else the time of its last message. */
const repliesFrom = sql`coalesce(k.snoozed_until, k.last_at)`;

/** SQL columns of NoticeColumns; `noticeTables` joins their tables. A conversation about an order for several clients names none. */
export const noticeColumns = sql`n.kind, coalesce(k.number, o.number) as number, n.position,
  coalesce(case when k.id is null then l.title else (select string_agg(distinct x.title, ', ') from order_line x where x.order_id = o.id) end,
    'Contact form') as title,
  case when k.id is null then ${neededOn}::text end as due_on, ${repliesFrom}::text as due_from,
  case when k.id is null then ${brandOfLine} else (
    select min(${brandOfLine}) from order_line l where l.order_id = o.id having count(distinct ${brandOfLine}) = 1
  ) end as client`;

/** SQL: the tables of `noticeColumns`. */
export const noticeTables = sql`staff_notice n join staff t on t.id = n.staff_id join staff_role r on r.key = t.role
  left join ticket k on k.id = n.ticket_id
  left join customer_order o on o.id = coalesce(n.order_id, k.order_id)
  left join order_line l on l.order_id = n.order_id and l.position = n.position
  left join work_draft d on d.order_id = n.order_id and d.position = n.position`;

/**
 * SQL condition on notice `n` of person `t`: the person is active, not away, may see the line or conversation, still has it, and
 * hasn't opened it since; and its state is still that of the notice.
 */
export const isNews = (now: Date) => sql`n.seen_at is null and t.locked_at is null and t.left_at is null
  and coalesce(t.back_on <= ${operatorsDay(now, businessCalendar)}::date, true)
  and case when k.id is null then r.permissions && '{*,work.own,work.see}' and coalesce(l.assignee_id, n.staff_id) = n.staff_id
    else r.permissions && '{*,ticket.see}' and coalesce(k.assignee_id, n.staff_id) = n.staff_id end
  and case n.kind
    when 'conversation' then k.assignee_id is not null and k.status = 'open' and ${repliesFrom} <= ${now}
    when 'message' then k.status = 'open' and ${repliesFrom} <= ${now}
    when 'assigned' then l.assignee_id is not null and ${isOpenLine}
    when 'returned' then d.returned_at is not null
    when 'revision' then l.work_status = 'revisionRequested'
    when 'answer' then l.work_status in ('queued', 'inProgress', 'revisionRequested')
    else l.work_status in ('queued', 'inProgress', 'revisionRequested') and ${neededOn} = n.due_on and d.handed_in_at is null
  end`;

const labels: Record<NoticeKind, string> = {
  assigned: 'Assigned to you',
  returned: 'Returned with a note',
  revision: 'Revision requested',
  answer: 'The customer answered',
  late: 'Due soon or overdue',
  conversation: 'Conversation assigned to you',
  message: 'New message',
};

/** What happened, in a few words. `today`: an ISO day in the operator's time zone. */
export const noticeLabel = ({ kind, due_on: due }: NoticeColumns, today: string): string =>
  kind === 'late' && due !== null && due < today ? 'Late' : labels[kind];

// maximum length (characters), because a brand's name can be as long as a sentence
const mostOfClient = 60;
const shortened = (client: string) =>
  [...client].length > mostOfClient ? `${[...client].slice(0, mostOfClient - 1).join('')}…` : client;

/** The line in a few words: its service and its client. */
export const workWords = ({ title, client }: NoticeColumns): string =>
  client === null ? title : `${title}, ${shortened(client.replaceAll(/\s+/g, ' '))}`;

/** The day (ISO date) on which the line or the reply is due. */
export const dueDay = ({ due_on: due, due_from: from }: NoticeColumns): string | null =>
  from === null ? due : nextBusinessDay(new Date(from), businessCalendar);

/** `before` followed by when the line or the reply is due; '' without a due day. */
export function dueWords(notice: NoticeColumns, before: string): string {
  const day = dueDay(notice);
  return day === null ? '' : `${before}${notice.due_from === null ? 'due' : 'reply by'} ${formatDay(day)}`;
}

/** The path of the line or conversation, relative to the desk's address. */
export const pathOf = ({ number, position }: Pick<NoticeColumns, 'number' | 'position'>): string =>
  position === null ? `/tickets/${number}` : `/lines/${number}/${position}`;

/** The number of notices in words: "3 lines", "2 conversations", or "4 tasks" for a mix. */
export function countWords(several: readonly Pick<NoticeColumns, 'position'>[]): string {
  const tickets = several.filter(({ position }) => position === null).length;
  const words = tickets === 0 ? 'lines' : tickets === several.length ? 'conversations' : 'tasks';
  return `${several.length} ${words}`;
}
