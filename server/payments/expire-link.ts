import { inTransaction } from '#server/database/in-transaction.ts';
import { writeTogether } from '#server/database/write-together.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import { applySnapshot } from './apply-snapshot.ts';
import { findProvider, type MadeBy } from './find-provider.ts';
import type { PaymentDeps, PaymentPurpose } from './payment-deps.ts';
import { retryUnavailable } from './retry-unavailable.ts';

const hour = 3_600_000;

/** Ends a payment link that nobody paid in its time. */
export const expireLink = jobKind<{ number: string }>('payment.expire', { forever: true });

type ExpiringLink = MadeBy & {
  id: bigint;
  purpose: PaymentPurpose;
  provider_ref: string | null;
  attempt_status: 'creating' | 'open' | 'processing' | null;
};

/** The live attempt is stopped first, and if it comes back paid, paid wins; a payment being processed is waited for. */
export function expireLinks(deps: PaymentDeps): JobHandlers {
  const { db, clock, purposes } = deps;
  return expireLink.handledBy(
    retryUnavailable(deps, async ({ number }) => {
      const { rows } = await sql<ExpiringLink>`
      select l.id, l.purpose, l.livemode, a.provider, a.provider_ref, a.status as attempt_status
      from payment_link l
      left join payment_attempt a on a.payment_link_id = l.id and a.status in ('creating', 'open', 'processing')
      where l.number = ${number} and l.status = 'awaitingPayment'`.execute(db);
      const link = rows[0];
      if (!link) return undefined;
      const later = new Date(clock().getTime() + hour);
      if (link.attempt_status === 'creating' || link.attempt_status === 'processing') return later;
      if (link.provider_ref)
        await applySnapshot(deps, link.provider, await findProvider(deps, link).stop(link.provider_ref));
      const now = clock();
      const ended = await inTransaction(db, async (tx) => {
        // locked first and looked at after: a payment may have started while this waited
        const { rows: locked } =
          await sql`select 1 from payment_link where id = ${link.id} and status = 'awaitingPayment' for update`.execute(
            tx,
          );
        const { rows: live } = await sql`select 1 from payment_attempt
        where payment_link_id = ${link.id} and status in ('creating', 'open', 'processing')`.execute(tx);
        if (locked.length === 0 || live.length > 0) return false;
        await writeTogether(tx, [
          sql`update payment_link set status = 'expired', closed_at = ${now} where id = ${link.id}`,
          ...purposes[link.purpose].expired(number, now),
        ]);
        return true;
      });
      return ended ? undefined : later;
    }),
  );
}
