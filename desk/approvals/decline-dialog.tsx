import { useOutletContext } from 'react-router';
import { approvalEndpoints, type DeskApproval } from '#contract/desk/approvals.ts';
import { customerBounds } from '#contract/desk/orders.ts';
import type { Me } from '#contract/desk/staff.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';

const nothing = { note: '' };

/** Asks why a request is declined. */
export function DeclineDialog({
  approval: { id, askedBy },
  again,
  onClose,
}: {
  approval: DeskApproval;
  again: () => Promise<void>;
  onClose: () => void;
}) {
  const { id: me } = useOutletContext<Me>();
  const { busy, field, form } = useSendForm({
    name: `decline-${me}-${id}`,
    initial: nothing,
    schema: approvalEndpoints.declineApproval.body,
    fields: ['note'],
    keeps: true,
    async send(body) {
      await callDesk('declineApproval', { params: { id }, body });
      notify({ message: 'The request was declined.' });
      onClose();
      await again();
    },
  });
  return (
    <Dialog title="Decline this request?" onClose={onClose} isSentByKey>
      <SendForm form={form} className="gap-4">
        <TextArea
          {...field('note')}
          label="Note"
          hint={`${askedBy} will see this note. The customer won’t.`}
          max={customerBounds.reason.max}
        />
        <FormButtons busy={busy} busyText="Declining" onClose={onClose}>
          Decline request
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}
