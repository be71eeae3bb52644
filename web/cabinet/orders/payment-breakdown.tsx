import { formatMoney } from '#contract/money.ts';
import { type Order, paidRows } from '#contract/storefront/orders.ts';

/** The payments of an order, what is still to pay of it, its refunds, and the chargeback after a lost dispute. */
export function PaymentBreakdown({
  order: { payment, amount: total, currency },
  formatDate,
}: {
  order: Pick<Order, 'payment' | 'amount' | 'currency'>;
  formatDate: (instant: string) => string;
}) {
  const rows = paidRows(payment, formatDate);
  if (payment.status === 'awaitingPayment' && payment.reserved > 0)
    rows.push(['Still to pay', total - payment.reserved]);
  return rows.map(([what, amount]) => (
    <div key={what} className="flex justify-between gap-4 text-muted">
      <dt className="font-normal">{what}</dt>
      <dd>{formatMoney(amount, currency)}</dd>
    </div>
  ));
}
