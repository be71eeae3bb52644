import { formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';

/** How it was paid, and what was given back since. */
export function PaidRows({ payment, currency }: { payment: Order['payment']; currency: string }) {
  const rows: [string, number][] = [
    ['Paid from your balance', payment.paidFromBalance],
    ['Paid by card', payment.paidByCard],
    ['Refunded', payment.refunded],
  ];
  return rows
    .filter(([, amount]) => amount > 0)
    .map(([what, amount]) => (
      <div key={what} className="flex justify-between gap-4 text-muted">
        <dt className="font-normal">{what}</dt>
        <dd>{formatMoney(amount, currency)}</dd>
      </div>
    ));
}
