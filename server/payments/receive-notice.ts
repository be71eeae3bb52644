import { writeTogether } from '#server/database/write-together.ts';
import { enqueue, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import { applySnapshot } from './apply-snapshot.ts';
import { reportOrphan } from './operator-alert.mail.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { Notice } from './provider.ts';
import { retryUnavailable } from './retry-unavailable.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A notice can be faster than the answer that names its payment; after this long somebody should look. */
const orphanReportedAfter = hour;
const orphanForgottenAfter = 72 * hour;

const processNotice = jobKind<{ provider: string; eventId: string }>('payment.notice', { forever: true });

/** Keeps a verified notice, once per event, and the job that applies it: in one statement, before it is answered. */
export async function receiveNotice(deps: PaymentDeps, notice: Notice): Promise<void> {
  const { db, clock, jobs, provider } = deps;
  const now = clock();
  await writeTogether(db, [
    sql`insert into provider_notice (provider, event_id, type, provider_ref, payload, received_at)
      values (${provider.name}, ${notice.eventId}, ${notice.type}, ${notice.ref}, ${JSON.stringify(notice.payload)}::jsonb, ${now})
      on conflict do nothing`,
    enqueue([
      processNotice.at(
        now,
        { provider: provider.name, eventId: notice.eventId },
        `${provider.name}:${notice.eventId}`,
      ),
    ]),
  ]);
  jobs.wake();
}

type KeptNotice = { provider_ref: string | null; received_at: Date; known: boolean };

// Kept in the inbox whatever happens; looked at again ever more rarely for three days.
async function keepOrphan(
  { db, clock, provider, jobs }: PaymentDeps,
  eventId: string,
  { provider_ref, received_at }: KeptNotice,
): Promise<Date | undefined> {
  const now = clock();
  const age = now.getTime() - received_at.getTime();
  await writeTogether(db, [
    sql`update provider_notice set last_error = 'No payment attempt has this reference'
      where provider = ${provider.name} and event_id = ${eventId}`,
    ...(age >= orphanReportedAfter ? reportOrphan(provider.name, provider_ref ?? 'none', eventId, now) : []),
  ]);
  jobs.wake();
  if (age >= orphanForgottenAfter) return undefined;
  return new Date(now.getTime() + Math.min(Math.max(age, minute), hour));
}

/** Applies kept notices: each is a reason to fetch the truth, nothing more. Failures stay on the notice and are retried. */
export function processNotices(deps: PaymentDeps): JobHandlers {
  const { db, clock, provider } = deps;
  async function apply(eventId: string): Promise<Date | undefined> {
    const { rows } = await sql<KeptNotice>`select provider_ref, received_at, exists (
        select from payment_attempt a where a.provider = n.provider and a.provider_ref = n.provider_ref
      ) as known
      from provider_notice n where provider = ${provider.name} and event_id = ${eventId} and processed_at is null`.execute(
      db,
    );
    const notice = rows[0];
    if (!notice) return undefined;
    if (notice.provider_ref === null || !notice.known) return keepOrphan(deps, eventId, notice);
    await applySnapshot(deps, provider.name, await provider.fetch(notice.provider_ref));
    await sql`update provider_notice set processed_at = ${clock()}, last_error = null
      where provider = ${provider.name} and event_id = ${eventId}`.execute(db);
    return undefined;
  }
  return processNotice.handledBy(
    retryUnavailable(deps, async ({ eventId }) => {
      try {
        return await apply(eventId);
      } catch (error) {
        await sql`update provider_notice set last_error = ${String((error as Error).message).slice(0, 2000)}
          where provider = ${provider.name} and event_id = ${eventId}`.execute(db);
        throw error;
      }
    }),
  );
}
