import { inTransaction } from '#server/database/in-transaction.ts';
import { writeTogether } from '#server/database/write-together.ts';
import { unavailable } from '#server/http/refusal.ts';
import { sql } from 'kysely';
import { endAttempt } from './end-attempt.ts';
import { findPayable, type Payable } from './find-payable.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { ProviderUnavailable } from './provider.ts';

const looks = 8;

async function close({ db, clock, purposes }: PaymentDeps, link: Payable): Promise<boolean> {
  const now = clock();
  return inTransaction(db, async (tx) => {
    const { rows: locked } =
      await sql`select 1 from payment_link where id = ${link.id} and status = 'awaitingPayment' for update`.execute(
        tx,
      );
    // looked at after the lock: an attempt may have started while this waited
    const { rows: live } = await sql`select 1 from payment_attempt
      where payment_link_id = ${link.id} and status in ('creating', 'open', 'processing')`.execute(tx);
    if (locked.length === 0 || live.length > 0) return false;
    await writeTogether(tx, [
      sql`update payment_link set status = 'cancelled', closed_at = ${now} where id = ${link.id}`,
      ...purposes[link.purpose].cancelled(link.number, now),
    ]);
    return true;
  });
}

/**
 * Cancels a link that nobody paid. Its page at the provider is closed first, and if it was paid, paid wins. Answers
 * where the link stands now; one whose payment is being processed is left as it is.
 * @throws ProblemReply 503 when the provider does not answer.
 */
export async function cancelLink(
  deps: PaymentDeps,
  number: string,
): Promise<Payable['status'] | 'processing'> {
  try {
    for (let look = 0; look < looks; look += 1) {
      const link = await findPayable(deps.db, { number });
      if (link.status !== 'awaitingPayment') return link.status;
      if (link.attempt_status === 'processing') return 'processing';
      if (link.attempt_status !== null) await endAttempt(deps, link);
      else if (await close(deps, link)) return 'cancelled';
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    deps.log.warn({ err: error }, 'provider unavailable');
  }
  throw unavailable('The payment provider does not answer, so nothing was cancelled. Try again in a moment.');
}
