import type { Database } from '#server/database/open-database.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import type { JobRunner } from '#server/jobs/run-jobs.ts';
import type { Clock } from '#server/process/clock.ts';
import { sql } from 'kysely';
import { answerEmail } from './thread-emails.mail.ts';

/** Lets our message about an order leave when its time to undo is over. */
export const sendAnswer = jobKind<{ message: string }>('support.send-answer', { forever: true });

type Deps = { db: Database['db']; clock: Clock; jobs: Pick<JobRunner, 'wake'> };

/**
 * Sends our messages that nobody called back. One that was written before the customer's newest message doesn't answer it: then the customer
 * still waits.
 */
export const sendAnswers = ({ db, clock, jobs }: Deps): JobHandlers =>
  sendAnswer.handledBy(async ({ message }) => {
    await inTransaction(db, async (tx) => {
      // locks the thread first, as every writer does
      await sql`select 1 from ticket where id = (select ticket_id from ticket_message where id = ${BigInt(message)}) for update`.execute(
        tx,
      );
      const now = clock();
      const hasLeft = sql<boolean>`exists (select from write_0)`;
      const isNewest = sql`not exists (
        select from ticket_message c where c.ticket_id = t.id and c.author = 'customer' and c.id > ${BigInt(message)})`;
      await writeInOneStatement(tx, [
        sql`update ticket_message set send_at = null where id = ${BigInt(message)} and send_at <= ${now} returning ticket_id`,
        sql`update ticket t set messages = messages + 1,
            status = case when ${isNewest} then 'answered' else status end,
            last_from = case when ${isNewest} then 'staff' else last_from end,
            last_at = case when ${isNewest} then ${now} else last_at end
          from write_0 where t.id = write_0.ticket_id`,
        enqueue([answerEmail.at(now, { message })], hasLeft),
      ]);
    });
    jobs.wake();
  });
