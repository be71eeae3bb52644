import { useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import { cancelBody, customerBounds, type DeskOrder, type deskRefundTo } from '#contract/desk/orders.ts';
import { formatMoney } from '#contract/money.ts';
import { RadioChips } from '#ui/choices.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';

type To = (typeof deskRefundTo)[number];
const nothing: { reason: string; refundTo: To } = { reason: '', refundTo: 'original' };
const ways: { value: To; label: string }[] = [
  { value: 'original', label: 'To the original payment method' },
  { value: 'balance', label: 'To the customer’s balance, right away, up to the balance limit' },
];

/** What canceling the order causes, as text. */
function consequence({ paidAt, money, currency }: DeskOrder): string {
  if (paidAt === null)
    return 'The customer won’t be able to pay for this order. There’s no payment to refund. This can’t be undone.';
  const left = money.price - money.refunded;
  const refund = left === 0 ? 'there’s nothing left to refund' : `${formatMoney(left, currency)} is refunded`;
  return `Work on every line stops, and ${refund}. The customer will get an email. This can’t be undone.`;
}

/** Asks for the reason of a cancellation and the destination of the refund. */
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
  const { id: me } = useOutletContext<Me>();
  const { busy, field, form, set, latest } = useSendForm({
    name: `cancel-${me}-${number}`,
    initial: nothing,
    schema: cancelBody,
    fields: ['reason', 'refundTo'],
    keeps: true,
    async send(body) {
      await withProof(() => callDesk('cancelDeskOrder', { params: { number }, body }));
      notify({ message: `Order ${number} has been canceled.` });
      onClose();
      await again();
    },
  });
  return (
    <Dialog title={`Cancel order ${number}?`} onClose={onClose}>
      <p>{consequence(order)}</p>
      <SendForm form={form} className="gap-4">
        <TextArea
          {...field('reason')}
          label="Reason"
          hint="The customer will see this reason."
          max={customerBounds.reason.max}
        />
        {paidAt !== null && (
          <fieldset>
            <legend className="mb-2 font-semibold">How should the order be refunded?</legend>
            <RadioChips
              id="cancel-refundTo"
              name="refundTo"
              options={ways}
              value={latest.current.refundTo}
              onValue={(value) => set({ refundTo: value as To })}
            />
          </fieldset>
        )}
        <FormButtons busy={busy} busyText="Canceling" onClose={onClose} back="Keep order">
          Cancel order
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}
