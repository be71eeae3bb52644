import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import type { NoticeKind } from '#contract/desk/notices.ts';
import { businessCalendar } from '#contract/shop.ts';
import { brandOfLine, neededOn } from '#server/desk/line-columns.ts';
import { sql } from 'kysely';

/** A notice with what it says about its line. `due_on`: the line's next due day, an ISO day in the operator's time zone. */
export type NoticeColumns = {
  kind: NoticeKind;
  number: string;
  position: number;
  title: string;
  client: string | null;
  due_on: string | null;
};

/** SQL columns of NoticeColumns; `noticeTables` joins their tables. */
export const noticeColumns = sql`n.kind, o.number, n.position, l.title, ${neededOn}::text as due_on,
  ${brandOfLine} as client`;

export const noticeTables = sql`staff_notice n join staff t on t.id = n.staff_id join staff_role r on r.key = t.role
  join order_line l on l.order_id = n.order_id and l.position = n.position
  join customer_order o on o.id = n.order_id
  left join work_draft d on d.order_id = n.order_id and d.position = n.position`;

/**
 * SQL condition: the person works at the desk, isn't away and may see the line, which is still theirs and in the state that the notice
 * is about; and they didn't look at it since.
 */
export const isNews = (now: Date) => sql`n.seen_at is null and t.locked_at is null and t.left_at is null
  and coalesce(t.back_on <= ${operatorsDay(now, businessCalendar)}::date, true)
  and r.permissions && '{*,work.own,work.see}' and coalesce(l.assignee_id, n.staff_id) = n.staff_id
  and case n.kind
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

/** When the line is due, after other words; nothing without a due day. */
export const dueWords = ({ due_on: due }: NoticeColumns, before: string): string =>
  due === null ? '' : `${before}due ${formatDay(due)}`;
