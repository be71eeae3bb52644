import { day } from '#contract/durations.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Log } from '#server/process/log.ts';
import { type Kysely, sql } from 'kysely';
import { recordCheck } from './health-checks.ts';
import { findBreaks, findNewestSeal } from './find-breaks.ts';

/** Checks and anchors the audit log, daily. */
export const anchorAuditDaily = jobKind<Record<string, never>>('audit.anchor', { forever: true });
const anchorEmail = jobKind<{ place: string; hash: string; findings: string }>('mail.audit-anchor');

/**
 * Checks the audit log, and emails its newest seal to the operator, so that a copy exists outside this machine. Sends no email
 * when there is neither a new entry nor a difference.
 */
export function anchorAudit(
  { db, clock, log }: { db: Kysely<Schema>; clock: Clock; log: Log },
  mail: Mail,
  operatorEmail: string,
): JobHandlers {
  return {
    ...anchorAuditDaily.handledBy(async () => {
      const now = clock();
      const tomorrow = new Date(now.getTime() + day);
      const findings = await findBreaks(db);
      await recordCheck('log', now, { findings }).execute(db);
      const newest = await findNewestSeal(db);
      if (findings.length > 0) log.error({ findings }, 'the audit log was changed');
      const { place, hash } = newest ?? { place: 0n, hash: '' };
      const { rows: known } = await sql`select 1 from audit_anchor where place >= ${place}`.execute(db);
      if (findings.length === 0 && (!newest || known.length > 0)) return tomorrow;
      log.info({ place: String(place), hash }, 'newest seal of the audit log');
      const letter = { place: String(place), hash, findings: findings.join('\n') };
      await writeInOneStatement(db, [
        sql`insert into audit_anchor (place, hash, told_at)
          select ${place}::bigint, decode(${hash}, 'hex'), ${now} where ${place > 0n} on conflict do nothing`,
        enqueue([anchorEmail.at(now, letter, now.toISOString().slice(0, 10))]),
      ]);
      return tomorrow;
    }),
    ...anchorEmail.handledBy(async ({ place, hash, findings }) => {
      const isWhole = findings === '';
      const title = isWhole ? `Audit log: seal of entry ${place}` : 'The audit log was changed';
      await mail.send(
        composeEmail({
          id: `audit-anchor-${hash.slice(0, 8)}-${place}${isWhole ? '' : '-changed'}`,
          to: operatorEmail,
          subject: title,
          title,
          blocks: [
            {
              paragraph: isWhole
                ? 'Keep this email. The seal covers the entry below and every entry before it. If any of these entries is changed or removed, the log no longer matches the seal.'
                : 'Entries were changed or removed. If you haven’t restored a backup, someone with access to the database did this. Keep this email and a copy of the database, and find out who had access.',
            },
            ...(isWhole ? [] : [{ label: 'Findings', quote: findings }]),
            {
              rows: [
                ['Entry', place],
                ['Seal', hash],
              ],
            },
            ...(isWhole
              ? [
                  {
                    paragraph: `To compare the log with this seal: npm run operator -- log verify ${place} ${hash}`,
                  },
                ]
              : []),
          ],
        }),
      );
    }),
  };
}
