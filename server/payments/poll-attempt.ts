import { day, minute } from '#contract/durations.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { JobHandlers } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import { applySnapshot } from './apply-snapshot.ts';
import { failAttempt } from './fail-attempt.ts';
import { findProvider, type MadeBy } from './provider/find-provider.ts';
import { openAttempt } from './open-attempt.ts';
import { reportAttempt } from './operator-alert.mail.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { pollAttempt } from './poll-attempt-job.ts';
import type { LinkRequest } from './provider/provider.ts';
import { type AttemptStatus, isLive } from './reduce-snapshot.ts';
import { retryUnavailable } from './provider/retry-unavailable.ts';

const givesUpCreatingAfter = 23 * 60 * minute;
const slowAfterDays = 14;

type PolledAttempt = MadeBy & {
  id: string;
  status: AttemptStatus;
  provider_ref: string | null;
  request: LinkRequest;
  created_at: Date;
  expires_at: Date;
  link_is_closed: boolean;
};

async function findAttempt({ db }: PaymentDeps, id: string): Promise<PolledAttempt | undefined> {
  const { rows } = await sql<PolledAttempt>`
    select a.id, a.status, a.provider, a.livemode, a.provider_ref, a.request, a.created_at, a.expires_at, l.status <> 'awaitingPayment' as link_is_closed
    from payment_attempt a join payment_link l on l.id = a.payment_link_id where a.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Time of an attempt's next poll: 2 and 15 minutes after its creation, 2 minutes after its page ends, then daily for 14 days,
 * then weekly.
 */
export function nextPoll(attempt: { created_at: Date; expires_at: Date }, now: Date): Date {
  const created = attempt.created_at.getTime();
  const ends = attempt.expires_at.getTime() + 2 * minute;
  const plan = [
    created + 2 * minute,
    created + 15 * minute,
    ends,
    ...Array.from({ length: slowAfterDays }, (_, n) => ends + (n + 1) * day),
  ];
  return new Date(plan.find((time) => time > now.getTime()) ?? now.getTime() + 7 * day);
}

const isSlow = ({ status, expires_at }: PolledAttempt, now: Date) =>
  status === 'processing' && now.getTime() >= expires_at.getTime() + slowAfterDays * day;

async function pollCreating(deps: PaymentDeps, attempt: PolledAttempt): Promise<void> {
  const now = deps.clock();
  if (now.getTime() - attempt.created_at.getTime() < givesUpCreatingAfter) {
    await openAttempt(deps, attempt);
    return;
  }
  await failAttempt(deps, attempt.id, 'unreachable');
}

async function pollPage(deps: PaymentDeps, attempt: PolledAttempt, ref: string): Promise<void> {
  const { clock } = deps;
  const provider = findProvider(deps, attempt);
  // closes a page that has expired or whose link has ended or was paid by other means; books its payment if it was paid
  const isOverdue = attempt.status === 'open' && (attempt.link_is_closed || clock() > attempt.expires_at);
  await applySnapshot(deps, attempt.provider, await (isOverdue ? provider.stop(ref) : provider.fetch(ref)));
}

/** Polls live attempts, so that their end is noticed even when webhook events are lost. */
export function pollAttempts(deps: PaymentDeps): JobHandlers {
  const { db, clock, jobs } = deps;
  return pollAttempt.handledBy(
    retryUnavailable(deps, async ({ attemptId }) => {
      const attempt = await findAttempt(deps, attemptId);
      if (!attempt || !isLive(attempt.status)) return undefined;
      if (attempt.status === 'creating') await pollCreating(deps, attempt);
      else if (attempt.provider_ref) await pollPage(deps, attempt, attempt.provider_ref);
      const after = await findAttempt(deps, attemptId);
      if (!after || !isLive(after.status)) return undefined;
      const now = clock();
      if (isSlow(after, now)) {
        await writeInOneStatement(db, reportAttempt('slow', attemptId, now));
        jobs.wake();
      }
      return nextPoll(after, now);
    }),
  );
}
