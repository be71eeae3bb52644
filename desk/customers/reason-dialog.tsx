import { useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import { customerBounds, type lockBody } from '#contract/desk/orders.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { withProof } from '#desk/api/prove.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';

const noReason = { reason: '' };

/** Asks for a reason, which is saved as a note, then runs the action after a proof of identity. */
export function ReasonDialog({
  about,
  title,
  explanation,
  action,
  done,
  schema,
  send,
  onClose,
  again,
}: {
  /** The customer and the act, as the key of the kept reason. */
  about: string;
  title: string;
  explanation: string;
  action: string;
  done: string;
  schema: typeof lockBody;
  send: (body: { reason: string }) => Promise<void>;
  onClose: () => void;
  again: () => Promise<void>;
}) {
  const { id: me } = useOutletContext<Me>();
  const { busy, field, form } = useSendForm({
    name: `reason-${me}-${about}`,
    initial: noReason,
    schema,
    fields: ['reason'],
    keeps: true,
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
          hint="The reason is saved as a note. Customers don’t see the note, but an export of their data includes it."
          max={customerBounds.reason.max}
        />
        <FormButtons busy={busy} onClose={onClose}>
          {action}
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}
