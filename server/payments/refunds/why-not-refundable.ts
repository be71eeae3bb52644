import { currency } from '#contract/money.ts';
import type { LockedPayment } from '#server/payments/lock-payment.ts';

/** Why nothing of an order or a deposit can be refunded now, as a sentence for staff. */
export function whyNotRefundable(payment: LockedPayment): string {
  const { purpose, status, amount, refunded, disputed, captured, chargedBackAt, cards, isTried } = payment;
  if (payment.currency !== currency)
    return `This payment is in ${payment.currency.toUpperCase()}, not in the shop’s currency. Refund it in the provider’s dashboard.`;
  if (chargedBackAt !== null)
    return 'A dispute was lost, so the bank has returned the money to the customer.';
  if (disputed > 0n || cards.some(({ isDisputed }) => isDisputed))
    return 'A dispute is open. Until the banks decide, nothing can be refunded.';
  if (purpose === 'order' && refunded >= amount) return 'The whole amount has already been refunded.';
  if (status !== 'paid' && isTried) return 'The payment is still processing.';
  if (captured === 0n && status !== 'paid') return 'Nothing has been paid.';
  return cards.some(({ room }) => room > 0n)
    ? 'The customer has already used this money.'
    : 'All of this money has already been returned.';
}
