import type { DeskAnswerOf, DeskBodyOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import type { DeskTicketStatus } from '#contract/desk/threads.ts';
import { second } from '#contract/durations.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { attachFiles } from '#server/files/attach-files.ts';
import { Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { filesOfMessage } from '#server/support/find-messages.ts';
import { sendAnswer } from '#server/support/send-answers.ts';
import { openThread } from '#server/support/send-message.ts';
import { statusIs } from '#server/support/set-ticket-status.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { stateConflict } from '#server/desk/find-line.ts';
import { findThread, hasNothingUnread, isNewer, subjectOf } from './show-thread.ts';

/** How long a message can be undone before it is sent (s). */
const undoSeconds = 10;

type Named = { number: string };
type Locked = { id: bigint; messages: number; status: DeskTicketStatus };

/** 409: a reply to a conversation that has ended since its writer read it. */
const hasEnded = (status: DeskTicketStatus) =>
  stateConflict(
    `This conversation was ${status === 'spam' ? 'marked as spam' : 'closed'} while you were writing.`,
  );

/**
 * Writes a message to the customer. It is sent after the time to undo.
 * @throws Refusal for files that can't be added; ProblemReply 404; 409 when the caller hasn't seen a newer message, when the
 * conversation has ended since they saw it, or while another reply isn't sent yet
 */
export async function answerCustomer(
  deps: Pick<DeskDeps, 'db' | 'clock' | 'jobs'>,
  caller: StaffCaller,
  { number: typed }: Named,
  { text, files = [], seen, status: seenStatus, savedReply }: DeskBodyOf<'answerCustomer'>,
): Promise<DeskAnswerOf<'answerCustomer'>> {
  const thread = await findThread(deps, typed);
  const { id: ticketId, order_id: orderId } = thread;
  if (thread.is_erased) throw stateConflict('This customer’s data was erased, so they can’t read a reply.');
  if (files.length > 0 && orderId === null)
    throw new Refusal({ files: ['Files can be added only to messages about an order.'] });
  const held = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const until = new Date(now.getTime() + undoSeconds * second);
    const locked =
      orderId === null
        ? sql<Locked>`select id, messages, status from ticket where id = ${ticketId} for update`
        : sql<Locked>`
            ${openThread({ now, status: 'closed', last: 'staff' }, sql`o.id = ${orderId}`, sql`messages = ticket.messages`)}
            returning id, messages, status`;
    const { rows } = await locked.execute(tx);
    const { id, messages, status } = rows[0]!;
    // a second statement, so that it sees rows committed while the first one waited for the lock
    const others = await sql<{ name: string }>`
      select s.name from ticket_message m join staff s on s.id = m.staff_id where m.ticket_id = ${id} and m.send_at is not null`.execute(
      tx,
    );
    if (others.rows[0])
      throw stateConflict(
        `${others.rows[0].name}’s message will be sent in a few seconds. Send yours after that, or undo theirs.`,
      );
    if (messages > seen) throw isNewer();
    const isEnded = status === 'closed' || status === 'spam';
    if (isEnded && seenStatus !== undefined && seenStatus !== status) throw hasEnded(status);
    const stored = await sql<{ id: bigint }>`
      insert into ticket_message (ticket_id, author, staff_id, text, at, send_at, saved_reply_id)
      values (${id}, 'staff', ${caller.staffId}, ${text}, ${now}, ${until},
        (select r.id from saved_reply r where r.id = ${savedReply ?? null}::bigint)) returning id`.execute(
      tx,
    );
    const messageId = stored.rows[0]!.id;
    const message = String(messageId);
    if (orderId !== null)
      await attachFiles(tx, {
        owner: { staffId: caller.staffId },
        place: { kind: 'message', orderId, messageId },
        files,
        at: now,
        // accepts only files whose virus scan has finished, because a sent message can't be undone
        isScanned: true,
      });
    await writeInOneStatement(tx, [
      enqueue([sendAnswer.at(until, { message }, message)]),
      ...auditEntry(caller.by, now, {
        action: 'send-message',
        subject: subjectOf(thread),
        ...(files.length > 0 ? { detail: { files: files.join(' ') } } : {}),
      }),
    ]);
    return { id: message, sendAt: until.toISOString() };
  });
  deps.jobs.wake();
  return { ...held, undoSeconds };
}

/**
 * Undoes a message that hasn't been sent, and returns its text and files. `message`: the message that the caller saw.
 * @throws ProblemReply 404; 409 when the message was sent
 */
export async function undoAnswer(
  { db, clock }: DeskDeps,
  { by }: StaffCaller,
  { number: typed }: Named,
  { message }: DeskQueryOf<'undoAnswer'>,
): Promise<DeskAnswerOf<'undoAnswer'>> {
  const thread = await findThread({ db }, typed);
  const isUndone = sql`exists (select from removed_ticket_message)`;
  const undone = await writeInOneStatement(
    db,
    [
      {
        removed_ticket_message: sql`delete from ticket_message where ticket_id = ${thread.id} and send_at is not null
          and id = coalesce(${message === undefined ? null : BigInt(message)}::bigint, id)
        returning id, text`,
      },
      sql`delete from job where dedupe_key = (select 'support.send-answer:' || id from removed_ticket_message)`,
      sql`delete from attachment where message_id = (select id from removed_ticket_message)`,
      ...auditEntry(by, clock(), { action: 'undo-message', subject: subjectOf(thread) }, isUndone),
    ],
    sql<DeskAnswerOf<'undoAnswer'> | null>`(select jsonb_build_object('text', m.text, 'files', ${filesOfMessage(sql`m.id`)}) from removed_ticket_message m)`,
  );
  if (undone === null) throw stateConflict('The message has already been sent or undone.');
  return undone;
}

/**
 * Closes a conversation without a reply. A new message of the customer reopens it.
 * @throws ProblemReply 404, 409
 */
export async function closeThread(
  { db, clock }: DeskDeps,
  { by }: StaffCaller,
  { number: typed }: Named,
  { seen }: DeskBodyOf<'closeThread'>,
): Promise<void> {
  const thread = await findThread({ db }, typed);
  if (thread.status !== 'open' && thread.status !== 'answered')
    throw stateConflict('This conversation is already closed.');
  const now = clock();
  const isClosed = sql<boolean>`exists (select from changed_ticket)`;
  const isDone = await writeInOneStatement(
    db,
    [
      {
        changed_ticket: sql`update ticket set ${statusIs('closed', now)}
          where id = ${thread.id} and status in ('open', 'answered') and ${hasNothingUnread(seen)} returning 1`,
      },
      ...auditEntry(by, now, { action: 'close-messages', subject: subjectOf(thread) }, isClosed),
    ],
    isClosed,
  );
  if (!isDone) throw isNewer();
}
