import { cancelBody, customerBounds, type DeskOrder, type deskRefundTo } from '#contract/desk-orders.ts';
import { formatMoney } from '#contract/money.ts';
import { Button } from '#ui/button.tsx';
import { RadioChips } from '#ui/choices.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { Dialog } from '#desk/frame/dialog.tsx';

type To = (typeof deskRefundTo)[number];
const nothing: { reason: string; refundTo: To } = { reason: '', refundTo: 'original' };
const ways: { value: To; label: string }[] = [
  { value: 'original', label: 'Back the way it was paid' },
  { value: 'balance', label: 'To their balance, right away' },
];

/** What the cancellation does, in words. */
function consequence({ paidAt, money, currency }: DeskOrder): string {
  if (paidAt === null)
    return 'It can no longer be paid. Nothing has been paid, so there’s nothing to refund. This can’t be undone.';
  const left = money.price - money.refunded;
  return `Work on every line ends, and ${formatMoney(left, currency)} is refunded. The customer gets an email. This can’t be undone.`;
}

/** Asks why an order is canceled and where the money goes. */
export function CancelDialog({
  order,
  onClose,
  again,
}: {
  order: DeskOrder;
  onClose: () => void;
  again: () => Promise<void>;
}) {
  const { number, paidAt } = order;
  const { busy, field, form, set, latest } = useSendForm({
    name: 'cancel',
    initial: nothing,
    schema: cancelBody,
    fields: ['reason', 'refundTo'],
    async send(body) {
      await withProof(() => callDesk('cancelDeskOrder', { params: { number }, body }));
      notify({ message: `${number} is canceled.` });
      onClose();
      await again();
    },
  });
  return (
    <Dialog title={`Cancel ${number}?`} onClose={onClose}>
      <p>{consequence(order)}</p>
      <SendForm form={form} className="gap-4">
        <TextArea
          {...field('reason')}
          label="Reason"
          hint="The customer sees it."
          max={customerBounds.reason.max}
        />
        {paidAt !== null && (
          <fieldset>
            <legend className="mb-2 font-semibold">Where does the money go?</legend>
            <RadioChips
              id="cancel-refundTo"
              name="refundTo"
              options={ways}
              value={latest.current.refundTo}
              onValue={(value) => set({ refundTo: value as To })}
            />
          </fieldset>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} busyText="Canceling">
            Cancel the order
          </Button>
          <Button look="quiet" onClick={onClose}>
            Keep the order
          </Button>
        </div>
      </SendForm>
    </Dialog>
  );
}
