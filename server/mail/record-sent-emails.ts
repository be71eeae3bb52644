import type { Schema } from '#server/database/schema.ts';
import type { Clock } from '#server/process/clock.ts';
import { type Kysely, sql } from 'kysely';
import type { Mail } from './open-mail.ts';

/**
 * Wraps `mail` to record each sent email about an order or a deposit. When the record fails, the job runs again, and the customer
 * may get the email twice with the same Message-ID, as after a crash.
 */
export const recordSentEmails = (mail: Mail, { db, clock }: { db: Kysely<Schema>; clock: Clock }): Mail => ({
  ...mail,
  async send(email) {
    await mail.send(email);
    const { id, about, subject } = email;
    if (about !== undefined)
      await sql`insert into sent_email (id, number, subject, sent_at) values (${id}, ${about}, ${subject}, ${clock()})
        on conflict do nothing`.execute(db);
  },
});
