import { formatMoney } from '#contract/money.ts';
import { type Order, paidRows } from '#contract/orders.ts';

/** How the order was paid, and later refunds. */
export function PaymentBreakdown({ payment, currency }: { payment: Order['payment']; currency: string }) {
  return paidRows(payment).map(([what, amount]) => (
    <div key={what} className="flex justify-between gap-4 text-muted">
      <dt className="font-normal">{what}</dt>
      <dd>{formatMoney(amount, currency)}</dd>
    </div>
  ));
}
