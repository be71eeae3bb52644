import { formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { Button } from '#ui/button.tsx';
import { deadlineWords } from '#web/cabinet/format-time.ts';
import { hasEndedDisputed, hasWorkLeft } from './next-step.ts';

/** Whether the order ended without a payment. */
export const isUnpaidForGood = ({ payment }: Order): boolean =>
  payment.status === 'expired' || payment.status === 'cancelled';

export const orderAgainWords = ({ lines }: Order): string =>
  lines.length > 1 ? 'Order everything again' : 'Order again';

/** What the payment's state means for the customer, with the next step. */
export function PaymentNotice({ order, onOrderAgain }: { order: Order; onOrderAgain: () => void }) {
  const { payment, lines, amount, currency } = order;
  if (payment.status === 'awaitingPayment' && payment.paymentLink)
    return (
      <div className="note flex flex-wrap items-center justify-between gap-4 py-1">
        <p className="max-w-[32rem]">
          Pay by <strong>{deadlineWords(payment.expiresAt)}</strong> to start this order. After that, the
          order expires and you owe nothing.
          {payment.reserved > 0 &&
            ` We’ve reserved ${formatMoney(payment.reserved, currency)} of your balance for this order.`}
        </p>
        <a className="button button-primary" href={localPath(payment.paymentLink)}>
          {payment.reserved > 0 ? 'Pay the remaining' : 'Pay'}{' '}
          {formatMoney(amount - payment.reserved, currency)}
        </a>
      </div>
    );
  if (isUnpaidForGood(order))
    return (
      <div className="note flex flex-wrap items-center justify-between gap-4 py-1">
        <p className="max-w-[32rem]">
          {payment.status === 'expired'
            ? 'This order expired because it wasn’t paid in time, and you owe nothing.'
            : 'This order was canceled before it was paid, and you owe nothing.'}
        </p>
        <Button onClick={() => onOrderAgain()}>{orderAgainWords(order)}</Button>
      </div>
    );
  if (payment.status !== 'disputed') return null;
  const undelivered = lines.filter(({ work }) => work.versions === 0).length;
  return (
    <div className="note py-1">
      <p>
        {hasEndedDisputed(order)
          ? `Your bank reversed the payment, and the order has ended.${undelivered === 0 ? '' : undelivered === lines.length ? ' We won’t deliver the work.' : ' We won’t deliver the rest.'}`
          : `Your bank has put the payment on hold${hasWorkLeft(order) ? ', so we’ve paused work until the banks decide' : ' until the banks decide'}. If you didn’t mean to dispute the payment, tell your bank and contact us.`}
      </p>
    </div>
  );
}

/** The link as a path of this site, whatever origin the shop had when it was created. */
function localPath(link: string): string {
  try {
    const { pathname, search } = new URL(link);
    return pathname + search;
  } catch {
    return link;
  }
}
