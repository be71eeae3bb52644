import { enqueueOncePerDay, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { RawBuilder } from 'kysely';

const straysEmail = jobKind<{ day: string; findings: string }>('mail.file-strays');

/** The writes that email the operator what differs between the store of files and the database: once a day. */
export function reportStrays(findings: readonly string[], now: Date): RawBuilder<unknown>[] {
  const day = now.toISOString().slice(0, 10);
  return enqueueOncePerDay(straysEmail.at(now, { day, findings: findings.join('\n') }), 'file-strays');
}

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
              'Nothing was changed. If a backup was restored, restore the files of the same time too. The runbook says what to do about each of these lines.',
          },
          { label: 'Found', quote: findings },
        ],
      }),
    );
  });
}
