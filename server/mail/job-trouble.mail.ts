import { enqueueOncePerDay, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import type { RawBuilder } from 'kysely';
import { composeEmail } from './compose-email.ts';
import type { Mail } from './open-mail.ts';

/** Emails the operator that jobs of a kind keep failing. */
const jobTrouble = jobKind<{ kind: string; day: string }>('mail.job-trouble');

/** The writes that email the operator about a kind of job that keeps failing, at most once a day. */
export const reportJobTrouble = (kind: string, now: Date): RawBuilder<unknown>[] =>
  enqueueOncePerDay(jobTrouble.at(now, { kind, day: now.toISOString().slice(0, 10) }), `job-trouble:${kind}`);

export function sendJobTrouble(mail: Mail, operatorEmail: string): JobHandlers {
  return jobTrouble.handledBy(async ({ kind, day }) => {
    await mail.send(
      composeEmail({
        id: `job-trouble-${kind}-${day}`,
        to: operatorEmail,
        subject: `Background jobs keep failing: ${kind}`,
        title: 'Background jobs keep failing',
        blocks: [
          {
            paragraph:
              'Some of these jobs have failed twelve or more times in a row. The “job” table lists each one with its last error. Emails that the mail server defers are retried every hour for four days. Payment jobs, deliveries, messages to customers, file scans and recurring jobs are retried until they succeed. All other jobs stop after twelve failures.',
          },
          { rows: [['Kind', kind]] },
        ],
      }),
    );
  });
}
