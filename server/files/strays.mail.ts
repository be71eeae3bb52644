import { enqueueOncePerDay, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { RawBuilder } from 'kysely';

const straysEmail = jobKind<{ day: string; findings: string }>('mail.file-strays');

/** The writes that email the operator the differences between file store and database, at most once a day. */
export function reportStrays(findings: readonly string[], now: Date): RawBuilder<unknown>[] {
  const day = now.toISOString().slice(0, 10);
  return enqueueOncePerDay(straysEmail.at(now, { day, findings: findings.join('\n') }), 'file-strays');
}

/** The job handler of the email about differences between file store and database. */
export function sendStrays(mail: Mail, operatorEmail: string): JobHandlers {
  return straysEmail.handledBy(async ({ day, findings }) => {
    const title = 'Stored files differ from the database';
    await mail.send(
      composeEmail({
        id: `file-strays-${day}`,
        to: operatorEmail,
        subject: title,
        title,
        blocks: [
          {
            paragraph:
              'Nothing was changed. If you restored a backup of the database, also restore the files from the same time. The runbook explains what to do about each finding.',
          },
          { label: 'Findings', quote: findings },
        ],
      }),
    );
  });
}
