import { cutOffOn } from '#contract/delivery-date.ts';
import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import { day } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { ownerOf } from '#server/database/email-address.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { addConversationNotice, withdrawTicketNotices } from '#server/staff/notices.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { statusIs } from '#server/support/set-ticket-status.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { stateConflict } from '#server/desk/find-line.ts';
import { writeNote } from '#server/desk/notes.ts';
import { findThread, hasNothingUnread, isNewer, subjectOf } from './show-thread.ts';

type Named = { number: string };
type WriteDeps = Pick<DeskDeps, 'db' | 'clock'>;

const noMessages = () => notFound('There are no messages about this order yet.');

/**
 * Changes a ticket if `onlyIf` holds, with an audit entry. `seen`: the number of messages that the caller had read. A newer message
 * of the customer rejects the change, because the change would hide it.
 * @throws ProblemReply 404, or 409 with the reason `why`
 */
async function change(
  { db, clock }: WriteDeps,
  { by }: StaffCaller,
  typed: string,
  {
    set,
    onlyIf,
    seen,
    why,
    action,
    detail = {},
    also,
  }: {
    set: (now: Date) => RawBuilder<unknown>;
    onlyIf: RawBuilder<unknown>;
    seen?: number;
    why: string;
    action: string;
    detail?: Record<string, string>;
    also?: (ticketId: bigint, now: Date, isDone: RawBuilder<unknown>) => RawBuilder<unknown>[];
  },
): Promise<void> {
  const thread = await findThread({ db }, typed);
  if (thread.id === null) throw noMessages();
  const now = clock();
  const isDone = sql<boolean>`exists (select from changed_ticket)`;
  const isChanged = await writeInOneStatement(
    db,
    [
      {
        changed_ticket: sql`update ticket set ${set(now)} where id = ${thread.id} and (${onlyIf})
          ${seen === undefined ? sql`` : sql`and ${hasNothingUnread(seen)}`} returning 1`,
      },
      ...auditEntry(by, now, { action, subject: subjectOf(thread), detail }, isDone),
      ...(also?.(thread.id, now, isDone) ?? []),
    ],
    isDone,
  );
  if (isChanged) return;
  if (seen === undefined) throw stateConflict(why);
  const { rows } = await sql<{ is_read: boolean }>`
    select ${hasNothingUnread(seen)} as is_read from ticket where id = ${thread.id}`.execute(db);
  throw rows[0]!.is_read ? stateConflict(why) : isNewer();
}

/**
 * Assigns a conversation to the caller, unless another active person has it.
 * @throws ProblemReply 404, 409
 */
export const takeTicket = (deps: WriteDeps, caller: StaffCaller, { number }: Named): Promise<void> =>
  change(deps, caller, number, {
    set: () => sql`assignee_id = ${caller.staffId}`,
    onlyIf: sql`assignee_id is null or not exists (
      select from staff s where s.id = assignee_id and s.locked_at is null and s.left_at is null)`,
    why: 'This conversation is already assigned.',
    action: 'take-ticket',
    also: (ticketId, _, isDone) => [withdrawTicketNotices({ to: caller.staffId, ticketId }, isDone)],
  });

/**
 * Unassigns the caller from a conversation.
 * @throws ProblemReply 404, 409
 */
export const giveBackTicket = (deps: WriteDeps, caller: StaffCaller, { number }: Named): Promise<void> =>
  change(deps, caller, number, {
    set: () => sql`assignee_id = null`,
    onlyIf: sql`assignee_id = ${caller.staffId}`,
    why: 'This conversation isn’t assigned to you.',
    action: 'give-back-ticket',
    also: (ticketId, _, isDone) => [withdrawTicketNotices({ to: null, ticketId }, isDone)],
  });

/** SQL condition on staff `s`: the person can log in and reply. */
const canAnswer = sql`s.locked_at is null and s.left_at is null
  and exists (select from staff_role r where r.key = s.role and r.permissions && '{*,ticket.answer}')`;

/** The people to whom conversations can be assigned. */
export async function listAnswerers({ db }: Pick<DeskDeps, 'db'>): Promise<DeskAnswerOf<'listAnswerers'>> {
  const { rows } = await sql<{ id: bigint; name: string }>`
    select s.id, s.name from staff s where ${canAnswer} order by s.name, s.id`.execute(db);
  return { people: rows.map(({ id, name }) => ({ id: String(id), name })) };
}

/**
 * Assigns a conversation to a person, or to no one.
 * @throws Refusal for a person who can't reply; ProblemReply 404, 409
 */
export async function assignTicket(
  deps: WriteDeps,
  caller: StaffCaller,
  { number }: Named,
  { staffId }: DeskBodyOf<'assignTicket'>,
): Promise<void> {
  const to = staffId === null ? null : BigInt(staffId);
  if (to !== null) {
    const { rows } = await sql`select from staff s where s.id = ${to} and ${canAnswer}`.execute(deps.db);
    if (rows.length === 0) throw new Refusal({ staffId: ['Choose someone whose role allows them to reply'] });
  }
  await change(deps, caller, number, {
    set: () => sql`assignee_id = ${to}::bigint`,
    onlyIf: sql`assignee_id is distinct from ${to}::bigint`,
    why:
      to === null
        ? 'This conversation isn’t assigned.'
        : 'This conversation is already assigned to this person.',
    action: 'assign-ticket',
    detail: { to: to === null ? 'nobody' : `staff ${to}` },
    also: (ticketId, at, isDone) => [
      withdrawTicketNotices({ to, ticketId }, isDone),
      ...addConversationNotice(caller.by, { to, ticketId, at }, isDone),
    ],
  });
}

/**
 * Reopens a conversation, also a snoozed one. A reply is due within one business day from now.
 * @throws ProblemReply 404, 409
 */
export const reopenTicket = (deps: WriteDeps, caller: StaffCaller, { number }: Named): Promise<void> =>
  change(deps, caller, number, {
    set: (now) => statusIs('open', now),
    onlyIf: sql`status <> 'open' or snoozed_until > ${deps.clock()}`,
    why: 'This conversation is already open.',
    action: 'reopen-ticket',
  });

/**
 * Moves a conversation to spam. Its sender gets no email, and a new message of the sender reopens it.
 * @throws ProblemReply 404; 409 also while a reply to the sender can be undone
 */
export const markSpam = (
  deps: WriteDeps,
  caller: StaffCaller,
  { number }: Named,
  { seen }: DeskBodyOf<'markSpam'>,
): Promise<void> =>
  change(deps, caller, number, {
    set: (now) => statusIs('spam', now),
    onlyIf: sql`status <> 'spam' and not exists (select from ticket_message m where m.ticket_id = ticket.id and m.send_at is not null)`,
    seen,
    why: 'This conversation is already marked as spam, or it has a reply that will be sent in a few seconds. Undo that reply first.',
    action: 'mark-spam',
  });

/** Maximum number of days of a snooze. */
const mostDays = 366;

/**
 * Hides an open conversation until a day begins in the operator's time zone, or until the customer writes.
 * @throws Refusal for a day that isn't in the next year; ProblemReply 404, 409
 */
export async function snoozeTicket(
  deps: WriteDeps,
  caller: StaffCaller,
  { number }: Named,
  { until, seen }: DeskBodyOf<'snoozeTicket'>,
): Promise<void> {
  const now = deps.clock();
  const start = cutOffOn(until, { ...businessCalendar, cutOffHour: 0 });
  if (start <= now || start.getTime() > now.getTime() + mostDays * day)
    throw new Refusal({ until: ['Choose a date from tomorrow to one year from now'] });
  await change(deps, caller, number, {
    set: () => sql`snoozed_until = ${start}`,
    onlyIf: sql`status = 'open'`,
    seen,
    why: 'Only open conversations can be snoozed. Reopen this one first.',
    action: 'snooze-ticket',
    detail: { until },
  });
}

async function findTarget({ db }: Pick<DeskDeps, 'db'>, to: string) {
  const number = readNumber('R', to);
  const { rows } = await (
    number
      ? sql<{ id: bigint }>`select id from customer_order where number = ${number}`
      : sql<{
          id: bigint;
        }>`select id from customer where id = ${ownerOf('customer', to)} and erased_at is null`
  ).execute(db);
  if (!rows[0])
    throw new Refusal({ to: ['We can’t find an order or customer with this number or email address'] });
  const { id } = rows[0];
  return number
    ? { order: id, customer: null, words: `order ${number}` }
    : { order: null, customer: id, words: `customer ${id}` };
}

/**
 * Links a ticket of the contact form to an order or a customer, or removes the link. Only the team sees the link.
 * @throws Refusal for an unknown order or customer; ProblemReply 404, 409
 */
export async function linkTicket(
  deps: WriteDeps,
  caller: StaffCaller,
  { number }: Named,
  { to }: DeskBodyOf<'linkTicket'>,
): Promise<void> {
  const target = to === null ? { order: null, customer: null, words: 'nothing' } : await findTarget(deps, to);
  await change(deps, caller, number, {
    set: () => sql`about_order_id = ${target.order}::bigint, about_customer_id = ${target.customer}::bigint`,
    onlyIf: sql`order_id is null`,
    why: 'This conversation already belongs to an order, so its link can’t be changed.',
    action: 'link-ticket',
    detail: { to: target.words },
  });
}

/**
 * Adds a note for the team: to the order that the conversation is about, or else to the ticket.
 * @throws ProblemReply 404
 */
export async function addTicketNote(
  deps: DeskDeps,
  caller: StaffCaller,
  { number }: Named,
  { text }: DeskBodyOf<'addTicketNote'>,
): Promise<void> {
  const thread = await findThread(deps, number);
  if (thread.id === null) throw noMessages();
  const on = thread.order_id === null ? { ticketId: thread.id } : { orderId: thread.order_id };
  await writeNote(deps, caller, on, { subject: subjectOf(thread), text });
}
