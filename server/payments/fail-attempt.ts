import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { sql } from 'kysely';
import { release } from '#server/ledger/postings.ts';
import { type AttemptTrouble, reportAttempt } from './operator-alert.mail.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { type AttemptStatus, isDead } from './reduce-snapshot.ts';

type LiveAttempt = {
  status: AttemptStatus;
  customer_id: bigint;
  currency: string;
  livemode: boolean;
  held: bigint;
};

/** Fails an attempt that never got a page, releases its hold and emails the operator. An attempt with a page stays unchanged. */
export async function failAttempt(deps: PaymentDeps, id: string, reason: AttemptTrouble): Promise<void> {
  const { db, clock, jobs } = deps;
  const now = clock();
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<LiveAttempt>`
      select a.status, l.customer_id, a.currency, a.livemode, a.held
      from payment_attempt a join payment_link l on l.id = a.payment_link_id where a.id = ${id} for update of a`.execute(
      tx,
    );
    const attempt = rows[0]!;
    const isCreating = attempt.status === 'creating';
    if (!isCreating && !isDead(attempt.status)) return;
    const { customer_id: customerId, currency, livemode, held } = attempt;
    const hold = { attemptId: id, customerId, currency, livemode, held };
    const fail = sql`update payment_attempt set status = 'failed', closed_at = ${now} where id = ${id}`;
    await writeInOneStatement(
      tx,
      [...(isCreating ? [fail] : []), ...reportAttempt(reason, id, now)],
      ledgerPost(isCreating ? release(hold, now) : []),
    );
  });
  jobs.wake();
}
