import { formatDay, nextBusinessDay, operatorsDay } from '#contract/delivery-date.ts';
import type { NoticeKind } from '#contract/desk/notices.ts';
import { businessCalendar } from '#contract/shop.ts';
import { brandOfLine, neededOn } from '#server/desk/line-columns.ts';
import { sql } from 'kysely';

/**
 * A notice with what it says about its line or conversation. `due_on`: the line's next due day, an ISO day in the operator's time zone.
 * `due_from`: of a conversation, the time from which a reply is due. `position`: null for a conversation.
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

/** SQL: the time from which a reply in conversation `k` is due, which the end of a snooze moves. */
const repliesFrom = sql`coalesce(k.snoozed_until, k.last_at)`;

/** SQL columns of NoticeColumns; `noticeTables` joins their tables. A conversation about an order for several clients names none. */
export const noticeColumns = sql`n.kind, coalesce(k.number, o.number) as number, n.position,
  coalesce(case when k.id is null then l.title else (select string_agg(distinct x.title, ', ') from order_line x where x.order_id = o.id) end,
    'Contact form') as title,
  case when k.id is null then ${neededOn}::text end as due_on, ${repliesFrom}::text as due_from,
  case when k.id is null then ${brandOfLine} else (
    select min(${brandOfLine}) from order_line l where l.order_id = o.id having count(distinct ${brandOfLine}) = 1
  ) end as client`;

export const noticeTables = sql`staff_notice n join staff t on t.id = n.staff_id join staff_role r on r.key = t.role
  left join ticket k on k.id = n.ticket_id
  left join customer_order o on o.id = coalesce(n.order_id, k.order_id)
  left join order_line l on l.order_id = n.order_id and l.position = n.position
  left join work_draft d on d.order_id = n.order_id and d.position = n.position`;

/**
 * SQL condition: the person works at the desk, isn't away and may see the line or conversation, which is still theirs and in the state
 * that the notice is about; and they didn't look at it since.
 */
export const isNews = (now: Date) => sql`n.seen_at is null and t.locked_at is null and t.left_at is null
  and coalesce(t.back_on <= ${operatorsDay(now, businessCalendar)}::date, true)
  and case when k.id is null then r.permissions && '{*,work.own,work.see}' and coalesce(l.assignee_id, n.staff_id) = n.staff_id
    else r.permissions && '{*,ticket.see}' and coalesce(k.assignee_id, n.staff_id) = n.staff_id end
  and case n.kind
    when 'conversation' then k.assignee_id is not null and k.status = 'open' and ${repliesFrom} <= ${now}
    when 'message' then k.status = 'open' and ${repliesFrom} <= ${now}
    when 'assigned' then l.assignee_id is not null and l.work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested')
    when 'returned' then d.returned_at is not null
    when 'revision' then l.work_status = 'revisionRequested'
    when 'answer' then l.work_status in ('queued', 'inProgress', 'revisionRequested')
    else l.work_status in ('queued', 'inProgress', 'revisionRequested') and ${neededOn} = n.due_on and d.handed_in_at is null
  end`;

const labels: Record<NoticeKind, string> = {
  assigned: 'Assigned to you',
  returned: 'Returned with a note',
  revision: 'Revision',
  answer: 'The customer answered',
  late: 'About to be late',
  conversation: 'Conversation assigned to you',
  message: 'New message',
};

/** What happened, in a few words. `today`: an ISO day in the operator's time zone. */
export const noticeLabel = ({ kind, due_on: due }: NoticeColumns, today: string): string =>
  kind === 'late' && due !== null && due < today ? 'Late' : labels[kind];

// a brand's name can be as long as a sentence
const mostOfClient = 60;
const shortened = (client: string) =>
  [...client].length > mostOfClient ? `${[...client].slice(0, mostOfClient - 1).join('')}…` : client;

/** The line in a few words: its service, and the client that it is for. */
export const workWords = ({ title, client }: NoticeColumns): string =>
  client === null ? title : `${title}, ${shortened(client.replaceAll(/\s+/g, ' '))}`;

/** The day (ISO date) on which the line is due, or by which a reply is. */
export const dueDay = ({ due_on: due, due_from: from }: NoticeColumns): string | null =>
  from === null ? due : nextBusinessDay(new Date(from), businessCalendar);

/** When the line is due, or a reply, after other words; nothing without a due day. */
export function dueWords(notice: NoticeColumns, before: string): string {
  const day = dueDay(notice);
  return day === null ? '' : `${before}${notice.due_from === null ? 'due' : 'reply by'} ${formatDay(day)}`;
}

/** The page of the line or conversation below the desk's address. */
export const pathOf = ({ number, position }: Pick<NoticeColumns, 'number' | 'position'>): string =>
  position === null ? `/tickets/${number}` : `/lines/${number}/${position}`;

/** What several are called: "3 lines", "2 conversations", or "4 tasks" for both. */
export function countWords(several: readonly Pick<NoticeColumns, 'position'>[]): string {
  const tickets = several.filter(({ position }) => position === null).length;
  const words = tickets === 0 ? 'lines' : tickets === several.length ? 'conversations' : 'tasks';
  return `${several.length} ${words}`;
}
