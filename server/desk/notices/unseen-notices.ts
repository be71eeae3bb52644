import { operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { day, second } from '#contract/durations.ts';
import { businessCalendar } from '#contract/shop.ts';
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
/** A browser shows nothing older (ms): Today has it. */
const oldestMs = day;
/** A browser shows nothing newer (ms), so that an undo, or a tab with the line in front of the person, comes first. */
const newestMs = 10 * second;

/** The line of the screen `at`, named as in the audit log; undefined for other screens. */
function lineAt(at: string | null): { number: string; position: number } | undefined {
  const [kind, number, position] = at?.split(' ') ?? [];
  return kind === 'line' && number !== undefined ? { number, position: Number(position) } : undefined;
}

/** The writes after which the person has seen the notices about the line on their screen. */
export function lookAtLine(staffId: bigint, at: string | null, now: Date): RawBuilder<unknown>[] {
  const line = lineAt(at);
  if (!line) return [];
  return [
    sql`update staff_notice set seen_at = ${now} where staff_id = ${staffId} and seen_at is null and position = ${line.position}
      and order_id = (select id from customer_order where number = ${line.number})`,
  ];
}

/** SQL expression of FoundNotice[]: the caller's newest notices that they didn't see, except about the line on their screen. */
export function findNotices(
  { staffId }: StaffCaller,
  at: string | null,
  now: Date,
): RawBuilder<FoundNotice[]> {
  const line = lineAt(at);
  const before = (ms: number) => new Date(now.getTime() - ms);
  return sql`(select coalesce(jsonb_agg(to_jsonb(found) order by found.id desc), '[]') from (
    select n.id, ${noticeColumns} from ${noticeTables}
    where n.staff_id = ${staffId} and n.happened_at between ${before(oldestMs)} and ${before(newestMs)} and ${isNews(now)}
      and ${line ? sql`(o.number, n.position) <> (${line.number}, ${line.position})` : sql`true`}
    order by n.id desc limit ${mostNotices}
  ) as found)`;
}

/** A notice as a browser shows it. */
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
