import { everything } from '#contract/desk/permissions.ts';
import type { Database } from '#server/database/open-database.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import type { JobRunner } from '#server/jobs/run-jobs.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';
import { answerEmail } from './thread-emails.mail.ts';

/** Sends the team's message after the time to undo. */
export const sendAnswer = jobKind<{ message: string }>('support.send-answer', { forever: true });

type Deps = { db: Database['db']; clock: Clock; jobs: Pick<JobRunner, 'wake'> };

/** SQL condition: member of staff `s` is neither locked nor has left. */
const usesDesk = sql`s.locked_at is null and s.left_at is null`;

/**
 * Converts a message to a note for the team if its writer may no longer reply to customers: they were locked, left, or have
 * another role. The message's files stay in the shop, unattached.
 * @returns whether the message was converted
 */
async function keptAsNote(tx: Kysely<Schema>, id: bigint, now: Date): Promise<boolean> {
  const isKept = await writeInOneStatement(
    tx,
    [
      {
        removed_ticket_message: sql`delete from ticket_message m using staff s join staff_role r on r.key = s.role
        where m.id = ${id} and m.send_at <= ${now} and s.id = m.staff_id
          and not (${usesDesk} and r.permissions && array[${everything}, 'ticket.answer'])
        returning m.id, m.ticket_id, m.staff_id, m.text, s.name, case when ${usesDesk} then 'reply to customers' else 'use the desk' end as act`,
      },
      sql`delete from attachment where message_id = (select id from removed_ticket_message)`,
      sql`insert into staff_note (order_id, ticket_id, staff_id, text, created_at)
        select t.order_id, case when t.order_id is null then t.id end, removed_ticket_message.staff_id,
          'Not sent, because ' || removed_ticket_message.name || ' can no longer ' || removed_ticket_message.act || ': ' || removed_ticket_message.text, ${now}::timestamptz
        from removed_ticket_message join ticket t on t.id = removed_ticket_message.ticket_id`,
    ],
    sql<boolean>`exists (select from removed_ticket_message)`,
  );
  return isKept === true;
}

/**
 * Sends the team's messages that weren't undone. A message older than the customer's newest one doesn't answer it, so the ticket
 * stays open.
 */
export const sendAnswers = ({ db, clock, jobs }: Deps): JobHandlers =>
  sendAnswer.handledBy(async ({ message }) => {
    await inTransaction(db, async (tx) => {
      // locks the thread first, as every writer does
      await sql`select 1 from ticket where id = (select ticket_id from ticket_message where id = ${BigInt(message)}) for update`.execute(
        tx,
      );
      const now = clock();
      if (await keptAsNote(tx, BigInt(message), now)) return;
      const hasLeft = sql<boolean>`exists (select from changed_ticket_message)`;
      const unanswered = sql`(
        select min(c.at) from ticket_message c where c.ticket_id = t.id and c.author = 'customer' and c.id > ${BigInt(message)})`;
      const isNewest = sql`${unanswered} is null`;
      await writeInOneStatement(tx, [
        {
          changed_ticket_message: sql`update ticket_message set send_at = null where id = ${BigInt(message)} and send_at <= ${now} returning ticket_id`,
        },
        sql`update ticket t set messages = messages + 1,
            status = case when ${isNewest} then 'answered' else status end,
            last_from = case when ${isNewest} then 'staff' else last_from end,
            last_at = coalesce(${unanswered}, ${now}), snoozed_until = null
          from changed_ticket_message where t.id = changed_ticket_message.ticket_id`,
        enqueue([answerEmail.at(now, { message })], hasLeft),
      ]);
    });
    jobs.wake();
  });
