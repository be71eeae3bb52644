import { jobKind, laneOf } from '#server/jobs/job.ts';
import { type RawBuilder, sql } from 'kysely';

const kind = 'payment.poll';

/** The job that polls a live attempt. */
export const pollAttempt = jobKind<{ attemptId: string }>(kind, { forever: true });

/** The write that polls the other live attempts of a link at once, because `attemptId` paid it. */
export const pollOthers = (linkId: bigint, attemptId: string, now: Date): RawBuilder<unknown> =>
  sql`insert into job (kind, lane, payload, run_at)
    select ${kind}, ${laneOf(kind)}, jsonb_build_object('attemptId', id), ${now}::timestamptz
    from payment_attempt where payment_link_id = ${linkId} and id <> ${attemptId} and status in ('creating', 'open')`;
