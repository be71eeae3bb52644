import { formatMoney } from '#contract/money.ts';
import { balancePart, type PaymentPage, type WayToPay } from '#contract/storefront/payments.ts';
import { waysFor } from '#web/checkout/ways-to-pay.ts';

const fromBalance = (way: WayToPay, { amount, currency, balance = 0, received }: PaymentPage): number =>
  balancePart(way, { amount, available: balance, received, currency });

/** The payment methods for this payment, the usual one first. */
export function waysOf(payment: PaymentPage): WayToPay[] {
  const available = payment.purpose === 'order' ? (payment.balance ?? 0) : 0;
  // leaves out a method with the same effect as the first: money received before counts with every method
  return waysFor(payment.amount, available).filter(
    (way, index, [first]) => index === 0 || fromBalance(way, payment) !== fromBalance(first!, payment),
  );
}

const onProvidersPage =
  'online by card or another method on our payment provider’s page, then come back here. We never see your card number.';

/** Whether an unfinished attempt of this link reserves the whole balance. */
const isAllReserved = ({ reserved = 0, balance = 0 }: PaymentPage): boolean =>
  reserved > 0 && reserved >= balance;

/** Explains the balance that an unfinished attempt reserves, because the header shows the balance without it. */
const reserved = (payment: PaymentPage): string => {
  const { reserved = 0, currency } = payment;
  if (reserved === 0) return '';
  return isAllReserved(payment)
    ? ' Your whole balance is already reserved for this order.'
    : ` ${formatMoney(reserved, currency)} of your balance is already reserved for this order.`;
};

/** A method as its button names it, and what happens when it is pressed. */
export function wayWords(way: WayToPay, payment: PaymentPage): { button: string; what: string } {
  const { amount, currency } = payment;
  const held = formatMoney(fromBalance(way, payment), currency);
  const rest = formatMoney(amount - fromBalance(way, payment), currency);
  switch (way) {
    case 'balance':
      return {
        button: `Pay ${formatMoney(amount, currency)} from your balance`,
        what: `Your balance covers this order, so you can pay in one click.${reserved(payment)}`,
      };
    case 'both':
      return {
        button: `Pay ${held} from your balance, ${rest} online`,
        what: `${isAllReserved(payment) ? `${held} of your balance is reserved for this order.` : `You can pay ${held} from your balance.${reserved(payment)}`} You pay the other ${rest} ${onProvidersPage}`,
      };
    case 'card':
      return {
        button: `Pay ${formatMoney(payment.asked, currency)} online`,
        what: `You pay ${onProvidersPage}`,
      };
  }
}
