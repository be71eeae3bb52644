import { useEffect, useRef, useState } from 'react';
import { mayCancel } from '#contract/storefront/lateness.ts';
import { formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { failureMessage } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { refreshBalance } from '#web/balance/refresh-balance.ts';
import { Button } from '#ui/button.tsx';
import { CardChoice } from '#ui/choices.tsx';
import { focusSoon } from '#ui/focus-soon.ts';
import { notify } from '#ui/snackbar.tsx';
import { orderHeadingId } from './order-title.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

const isPaid = ({ payment }: Order): boolean =>
  payment.status === 'paid' || payment.status === 'partiallyRefunded';

/** Whether the order can be canceled: while it is unpaid, before work begins, or when work is very late. */
export const canCancel = (order: Order, now: Date | undefined): boolean =>
  order.payment.status === 'awaitingPayment' ||
  (isPaid(order) && now !== undefined && mayCancel(order.lines, now));

/** The destination of a refund to the original payment methods, as text. */
function wayBack({ payment, currency }: Order): string {
  const { paidByCard, paidFromBalance, refunded } = payment;
  if (paidFromBalance === 0) return 'To your original payment method';
  if (refunded > 0) return 'Part to your original payment method, and part to your balance';
  return `${formatMoney(paidByCard, currency)} to your original payment method and ${formatMoney(paidFromBalance, currency)} to your balance`;
}

type RefundTo = 'original' | 'balance';

export function CancelOrder({ order, onChanged }: { order: Order; onChanged: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const { busy, begin, end } = useOneAtATime();
  const [refundTo, setRefundTo] = useState<RefundTo>('original');
  const opener = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  // The pressed button has disappeared: the focus moves to the question, and later back to the button.
  useEffect(() => {
    if (isAsking) question.current?.focus();
    else if (wasAsking.current) opener.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const paid = isPaid(order);
  const hasChoice = paid && order.payment.paidByCard > 0;
  const cancel = async () => {
    if (!begin()) return;
    try {
      await callApi('cancelOrder', {
        params: { number: order.number },
        ...(paid ? { query: { refundTo } } : {}),
      });
      void refreshBalance();
      notify({
        message: paid ? 'Order canceled. We’ll email you about your refund.' : 'Order canceled',
      });
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    await onChanged();
    end();
    setAsking(false);
    focusSoon(orderHeadingId(order.number));
  };
  if (!isAsking)
    return (
      <button ref={opener} type="button" className="link min-h-11 text-muted" onClick={() => setAsking(true)}>
        Cancel this order
      </button>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only hears Escape, which its buttons answer, too
    <div
      ref={question}
      tabIndex={-1}
      role="group"
      aria-label="Cancel this order?"
      onKeyDown={({ key }) => key === 'Escape' && !busy && setAsking(false)}
      className="note w-full max-w-[34rem] py-1"
    >
      <p>
        {!paid &&
          `The payment link will stop working, and you won’t owe anything.${
            order.payment.reserved > 0
              ? ` The ${formatMoney(order.payment.reserved, order.currency)} we reserved will be back in your balance right away.`
              : ''
          }`}
        {paid && !hasChoice && 'You’ll get a full refund to your balance.'}
        {hasChoice && 'You’ll get a full refund. Where should it go?'}
      </p>
      {hasChoice && (
        <div className="mt-3 flex flex-col gap-2">
          <CardChoice
            type="radio"
            name="refund-to"
            checked={refundTo === 'original'}
            onChecked={() => setRefundTo('original')}
            title={wayBack(order)}
            hint={`${order.payment.paidFromBalance > 0 ? 'The part for your balance arrives right away. The rest' : 'The refund'} can take 5 to 10 business days to show up.`}
          />
          <CardChoice
            type="radio"
            name="refund-to"
            checked={refundTo === 'balance'}
            onChecked={() => setRefundTo('balance')}
            title="To your balance"
            hint="Right away. If that would take your balance over its limit, the rest goes back to your original payment method."
          />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button small busy={busy} busyText="Canceling" onClick={() => void cancel()}>
          Cancel the order
        </Button>
        <Button small look="quiet" onClick={() => setAsking(false)}>
          Keep the order
        </Button>
      </div>
    </div>
  );
}
