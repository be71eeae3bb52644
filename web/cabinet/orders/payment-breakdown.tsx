import { formatMoney } from '#contract/money.ts';
import { type Order, paidRows } from '#contract/storefront/orders.ts';

/** How the order was paid, later refunds, and what the bank returned. */
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
