import type { lineViews } from '#contract/desk/work.ts';
import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import { lastBusinessDay, operatorsDay } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { daysAfter } from '#server/books/day-bounds.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { findLinesOfBrand } from '#server/desk/find-lines-of-brand.ts';
import {
  isSeenBy,
  type LineColumns,
  lineColumns,
  lineTables,
  neededOn,
  toLineRow,
  isOpenLine,
} from '#server/desk/line-columns.ts';

type Query = DeskQueryOf<'listLines'>;
type View = (typeof lineViews)[number];

const inView: Record<View, RawBuilder<unknown>> = {
  open: sql`l.work_status in ('queued', 'inProgress', 'revisionRequested')`,
  asked: sql`l.work_status = 'needsInfo'`,
  // also submitted improvements of delivered work
  check: sql`(${isOpenLine} or l.work_status = 'delivered') and d.handed_in_at > '-infinity'::timestamptz`,
  review: sql`l.work_status = 'delivered'`,
  done: sql`l.work_status = 'completed'`,
  stopped: sql`${isOpenLine} and p.disputed > 0`,
};

/** The sort order of a view: its first key, the key's SQL type, and the value before the first page. Each has an index. */
type Order = { key: RawBuilder<unknown>; type: RawBuilder<unknown>; first: string };
const byNeed: Order = { key: neededOn, type: sql`date`, first: '-infinity' };
const byReview: Order = { key: sql`l.review_until`, type: sql`timestamptz`, first: '-infinity' };

function isDue(due: Query['due'], now: Date): RawBuilder<unknown> {
  const today = operatorsDay(now, businessCalendar);
  // work due on a Saturday is late only when the next business day begins
  const lastDay = lastBusinessDay(now, businessCalendar);
  switch (due) {
    case 'late':
      return sql`${neededOn} < ${lastDay}::date`;
    case 'today':
      return sql`${neededOn} between ${lastDay}::date and ${today}::date`;
    case 'week':
      return sql`${neededOn} between ${lastDay}::date and ${daysAfter(today, 7)}::date`;
    case 'later':
      return sql`${neededOn} > ${daysAfter(today, 7)}::date`;
    default:
      return sql`true`;
  }
}

function isOf(who: Query['who'], { staffId }: StaffCaller): RawBuilder<unknown> {
  if (who === undefined) return sql`true`;
  if (who === 'free') return sql`l.assignee_id is null`;
  return sql`l.assignee_id = ${who === 'me' ? staffId : BigInt(who)}`;
}

async function isAbout(deps: Pick<DeskDeps, 'db'>, typed: string | undefined): Promise<RawBuilder<unknown>> {
  if (typed === undefined) return sql`true`;
  const number = readNumber('R', typed);
  if (number) return sql`o.number = ${number}`;
  const start = `${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const found = await findLinesOfBrand(deps, typed);
  return sql`(l.title ilike ${start} or (l.order_id, l.position) in (
    select * from unnest(${found.map(({ order }) => order)}::bigint[], ${found.map(({ position }) => position)}::int[])
  ))`;
}

async function isChosen(
  deps: Pick<DeskDeps, 'db'>,
  query: Query,
  caller: StaffCaller,
  now: Date,
): Promise<RawBuilder<unknown>> {
  const { show, due, service, who, express, q } = query;
  return sql`${inView[show]} and ${isSeenBy(caller)} and ${isDue(due, now)} and ${isOf(who, caller)} and ${await isAbout(deps, q)}
    and ${service === undefined ? sql`true` : sql`l.order_type = ${service}`}
    and ${express === undefined ? sql`true` : sql`(l.details ->> 'express')::boolean`}`;
}

/** A page by keyset. The view `done` is sorted by order, newest first; every other view by urgency. */
function pageOf(query: Query, chosen: RawBuilder<unknown>): RawBuilder<LineColumns> {
  const { show, cursor, limit } = query;
  const [key, order, position] = cursor?.split('_') ?? [];
  if (show === 'done') {
    const before = sql`(l.order_id, l.position) < (${order ?? '9223372036854775807'}::bigint, ${Number(position ?? 0)})`;
    return sql<LineColumns>`select ${lineColumns} from ${lineTables}
      where ${before} and ${chosen} order by l.order_id desc, l.position desc limit ${limit + 1}`;
  }
  const by = show === 'review' ? byReview : byNeed;
  const after = sql`(${by.key}, l.order_id, l.position) > (${key || by.first}::${by.type}, ${order ?? '0'}::bigint, ${Number(position ?? 0)})`;
  return sql<LineColumns>`select ${lineColumns} from ${lineTables}
    where ${after} and ${chosen} order by ${by.key}, l.order_id, l.position limit ${limit + 1}`;
}

function keyOf(show: View, { needed_on: needed, review_until: until }: LineColumns): string {
  if (show === 'done') return '';
  return (show === 'review' ? until?.toISOString() : needed) ?? '';
}

/** Counting stops at this number of lines, because each counted line can cost a disk read. */
const mostCounted = 500;

/** Joins orders and payments only for a search and for disputed payments, which need them. */
const countedTables = ({ show, q }: Query) =>
  q === undefined && show !== 'stopped'
    ? sql`order_line l left join work_draft d on d.order_id = l.order_id and d.position = l.position`
    : lineTables;

async function countLines({ db }: DeskDeps, query: Query, chosen: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${countedTables(query)} where ${chosen} limit ${mostCounted + 1}) as found`.execute(
    db,
  );
  return rows[0]!.count;
}

/** A page of the lines of paid orders that the caller may see. The first page has their total number. */
export async function listLines(
  deps: DeskDeps,
  caller: StaffCaller,
  query: Query,
): Promise<DeskAnswerOf<'listLines'>> {
  const now = deps.clock();
  const chosen = await isChosen(deps, query, caller, now);
  const { rows } = await pageOf(query, chosen).execute(deps.db);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const isMore = rows.length > query.limit;
  const count =
    query.cursor !== undefined ? null : isMore ? await countLines(deps, query, chosen) : page.length;
  return {
    lines: page.map((row) => toLineRow(row, caller, now)),
    nextCursor: isMore && last ? `${keyOf(query.show, last)}_${last.order_id}_${last.position}` : null,
    count: count === null ? null : Math.min(count, mostCounted),
    isMore: count !== null && count > mostCounted,
  };
}
