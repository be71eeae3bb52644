import { useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { failureMessage } from '#web/api/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { workCalls } from '#web/api/work-calls.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/snackbar.tsx';

/** Free until work starts; what was paid goes back to the balance. */
export const canCancel = ({ payment, lines }: Order): boolean =>
  payment.status === 'awaitingPayment' ||
  (payment.status === 'paid' && lines.every(({ work }) => work.status === 'queued'));

export function CancelOrder({ order, onChanged }: { order: Order; onChanged: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const isPaid = order.payment.status === 'paid';
  const cancel = async () => {
    setBusy(true);
    try {
      await callApi(workCalls.cancelOrder, { params: { number: order.number } });
      notify({
        message: isPaid ? 'Cancelled. The money goes back to you: we email you where to.' : 'Cancelled',
      });
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    await onChanged();
    setBusy(false);
    setAsking(false);
  };
  if (!isAsking)
    return (
      <button type="button" className="link min-h-11 text-muted" onClick={() => setAsking(true)}>
        Cancel this order
      </button>
    );
  return (
    <div role="group" aria-label="Cancel this order?" className="note py-1">
      <p>
        {isPaid
          ? 'Work has not begun: the whole price goes back to your balance. What your balance cannot hold goes back to your card.'
          : 'Its payment link ends, and nothing is owed.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button small busy={busy} busyText="Cancelling" onClick={() => void cancel()}>
          Yes, cancel it
        </Button>
        <Button small look="quiet" onClick={() => setAsking(false)}>
          Keep it
        </Button>
      </div>
    </div>
  );
}
