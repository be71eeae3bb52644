import { useState } from 'react';
import { useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import * as z from 'zod/mini';
import { adjustBody, customerBounds, type DeskCustomer } from '#contract/desk/orders.ts';
import { formatMoney } from '#contract/money.ts';
import { amountProblem, parseAmount } from '#contract/parse-amount.ts';
import { ApiError } from '#ui/api-error.ts';
import { RadioChips } from '#ui/choices.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';
import { askedMessage, isAbove, limitLeftWords } from '#desk/frame/limit-words.ts';
import { NoteField } from '#desk/frame/note-field.tsx';
import { useRequestId } from '#desk/work/use-request-id.ts';

type Direction = 'credit' | 'debit';
const nothing: { direction: Direction; amount: string; reason: string; note: string } = {
  direction: 'credit',
  amount: '',
  reason: '',
  note: '',
};
const directions: { value: Direction; label: string }[] = [
  { value: 'credit', label: 'Credit (add money)' },
  { value: 'debit', label: 'Debit (deduct money)' },
];
/** The typed amount is in units of the currency, such as dollars. */
const typedBody = z.strictObject({
  direction: adjustBody.shape.direction,
  amount: z.string().check(
    z.refine((typed) => parseAmount(typed.trim()) !== undefined, {
      error: amountProblem(),
    }),
  ),
  reason: adjustBody.shape.reason,
  note: adjustBody.shape.note,
});

/** Credits or debits the balance. */
export function AdjustDialog({
  customer: { id, name: customer, balance, adjustments },
  adjust,
  onClose,
  again,
}: {
  customer: DeskCustomer;
  adjust: NonNullable<DeskCustomer['adjust']>;
  onClose: () => void;
  again: () => Promise<void>;
}) {
  const { id: me } = useOutletContext<Me>();
  const name = `adjust-${me}-${id}`;
  const sendWithId = useRequestId(name);
  const [opened] = useState(adjustments);
  const [isTold, setTold] = useState(false);
  const { busy, field, form, set, latest } = useSendForm({
    name,
    initial: nothing,
    schema: typedBody,
    fields: ['direction', 'amount', 'reason', 'note'],
    keeps: true,
    async send({ amount, ...typed }) {
      const body = { ...typed, amount: Number(parseAmount(amount.trim())) };
      const seen = isTold ? adjustments : opened;
      const { approval } = await sendWithId((requestId) =>
        withProof(() => callDesk('adjustCustomer', { params: { id }, body: { ...body, requestId, seen } })),
      ).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.status === 409) {
          // shows the other person's adjustment; sending the form again then means that it was seen
          await again();
          setTold(true);
        }
        throw error;
      });
      notify({
        message:
          approval === null
            ? `${formatMoney(body.amount, balance.currency)} was ${body.direction === 'credit' ? 'credited to' : 'debited from'} the balance. The customer will get an email.`
            : askedMessage,
      });
      onClose();
      await again();
    },
  });
  const { direction, amount } = latest.current;
  const asks = isAbove(amount, adjust);
  return (
    <Dialog title={`Credit or debit ${customer}`} onClose={onClose}>
      <p>
        Available balance: {formatMoney(balance.available, balance.currency)}.{' '}
        {limitLeftWords(direction, adjust, {
          most: direction === 'credit' ? null : balance.available,
          currency: balance.currency,
        })}
      </p>
      <SendForm form={form} className="gap-4">
        <fieldset>
          <legend className="sr-only">Credit or debit</legend>
          <RadioChips
            id="adjust-direction"
            name="direction"
            options={directions}
            value={direction}
            onValue={(value) => set({ direction: value as Direction })}
          />
        </fieldset>
        <TextField
          {...field('amount')}
          label={`Amount (${balance.currency.toUpperCase()})`}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...field('reason')}
          label="Reason"
          hint="The customer will see this reason in an email and on their statement."
          max={customerBounds.reason.max}
          autoComplete="off"
        />
        <NoteField {...field('note')} />
        <FormButtons busy={busy} busyText="Saving" onClose={onClose}>
          {asks ? 'Request approval' : direction === 'credit' ? 'Add money' : 'Deduct money'}
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}
