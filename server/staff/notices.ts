import type { NoticeKind } from '#contract/desk/notices.ts';
import type { Actor } from '#server/process/actor.ts';
import { type RawBuilder, sql } from 'kysely';

/** `to`: the person who works on the line; null: nobody, so that nobody gets a notice. */
type Notice = { kind: NoticeKind; to: bigint | null; orderId: bigint; position: number; at: Date };

/**
 * The writes that tell a person what happened to their line, in the statement of the act, so that none is lost or doubled. Empty for a
 * person's own acts. People who are locked or left get none. `onlyIf`: an SQL condition on the statement's other parts.
 */
export function addNotice(
  by: Actor,
  { kind, to, orderId, position, at }: Notice,
  onlyIf: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown>[] {
  const actor = by.kind === 'staff' ? by.id : null;
  if (to === null || to === actor) return [];
  return [
    sql`insert into staff_notice (staff_id, kind, order_id, position, by_staff_id, happened_at, by_email)
      select t.id, ${kind}::text, ${orderId}::bigint, ${position}::int, ${actor}::bigint, ${at}::timestamptz, ${kind}::text = any(t.email_notices)
      from staff t where t.id = ${to} and t.locked_at is null and t.left_at is null and ${onlyIf}`,
  ];
}

/** The writes that withdraw what a person wasn't told yet about a line that is no longer theirs. `from`: null: nobody's. */
export const withdrawNotices = (
  { from, orderId, position }: { from: bigint | null; orderId: bigint; position: number },
  onlyIf: RawBuilder<unknown>,
): RawBuilder<unknown>[] =>
  from === null
    ? []
    : [
        sql`delete from staff_notice where order_id = ${orderId} and position = ${position} and staff_id = ${from}
          and emailed_at is null and ${onlyIf}`,
      ];
