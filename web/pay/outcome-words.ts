import { formatMoney } from '#contract/money.ts';
import type { PaymentPage } from '#contract/storefront/payments.ts';
import { stageOf } from './payment-state.ts';

const notMeant = 'If you didn’t mean to dispute the payment, tell your bank and contact us.';
export const chargebackWords = {
  disputed: {
    order: `Your bank has put the payment on hold. We’ve paused any remaining work until the banks decide. ${notMeant}`,
    deposit: `Your bank has put the payment on hold. The unspent part of this deposit is also on hold until the banks decide. ${notMeant}`,
  },
  chargedBack: {
    order: 'Your bank returned the payment to you. The order has ended, and you don’t owe anything for it.',
    deposit:
      'Your bank returned the payment to you, and we’ve deducted it from your balance, including any part you’d already spent.',
  },
};

export function refundLabels({ paid, currency }: PaymentPage): string {
  const { refundedToCard = 0, refundedToBalance = 0, isRefundPending = false } = paid ?? {};
  const parts = [
    ...(refundedToCard > 0
      ? [
          `${formatMoney(refundedToCard, currency)} to your original payment method${isRefundPending ? ' (it can take 5 to 10 business days to show up)' : ''}`,
        ]
      : []),
    ...(refundedToBalance > 0 ? [`${formatMoney(refundedToBalance, currency)} to your balance`] : []),
  ];
  if (parts.length === 0) return 'You don’t owe anything.';
  return `${isRefundPending ? 'We’re refunding' : 'We refunded'} ${parts.join(', and ')}. You don’t owe anything.`;
}

/** What a payment did, in words. Amounts are for the owner; anyone else with the link reads only that it is paid. */
export function paidWords({ purpose, lines, amount, currency, paid }: PaymentPage): string {
  if (!paid) return purpose === 'deposit' ? 'This deposit is paid.' : 'This order is paid.';
  if (purpose === 'deposit')
    return `We’ve received your payment of ${formatMoney(amount, currency)} and added it to your balance.`;
  const from =
    paid.byCard === 0
      ? ' from your balance'
      : paid.fromBalance === 0
        ? ''
        : `, ${formatMoney(paid.fromBalance, currency)} of it from your balance`;
  const extra =
    paid.toBalance === 0
      ? ''
      : ` We also received ${formatMoney(paid.toBalance, currency)} online and added it to your balance.`;
  const forOrder = extra === '' ? '' : ' for this order';
  return `You’ve paid ${formatMoney(amount, currency)}${forOrder}${from}.${extra} ${stageWords[stageOf(lines)]}`.trim();
}

const stageWords = {
  begun: '',
  question: 'We have a question about your order. The delivery clock is paused until you answer.',
  working: 'We’re working on your order.',
  partlyDelivered: 'Part of your order is ready; we’re working on the rest.',
  review: 'Your order is ready.',
  ended: 'This order is complete.',
};
