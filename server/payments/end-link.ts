import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { sql } from 'kysely';
import type { Payable } from './find-payable.ts';
import type { LinkEnd, PaymentDeps } from './payment-deps.ts';
import { isLiveIn } from './reduce-snapshot.ts';

/** Ends a link that waits for its payment and has no live attempt. Answers false when it does not, or has one again. */
export async function endLink(
  { db, clock, purposes }: PaymentDeps,
  { id, purpose, number }: Pick<Payable, 'id' | 'purpose' | 'number'>,
  end: LinkEnd,
): Promise<boolean> {
  const now = clock();
  return inTransaction(db, async (tx) => {
    const { rows: locked } =
      await sql`select 1 from payment_link where id = ${id} and status = 'awaitingPayment' for update`.execute(
        tx,
      );
    // looked at after the lock: an attempt may have started while this waited
    const { rows: live } = await sql`select 1 from payment_attempt
      where payment_link_id = ${id} and ${isLiveIn('status')}`.execute(tx);
    if (locked.length === 0 || live.length > 0) return false;
    await writeInOneStatement(tx, [
      sql`update payment_link set status = ${end.to}, closed_at = ${now} where id = ${id}`,
      ...purposes[purpose].ended(number, end, now),
    ]);
    return true;
  });
}
