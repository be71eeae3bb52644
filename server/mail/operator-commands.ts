import type { Database } from '#server/database/open-database.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import type { Clock } from '#server/process/clock.ts';
import { listFailedEmails, resendFailedEmails } from './failed-emails.ts';

/** The operator's commands for failed emails on the command line. */
export function emailCommands(
  db: Database['db'],
  clock: Clock,
  jobs: { wake: () => void },
): OperatorCommands {
  return {
    emails: {
      usage: '',
      summary: 'List failed emails, with the reason and the time of the next retry',
      async run() {
        const emails = await listFailedEmails(db, 200);
        if (emails.length === 0) return 'All emails have been sent.';
        return emails
          .map(
            ({ id, kind, payload, failedAt, nextTry, lastError }) =>
              `${id}  ${kind}  ${JSON.stringify(payload)}  ${failedAt ? `given up ${failedAt.toISOString()}` : `next try ${nextTry?.toISOString()}`}\n    ${lastError ?? ''}`,
          )
          .join('\n');
      },
    },
    resend: {
      usage: 'ID | all',
      summary: 'Resend emails that couldn’t be sent',
      async run({ words: [which = ''], by }) {
        if (which !== 'all' && !/^\d{1,18}$/.test(which))
          throw new ProblemReply(400, 'Usage: resend 42, or resend all.');
        const resent = await resendFailedEmails(db, which === 'all' ? which : BigInt(which), clock(), by);
        if (resent === 0n) throw notFound('No unsent email has this ID. Run "emails" to list unsent emails.');
        jobs.wake();
        return resent === 1n ? '1 email will be sent again.' : `${resent} emails will be sent again.`;
      },
    },
  };
}
