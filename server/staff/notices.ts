import type { LineNoticeKind } from '#contract/desk/notices.ts';
import type { Actor } from '#server/process/actor.ts';
import { type RawBuilder, sql } from 'kysely';

/** `to`: the person to whom the line is assigned; null: unassigned, so that nobody gets a notice. */
type Notice = { kind: LineNoticeKind; to: bigint | null; orderId: bigint; position: number; at: Date };

/**
 * The writes that add a notice about a line, in the statement of the act, so that no notice is lost or doubled. Empty for acts of
 * the person themselves. Locked people and those who left get none. `onlyIf`: an SQL condition on the statement's other parts.
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

/**
 * The writes that withdraw a person's unsent notices about a line that is no longer assigned to them. `from`: null when nobody
 * had it.
 */
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

/** The write that notifies a person that a colleague assigned a conversation to them. Empty for a person's own acts. */
export const addConversationNotice = (
  by: Actor,
  { to, ticketId, at }: { to: bigint | null; ticketId: bigint; at: Date },
  onlyIf: RawBuilder<unknown>,
): RawBuilder<unknown>[] => {
  const actor = by.kind === 'staff' ? by.id : null;
  if (to === null || to === actor) return [];
  return [
    sql`insert into staff_notice (staff_id, kind, ticket_id, by_staff_id, happened_at, by_email)
      select t.id, 'conversation', ${ticketId}::bigint, ${actor}::bigint, ${at}::timestamptz, 'conversation' = any(t.email_notices)
      from staff t where t.id = ${to} and t.locked_at is null and t.left_at is null and ${onlyIf}`,
  ];
};

/**
 * The write that notifies staff of a customer's message: the conversation's assignee, or else the people who work on the order's
 * lines. An unassigned conversation without them notifies nobody: it is in Today of everyone who may answer it.
 */
export const addMessageNotices = (ticketId: bigint, at: Date): RawBuilder<unknown> => sql`
  insert into staff_notice (staff_id, kind, ticket_id, happened_at, by_email)
  select t.id, 'message', k.id, ${at}::timestamptz, 'message' = any(t.email_notices)
  from ticket k join staff t on t.id = k.assignee_id or k.assignee_id is null and t.id in (
      select l.assignee_id from order_line l where l.order_id = k.order_id and l.work_status not in ('waiting', 'completed', 'cancelled')
    ) join staff_role r on r.key = t.role
  where k.id = ${ticketId} and t.locked_at is null and t.left_at is null and r.permissions && '{*,ticket.see}'`;

/**
 * The write that withdraws unsent notices about a conversation from everyone except its new assignee. `to`: null when it is
 * unassigned.
 */
export const withdrawTicketNotices = (
  { to, ticketId }: { to: bigint | null; ticketId: bigint },
  onlyIf: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  delete from staff_notice where ticket_id = ${ticketId} and staff_id is distinct from ${to}::bigint and emailed_at is null and ${onlyIf}`;
