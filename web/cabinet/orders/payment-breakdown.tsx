import { formatMoney } from '#contract/money.ts';
import { type Order, paidRows } from '#contract/storefront/orders.ts';

/** The payments of an order, its refunds, and the chargeback after a lost dispute. */
export function PaymentBreakdown({
  payment,
  currency,
  formatDate,
}: {
  payment: Order['payment'];
  currency: string;
  formatDate: (instant: string) => string;
}) {
  return paidRows(payment, formatDate).map(([what, amount]) => (
    <div key={what} className="flex justify-between gap-4 text-muted">
      <dt className="font-normal">{what}</dt>
      <dd>{formatMoney(amount, currency)}</dd>
    </div>
  ));
}
