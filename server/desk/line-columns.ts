import type { LineRow } from '#contract/desk/work.ts';
import { holds } from '#contract/desk/permissions.ts';
import { lineDaysLate } from '#contract/storefront/lateness.ts';
import type { WorkStatus } from '#contract/storefront/orders.ts';
import { gone } from '#server/accounts/manage-account.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';

/** The columns of a line in the queue. Dates are ISO days in the operator's time zone. */
export type LineColumns = {
  order_id: bigint;
  number: string;
  position: number;
  order_type: number;
  title: string;
  amounts: string | null;
  brand: string | null;
  first_name: string;
  last_name: string;
  is_express: boolean;
  livemode: boolean;
  due_on: string | null;
  revise_by: string | null;
  needed_on: string | null;
  /** Why the team moved the expected day away from the promised one; null when it didn't. */
  move_reason: string | null;
  work_status: WorkStatus;
  is_disputed: boolean;
  stopped_at: Date | null;
  review_until: Date | null;
  assignee_id: bigint | null;
  assignee: string | null;
  written: number | null;
  expected: number | null;
  handed_in_at: Date | null;
  send_at: Date | null;
  versions: number;
  notes: number;
};

/**
 * SQL: the day by which line `l`'s next version is expected: the promised day, unless the team moved it. The queue's indexes use
 * the same expression.
 */
export const neededOn = sql`coalesce(l.expected_on, l.revise_by, l.due_on)`;

/** SQL condition: line `l` is open. The queue's indexes have the same condition. */
export const isOpenLine = sql`l.work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested')`;

/** SQL: the brand in line `l`'s brief, or else the brief's title. */
export const brandOfLine = sql`coalesce(nullif(l.details -> 'brief' ->> 'brandName', ''), nullif(l.details -> 'brief' ->> 'title', ''))`;

/** SQL columns of LineColumns; `lineTables` joins their tables. */
export const lineColumns = sql`o.id as order_id, o.number, l.position, l.order_type, l.title, l.parts -> 0 ->> 'label' as amounts,
  ${brandOfLine} as brand,
  o.billing ->> 'firstName' as first_name, o.billing ->> 'lastName' as last_name, (l.details ->> 'express')::boolean as is_express, p.livemode,
  l.due_on::text, l.revise_by::text, l.move_reason, ${neededOn}::text as needed_on, l.work_status,
  p.disputed > 0 or p.charged_back_at is not null as is_disputed, l.stopped_at, l.review_until, l.assignee_id, s.name as assignee,
  d.written, d.expected, d.handed_in_at, d.send_at,
  (select count(*)::int from delivery v where v.order_id = l.order_id and v.position = l.position) as versions,
  (select count(*)::int from staff_note n where n.order_id = l.order_id and n.position = l.position and n.removed_at is null) as notes`;

/** SQL: the tables of `lineColumns`. */
export const lineTables = sql`order_line l join customer_order o on o.id = l.order_id
  join payment_link p on p.id = o.payment_link_id
  left join staff s on s.id = l.assignee_id
  left join work_draft d on d.order_id = l.order_id and d.position = l.position`;

/**
 * SQL condition: the lines that the caller may see. With `work.see`: all. With `work.own`: the caller's own, and unassigned lines
 * in progress of the services that the caller may take. Otherwise none.
 */
export const isSeenBy = ({ permissions, staffId, orderTypes }: StaffCaller): RawBuilder<unknown> =>
  holds(permissions, 'work.see')
    ? sql`true`
    : !holds(permissions, 'work.own')
      ? sql`false`
      : sql`(l.assignee_id = ${staffId} or l.assignee_id is null and ${isOpenLine}
      and ${orderTypes.length === 0 ? sql`true` : sql`l.order_type = any(${orderTypes}::integer[])`})`;

/** A customer's name as the caller may see it: "Ann Lee" with `customer.see`, otherwise "Ann L.". */
export const shownName = (
  { permissions }: Pick<StaffCaller, 'permissions'>,
  { first_name: first, last_name: last }: Pick<LineColumns, 'first_name' | 'last_name'>,
): string => {
  if (first === gone && (last === gone || last === '')) return 'Erased customer';
  const end = holds(permissions, 'customer.see') ? last : `${[...last][0] ?? ''}.`;
  return `${first} ${last === '' ? '' : end}`.trim();
};

/** Converts a line to a row of the API, with the customer's name as the caller may see it. */
export function toLineRow(row: LineColumns, caller: StaffCaller, now: Date): LineRow {
  const { work_status: status, versions, needed_on: dueOn } = row;
  const reviseBy = row.revise_by && dueOn;
  return {
    number: row.number,
    position: row.position,
    orderType: row.order_type,
    title: row.title,
    amounts: row.amounts ?? '',
    brand: row.brand,
    customer: shownName(caller, row),
    isExpress: row.is_express,
    livemode: row.livemode,
    neededOn: dueOn,
    daysLate: lineDaysLate({ dueOn, work: { status, versions, reviseBy } }, now),
    status,
    isDisputed: row.is_disputed,
    handedInAt: row.handed_in_at?.toISOString() ?? null,
    sendAt: row.send_at?.toISOString() ?? null,
    stoppedAt: row.stopped_at?.toISOString() ?? null,
    reviewUntil: row.review_until?.toISOString() ?? null,
    assignee: row.assignee_id === null ? null : { id: String(row.assignee_id), name: row.assignee ?? '' },
    written: row.written ?? 0,
    expected: row.expected ?? 0,
    notes: row.notes,
  };
}
