import { jobKind, laneOf } from '#server/jobs/job.ts';
import { type RawBuilder, sql } from 'kysely';

const kind = 'payment.poll';

/** Looks at an attempt that is not final. */
export const pollAttempt = jobKind<{ attemptId: string }>(kind, { forever: true });

/** The write that has the other live attempts of a link looked after at once: it was paid through `attemptId`. */
export const pollOthers = (linkId: bigint, attemptId: string, now: Date): RawBuilder<unknown> =>
  sql`insert into job (kind, lane, payload, run_at)
    select ${kind}, ${laneOf(kind)}, jsonb_build_object('attemptId', id), ${now}::timestamptz
    from payment_attempt where payment_link_id = ${linkId} and id <> ${attemptId} and status in ('creating', 'open')`;
