import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk-endpoints.ts';
import { second } from '#contract/durations.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue } from '#server/jobs/job.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sendAnswer } from '#server/support/send-answers.ts';
import { openThread } from '#server/support/send-message.ts';
import { sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { moved } from './find-line.ts';
import { findThread } from './show-thread.ts';

/** For how long a message can be undone. */
const undoSeconds = 10;

type Named = { number: string };
type Locked = { id: bigint; messages: number };

const isNewer = () => moved('There is a newer message. Read it, then send yours.');

/**
 * Writes to the customer about an order: the message leaves after ten seconds unless it is called back.
 * @throws ProblemReply 404, 409 when there is a message that the caller hasn't seen, or one on its way
 */
export async function answerCustomer(
  deps: Pick<DeskDeps, 'db' | 'clock' | 'jobs'>,
  caller: StaffCaller,
  { number: typed }: Named,
  { text, seen }: DeskBodyOf<'answerCustomer'>,
): Promise<DeskAnswerOf<'answerCustomer'>> {
  const { number, order_id: orderId, is_erased: isErased } = await findThread(deps, typed);
  if (isErased) throw moved('This customer’s data was erased, so nobody would read your message.');
  const sendAt = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    const until = new Date(now.getTime() + undoSeconds * second);
    const { rows } = await sql<Locked>`
      ${openThread({ now, status: 'closed', last: 'staff' }, sql`o.id = ${orderId}`, sql`messages = ticket.messages`)}
      returning id, messages`.execute(tx);
    const { id, messages } = rows[0]!;
    // a statement of its own sees what was committed while the first one waited for the lock
    const held = await sql<{ name: string }>`
      select s.name from ticket_message m join staff s on s.id = m.staff_id where m.ticket_id = ${id} and m.send_at is not null`.execute(
      tx,
    );
    if (held.rows[0])
      throw moved(
        `${held.rows[0].name}’s message leaves in a few seconds. Send yours after it, or undo that one.`,
      );
    if (messages > seen) throw isNewer();
    const stored = await sql<{ id: bigint }>`
      insert into ticket_message (ticket_id, author, staff_id, text, at, send_at)
      values (${id}, 'staff', ${caller.staffId}, ${text}, ${now}, ${until}) returning id`.execute(tx);
    const message = String(stored.rows[0]!.id);
    await writeInOneStatement(tx, [
      enqueue([sendAnswer.at(until, { message }, message)]),
      ...auditEntry(caller.by, now, { action: 'send-message', subject: `order ${number}` }),
    ]);
    return until;
  });
  deps.jobs.wake();
  return { sendAt: sendAt.toISOString(), undoSeconds };
}

/** Calls back a message that hasn't left, and returns its text. @throws ProblemReply 404, 409 when it has left */
export async function undoAnswer(
  { db, clock }: DeskDeps,
  { by }: StaffCaller,
  { number: typed }: Named,
): Promise<DeskAnswerOf<'undoAnswer'>> {
  const { number, order_id: orderId } = await findThread({ db }, typed);
  const isUndone = sql`exists (select from write_0)`;
  const text = await writeInOneStatement(
    db,
    [
      sql`delete from ticket_message where ticket_id = (select id from ticket where order_id = ${orderId}) and send_at is not null
        returning id, text`,
      sql`delete from job where dedupe_key = (select 'support.send-answer:' || id from write_0)`,
      ...auditEntry(by, clock(), { action: 'undo-message', subject: `order ${number}` }, isUndone),
    ],
    sql<string | null>`(select text from write_0)`,
  );
  if (text === null) throw moved('It was already sent or undone.');
  return { text };
}

/** Marks the messages about an order as needing no answer, until the customer writes again. @throws ProblemReply 404, 409 */
export async function closeThread(
  { db, clock }: DeskDeps,
  { by }: StaffCaller,
  { number: typed }: Named,
  { seen }: DeskBodyOf<'closeThread'>,
): Promise<void> {
  const { number, order_id: orderId, waits_since: waitsSince, count } = await findThread({ db }, typed);
  if (waitsSince === null) throw moved('The customer isn’t waiting for an answer.');
  const isClosed = sql<boolean>`exists (select from write_0)`;
  const isDone =
    count === seen &&
    (await writeInOneStatement(
      db,
      [
        sql`update ticket set status = 'closed' where order_id = ${orderId} and status = 'open' and messages = ${seen} returning 1`,
        ...auditEntry(by, clock(), { action: 'close-messages', subject: `order ${number}` }, isClosed),
      ],
      isClosed,
    ));
  if (!isDone) throw isNewer();
}
