import { formatDay } from '#contract/delivery-date.ts';
import { formatMoney } from '#contract/money.ts';
import type { PaymentPage } from '#contract/storefront/payments.ts';
import { DeliveryTime } from '#ui/order-form/delivery-time.tsx';
import { useMinuteClock } from '#ui/use-minute-clock.ts';

/** A payment link's content: items with dates, total, payments and refunds. */
export function WhatIsPaid({ payment }: { payment: PaymentPage }) {
  const { lines, amount, currency, number, reserved = 0, paid } = payment;
  const now = useMinuteClock();
  return (
    <aside
      aria-label="Summary"
      className="figures rounded-b-sheet border border-t-[3px] border-hairline border-t-red-line bg-surface p-6"
    >
      <h2 className="mb-2 text-h3 tracking-[-0.012em]">
        {payment.purpose === 'deposit' ? 'Deposit' : 'Order'}{' '}
        <span translate="no" className="whitespace-nowrap">
          {number}
        </span>
      </h2>
      <dl>
        {lines.map((line, index) => (
          <div key={`${index}${line.title}`} className="flex justify-between gap-4 py-1.5">
            <dt className="min-w-0 font-normal wrap-anywhere">
              {line.title}
              {line.ordered !== null && <span className="block text-small text-subtle">{line.ordered}</span>}
              {payment.purpose === 'order' && (
                <span className="block text-small text-subtle">
                  <LineTime line={line} status={payment.status} now={now} />
                </span>
              )}
            </dt>
            <dd>{formatMoney(line.amount, currency)}</dd>
          </div>
        ))}
        <div className="mt-2.5 flex items-baseline justify-between gap-4 border-t border-hairline pt-3.5 font-display text-[1.5rem] leading-tight font-[650]">
          <dt className="font-[650]">Total</dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
        {reserved > 0 && (
          <>
            <SmallRow label="Reserved from your balance" amount={formatMoney(reserved, currency)} />
            <SmallRow label="Still to pay" amount={formatMoney(amount - reserved, currency)} />
          </>
        )}
        {paid && paid.fromBalance > 0 && (
          <SmallRow label="From your balance" amount={formatMoney(paid.fromBalance, currency)} />
        )}
        {paid && paid.byCard > 0 && <SmallRow label="Online" amount={formatMoney(paid.byCard, currency)} />}
        {paid && paid.toBalance > 0 && (
          <SmallRow
            label="Also online, added to your balance"
            amount={formatMoney(paid.toBalance, currency)}
          />
        )}
        {paid && paid.refundedToCard > 0 && (
          <SmallRow
            label={paid.isRefundPending ? 'Refund on its way' : 'Refunded online'}
            amount={formatMoney(paid.refundedToCard, currency)}
          />
        )}
        {paid && paid.refundedToBalance > 0 && (
          <SmallRow label="Refunded to your balance" amount={formatMoney(paid.refundedToBalance, currency)} />
        )}
      </dl>
    </aside>
  );
}

const SmallRow = ({ label, amount }: { label: string; amount: string }) => (
  <div className="flex justify-between gap-4 pt-1 text-small text-muted">
    <dt className="font-normal">{label}</dt>
    <dd>{amount}</dd>
  </div>
);

type LineAndStatus = { line: PaymentPage['lines'][number]; status: PaymentPage['status'] };

/** A line's delivery date, or its time until delivery, as far as known. */
function LineTime({ line, status, now }: LineAndStatus & { now: Date | undefined }) {
  if (status !== 'awaitingPayment') return <>{laterTime({ line, status })}</>;
  return (
    <>
      Delivery <DeliveryTime now={now} days={line.days} />
      {line.days > 0 && now && ' if you pay now'}
    </>
  );
}

function laterTime({ line: { days, dueOn, work }, status }: LineAndStatus) {
  // The delivery time starts when the payment arrives, on an unknown date.
  if (status === 'processing')
    return days === 0
      ? 'About a minute after payment'
      : `${days} business ${days === 1 ? 'day' : 'days'} after payment`;
  if (status !== 'paid' || work === null) return null;
  switch (work) {
    case 'waiting':
    case 'queued':
    case 'inProgress':
      if (days === 0) return 'In progress';
      return dueOn === null ? null : `Delivery by ${formatDay(dueOn)}`;
    case 'needsInfo':
      return 'Waiting for your answer';
    case 'revisionRequested':
      return 'Revision in progress';
    case 'delivered':
    case 'completed':
      return 'Delivered';
    case 'cancelled':
      return 'Canceled';
  }
}
