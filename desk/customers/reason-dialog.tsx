import { customerBounds, type lockBody } from '#contract/desk-orders.ts';
import { Button } from '#ui/button.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { withProof } from '#desk/api/prove.ts';
import { Dialog } from '#desk/frame/dialog.tsx';

const noReason = { reason: '' };

/** Asks for a reason, which is kept as a note, and does it with a proof. */
export function ReasonDialog({
  title,
  explanation,
  action,
  done,
  schema,
  send,
  onClose,
  again,
}: {
  title: string;
  explanation: string;
  action: string;
  done: string;
  schema: typeof lockBody;
  send: (body: { reason: string }) => Promise<void>;
  onClose: () => void;
  again: () => Promise<void>;
}) {
  const { busy, field, form } = useSendForm({
    name: 'reason',
    initial: noReason,
    schema,
    fields: ['reason'],
    async send(body) {
      await withProof(() => send(body));
      notify({ message: done });
      onClose();
      await again();
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{explanation}</p>
      <SendForm form={form} className="gap-4">
        <TextArea
          {...field('reason')}
          label="Reason"
          hint="Saved as a note. Customers don’t see it, but it’s part of an export of their data."
          max={customerBounds.reason.max}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            {action}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </SendForm>
    </Dialog>
  );
}
