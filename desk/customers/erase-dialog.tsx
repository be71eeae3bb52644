import { type DeskCustomer, eraseBody } from '#contract/desk/orders.ts';
import { Button } from '#ui/button.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';

const nothing = { confirm: '' };

/** Requires typing the customer's email address before their data is erased permanently. */
export function EraseDialog({
  customer: { id, name, email, whyNotErase },
  onClose,
  again,
}: {
  customer: DeskCustomer;
  onClose: () => void;
  again: () => Promise<void>;
}) {
  const { busy, field, form } = useSendForm({
    name: 'erase',
    initial: nothing,
    schema: eraseBody,
    fields: ['confirm'],
    async send(body) {
      await withProof(() => callDesk('eraseCustomer', { params: { id }, body }));
      notify({ message: 'The customer’s data has been erased.' });
      onClose();
      await again();
    },
  });
  if (whyNotErase !== null)
    return (
      <Dialog title={`${name}’s data can’t be erased yet`} onClose={onClose}>
        <p>{whyNotErase}</p>
        <Button look="quiet" className="self-start" onClick={onClose}>
          Close
        </Button>
      </Dialog>
    );
  return (
    <Dialog title={`Erase ${name}’s data?`} onClose={onClose}>
      <p>
        This permanently erases the customer’s name, email address, street address, briefs, files, reports,
        messages, notes and drafts. They won’t be able to log in again. Orders, payments and delivered work
        are kept without a name. For tax purposes, each order keeps the country, state and postal code. This
        can’t be undone.
      </p>
      <SendForm form={form} className="gap-4">
        <TextField
          {...field('confirm')}
          label="To confirm, type the customer’s email address"
          hint={email}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
        />
        <FormButtons busy={busy} busyText="Erasing" onClose={onClose}>
          Erase permanently
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}
