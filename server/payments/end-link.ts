import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { sql } from 'kysely';
import type { PaymentLink } from './load-payment-link.ts';
import { lockPayment } from './lock-payment.ts';
import type { LinkEnd, PaymentDeps } from './payment-deps.ts';

/** Ends an unpaid link without a live attempt. Returns false when the link is paid, has ended or has a live attempt. */
export async function endLink(
  { db, clock, linkHandlers }: PaymentDeps,
  { id, purpose, number }: Pick<PaymentLink, 'id' | 'purpose' | 'number'>,
  end: LinkEnd,
): Promise<boolean> {
  const now = clock();
  return inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, { linkId: id });
    // another transaction may have started an attempt while this one waited for the lock
    if (payment?.status !== 'awaitingPayment' || payment.isTried) return false;
    await writeInOneStatement(tx, [
      sql`update payment_link set status = ${end.to}, closed_at = ${now} where id = ${id}`,
      ...linkHandlers[purpose].onEnded(number, end, now),
      ...auditEntry(end.by, now, {
        action: 'cancel',
        subject: `${purpose} ${number}`,
        detail: { from: payment.status },
      }),
    ]);
    return true;
  });
}
