import type { LinkStatus, PaymentPage } from '#contract/payments.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Kysely } from 'kysely';
import { spendable } from '#server/ledger/available-balance.ts';
import { findPayable, type Payable, receivedBefore } from './find-payable.ts';

function statusOf(link: Payable): LinkStatus {
  const { status, attempt_status, refunded, amount, is_disputed, is_charged_back } = link;
  if (status === 'awaitingPayment' && attempt_status === 'processing') return 'processing';
  if (is_charged_back) return 'chargedBack';
  if (is_disputed) return 'disputed';
  // an order whose whole price was given back: nothing counts as given back of a deposit
  return refunded === amount ? 'cancelled' : status;
}

/**
 * What a payment link asks for. Nothing personal, for whoever holds the link may see it; its owner also sees what the
 * balance could pay.
 * @throws ProblemReply 404 for an unknown token.
 */
export async function showPayment(
  db: Kysely<Schema>,
  token: string,
  customerId: bigint | undefined,
): Promise<PaymentPage> {
  const link = await findPayable(db, { token });
  const isOpen = link.status === 'awaitingPayment';
  return {
    purpose: link.purpose,
    number: link.number,
    lines: link.lines.map(({ title, amount, days }) => ({ title, amount, days })),
    amount: Number(link.amount),
    received: isOpen ? Number(receivedBefore(link)) : 0,
    ...(isOpen && link.purpose === 'order' && customerId === link.customer_id
      ? { balance: Number(spendable(link)) }
      : {}),
    currency: link.currency,
    status: statusOf(link),
    hasFailed: isOpen && link.attempt_id === null && link.has_failed,
    expiresAt: link.expires_at.toISOString(),
  };
}
