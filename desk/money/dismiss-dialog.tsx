import { useOutletContext } from 'react-router';
import { dismissalBounds, dismissalForm, type MoneyWaiting } from '#contract/desk/money.ts';
import type { Me } from '#contract/desk/staff.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';

const nothing = { note: '' };

/** Asks why a webhook event of an unknown payment can be dismissed. */
export function DismissDialog({
  event: { provider, eventId, type },
  again,
  onClose,
}: {
  event: MoneyWaiting['events']['rows'][number];
  again: () => Promise<void>;
  onClose: () => void;
}) {
  const { id: me } = useOutletContext<Me>();
  const { busy, field, form } = useSendForm({
    name: `dismiss-${me}-${eventId}`,
    initial: nothing,
    schema: dismissalForm,
    fields: ['note'],
    keeps: true,
    async send({ note }) {
      try {
        await callDesk('dismissEvent', { body: { provider, eventId, note } });
      } catch (error) {
        void again();
        throw error;
      }
      notify({ message: 'Event dismissed. It will reappear if the shop finds the payment it’s about.' });
      onClose();
      await again();
    },
  });
  return (
    <Dialog title="Dismiss this webhook event?" onClose={onClose} isSentByKey>
      <p>
        <span className="font-semibold wrap-anywhere">{type}</span>{' '}
        <span className="text-muted wrap-anywhere">{eventId}</span>
      </p>
      <p>
        The shop doesn’t know the payment that this event is about. First look up the payment in the
        provider’s dashboard.
      </p>
      <SendForm form={form} className="gap-4">
        <TextArea
          {...field('note')}
          label="Note"
          hint="Tell the team why nothing needs to be done."
          max={dismissalBounds.max}
        />
        <FormButtons busy={busy} busyText="Dismissing" onClose={onClose}>
          Dismiss
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}
