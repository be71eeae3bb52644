import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import { letterPrefix } from '#server/jobs/job.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import type { Clock } from '#server/process/clock.ts';

type Undelivered = { id: bigint; kind: string; payload: unknown; dead_at: Date; last_error: string | null };

const dead = sql`dead_at is not null and kind like ${`${letterPrefix}%`}`;

/** Letters the mail server would not take: given up after four days, or two hours and a half when it refuses them for good; kept until the operator sends them again. */
export function letterCommands(
  db: Database['db'],
  clock: Clock,
  jobs: { wake: () => void },
): OperatorCommands {
  return {
    letters: {
      usage: '',
      summary: 'Emails that could not be sent, and why',
      async run() {
        const { rows } = await sql<Undelivered>`
          select id, kind, payload, dead_at, last_error from job where ${dead} order by id limit 200`.execute(
          db,
        );
        if (rows.length === 0) return 'Every email was sent.';
        return rows
          .map(
            ({ id, kind, payload, dead_at, last_error }) =>
              `${id}  ${kind.slice(letterPrefix.length)}  ${JSON.stringify(payload)}  given up ${dead_at.toISOString()}\n    ${last_error ?? ''}`,
          )
          .join('\n');
      },
    },
    resend: {
      usage: 'ID | all',
      summary: 'Resend emails that could not be sent',
      async run({ words: [which = ''] }) {
        if (which !== 'all' && !/^\d{1,18}$/.test(which))
          throw new ProblemReply(400, 'Say which: resend 42, or resend all.');
        const { numAffectedRows = 0n } = await sql`
          update job set dead_at = null, attempts = 0, run_at = ${clock()}, last_error = null
          where ${dead} and ${which === 'all' ? sql`true` : sql`id = ${BigInt(which)}`}`.execute(db);
        if (numAffectedRows === 0n) throw notFound('No unsent email has this id. "letters" lists them.');
        jobs.wake();
        return numAffectedRows === 1n
          ? '1 email will be sent again.'
          : `${numAffectedRows} emails will be sent again.`;
      },
    },
  };
}
