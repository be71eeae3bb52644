import { useState } from 'react';
import { formatDay } from '#contract/delivery-date.ts';
import { moveDueBody } from '#contract/desk/bulk.ts';
import { workBounds } from '#contract/desk/work.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';
import * as z from 'zod/mini';

const form = z.omit(moveDueBody, { lines: true });
type Moved = z.output<typeof form>;

/** Asks for another due date and its reason. What was typed is kept until it is sent. */
export function MoveDueDialog({
  name,
  title,
  dueOn,
  onSend,
  onClose,
}: {
  /** The key of the kept text: has the person's ID, and the line if there is one. */
  name: string;
  title: string;
  /** The current due date (ISO date); null for lines with different ones. */
  dueOn: string | null;
  onSend: (moved: Moved) => Promise<void>;
  onClose: () => void;
}) {
  const [initial] = useState(() => ({ dueOn: dueOn ?? '', reason: '' }));
  const {
    busy,
    field,
    form: sending,
  } = useSendForm({
    name,
    initial,
    schema: form,
    fields: ['dueOn', 'reason'],
    keeps: true,
    async send(moved) {
      await onSend(moved);
      onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose} isSentByKey>
      <p>
        The customer gets an email if the new date is later. Refunds and cancellations for late work still
        depend on the original due date.
      </p>
      <SendForm form={sending} className="gap-4">
        <TextField
          {...field('dueOn')}
          type="date"
          label="New due date"
          hint={
            dueOn === null
              ? 'Choose a business day.'
              : `Choose a business day. The current due date is ${formatDay(dueOn)}.`
          }
          autoComplete="off"
        />
        <TextArea
          {...field('reason')}
          label="Reason"
          hint="The customer will see this reason."
          max={workBounds.reason.max}
          rows={3}
        />
        <FormButtons busy={busy} busyText="Moving" onClose={onClose}>
          Move the due date
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}
