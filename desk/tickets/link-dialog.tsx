import { ticketEndpoints } from '#contract/desk/tickets.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';

const nothing = { to: '' };

/** Asks which order or customer a conversation is about. */
export function LinkDialog({
  onSend,
  onClose,
}: {
  onSend: (to: string | null) => Promise<void>;
  onClose: () => void;
}) {
  const { busy, field, form } = useSendForm({
    name: 'link-ticket',
    initial: nothing,
    schema: ticketEndpoints.linkTicket.body,
    fields: ['to'],
    async send({ to }) {
      await onSend(to);
      onClose();
    },
  });
  return (
    <Dialog title="Link this conversation" onClose={onClose} isSentByKey>
      <p>
        Only the team can see the link. The link doesn’t give anyone access to these messages or to an order.
      </p>
      <SendForm form={form} className="gap-4">
        <TextField {...field('to')} label="Order number, or customer’s email address" autoComplete="off" />
        <FormButtons busy={busy} busyText="Linking" onClose={onClose}>
          Link conversation
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}
