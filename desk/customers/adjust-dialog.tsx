import { useState } from 'react';
import * as z from 'zod/mini';
import { adjustBody, customerBounds, type DeskCustomer } from '#contract/desk-orders.ts';
import { formatMoney } from '#contract/money.ts';
import { parseAmount } from '#contract/parse-amount.ts';
import { Button } from '#ui/button.tsx';
import { RadioChips } from '#ui/choices.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { Dialog } from '#desk/frame/dialog.tsx';

type Direction = 'credit' | 'debit';
const nothing: { direction: Direction; amount: string; reason: string } = {
  direction: 'credit',
  amount: '',
  reason: '',
};
const directions: { value: Direction; label: string }[] = [
  { value: 'credit', label: 'Credit: add money' },
  { value: 'debit', label: 'Debit: deduct money' },
];
/** The amount as it is typed, in units of the currency. */
const typedBody = z.strictObject({
  direction: adjustBody.shape.direction,
  amount: z.string().check(
    z.refine((typed) => parseAmount(typed.trim()) !== undefined, {
      error: 'Enter an amount like 20 or 64.50',
    }),
  ),
  reason: adjustBody.shape.reason,
});

/** What the person may still adjust, in words. */
function limitWords({ limit, used }: NonNullable<DeskCustomer['adjust']>, currency: string): string {
  if (limit === null) return 'You can adjust any amount.';
  return `You can adjust up to ${formatMoney(limit, currency)} for one customer in 24 hours; ${formatMoney(Math.max(0, limit - used), currency)} is left.`;
}

/** Credits or debits the balance. One dialog is one request: sent twice, it is booked once. */
export function AdjustDialog({
  customer: { id, name, balance },
  adjust,
  onClose,
  again,
}: {
  customer: DeskCustomer;
  adjust: NonNullable<DeskCustomer['adjust']>;
  onClose: () => void;
  again: () => Promise<void>;
}) {
  const [requestId] = useState(() => crypto.randomUUID());
  const { busy, field, form, set, latest } = useSendForm({
    name: 'adjust',
    initial: nothing,
    schema: typedBody,
    fields: ['direction', 'amount', 'reason'],
    async send({ amount, ...typed }) {
      const body = { ...typed, requestId, amount: Number(parseAmount(amount.trim())) };
      await withProof(() => callDesk('adjustCustomer', { params: { id }, body }));
      notify({ message: 'Done. The customer gets an email.' });
      onClose();
      await again();
    },
  });
  const { direction } = latest.current;
  return (
    <Dialog title={`Credit or debit ${name}`} onClose={onClose}>
      <p>
        {formatMoney(balance.available, balance.currency)} is available.{' '}
        {limitWords(adjust, balance.currency)}
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
          hint="The customer sees it in their email and statement."
          max={customerBounds.reason.max}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} busyText="Booking">
            {direction === 'credit' ? 'Add the money' : 'Deduct the money'}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </SendForm>
    </Dialog>
  );
}
