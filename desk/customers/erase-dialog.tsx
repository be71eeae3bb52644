import { type DeskCustomer, eraseBody } from '#contract/desk-orders.ts';
import { Button } from '#ui/button.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { Dialog } from '#desk/frame/dialog.tsx';

const nothing = { confirm: '' };

/** Asks for the customer's address before their data is erased for good. */
export function EraseDialog({
  customer: { id, name, email },
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
      notify({ message: 'Data erased.' });
      onClose();
      await again();
    },
  });
  return (
    <Dialog title={`Erase the data of ${name}?`} onClose={onClose}>
      <p>
        Their name, street address, briefs, files, reports, messages, notes and drafts are erased for good,
        and they can’t log in again. Orders and payments stay on the books without a name, with country, state
        and postal code for taxes. Delivered work stays, too. This can’t be undone.
      </p>
      <p>You can’t do this until the balance is zero and no payment link is open.</p>
      <SendForm form={form} className="gap-4">
        <TextField
          {...field('confirm')}
          label="Type their email address"
          hint={email}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} busyText="Erasing">
            Erase for good
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </SendForm>
    </Dialog>
  );
}
