import { operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { day, second } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  dueWords,
  isNews,
  type NoticeColumns,
  noticeColumns,
  noticeLabel,
  noticeTables,
  workWords,
} from './notice-columns.ts';

/** A notice as JSON. */
export type FoundNotice = NoticeColumns & { id: number };

/** Maximum number of notices that a browser shows. */
const mostNotices = 20;
/** Maximum age of a notice that a browser shows (ms). Today lists older work. */
const oldestMs = day;
/**
 * Minimum age of a notice that a browser shows (ms): within it, an undo, or the person's own visit to the line, removes the
 * notice.
 */
const newestMs = 10 * second;

/**
 * SQL condition: notice `n` is about the line or conversation on the screen `at`, which has the form of an audit log's subject.
 */
function isOnScreen(at: string | null): RawBuilder<unknown> {
  const [kind, number = '', position] = at?.split(' ') ?? [];
  const order = sql`(select id from customer_order where number = ${number})`;
  if (kind === 'line') return sql`n.order_id = ${order} and n.position = ${Number(position)}`;
  if (kind === 'ticket') return sql`n.ticket_id = (select id from ticket where number = ${number})`;
  if (kind === 'order') return sql`n.ticket_id = (select id from ticket where order_id = ${order})`;
  return sql`false`;
}

/** The write that marks the notices about the line or conversation on the person's screen as seen. */
export const lookAtScreen = (staffId: bigint, at: string | null, now: Date): RawBuilder<unknown>[] =>
  at === null
    ? []
    : [
        sql`update staff_notice n set seen_at = ${now} where n.staff_id = ${staffId} and n.seen_at is null and ${isOnScreen(at)}`,
      ];

/** SQL expression of FoundNotice[]: the caller's newest unseen notices, except about the line or conversation on their screen. */
export function findNotices(
  { staffId }: StaffCaller,
  at: string | null,
  now: Date,
): RawBuilder<FoundNotice[]> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  return sql`(select coalesce(jsonb_agg(to_jsonb(found) order by found.id desc), '[]') from (
    select n.id, ${noticeColumns} from ${noticeTables}
    where n.staff_id = ${staffId} and n.happened_at between ${before(oldestMs)} and ${before(newestMs)} and ${isNews(now)}
      and (${isOnScreen(at)}) is not true
    order by n.id desc limit ${mostNotices}
  ) as found)`;
}

/** Converts a notice to the form of the API. */
export function toPulseNotice(notice: FoundNotice, now: Date): DeskAnswerOf<'pulse'>['notices'][number] {
  const { id, number, position } = notice;
  const today = operatorsDay(now, businessCalendar);
  return {
    id,
    number,
    position,
    title: noticeLabel(notice, today),
    text: `${workWords(notice)}${dueWords(notice, ', ')}`,
  };
}
