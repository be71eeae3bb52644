import type { askBody, noteBody, resumeBody } from '#contract/desk/work.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';

const nothing = { text: '' };

/** Asks for a text and sends it. The typed text is kept until it was sent, also when the dialog closes or the session ends. */
export function SayDialog({
  name,
  title,
  explanation,
  label,
  action,
  schema,
  max,
  onSend,
  onClose,
}: {
  /** The key of the kept text: has the person's ID, the line and the act. */
  name: string;
  title: string;
  explanation: string;
  label: string;
  action: string;
  schema: typeof askBody | typeof noteBody | typeof resumeBody;
  max: number;
  onSend: (body: { text: string }) => Promise<void>;
  onClose: () => void;
}) {
  const { busy, field, form } = useSendForm({
    name,
    initial: nothing,
    schema,
    fields: ['text'],
    keeps: true,
    async send(body) {
      await onSend(body);
      onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose} isSentByKey>
      <p>{explanation}</p>
      <SendForm form={form} className="gap-4">
        <TextArea {...field('text')} label={label} max={max} rows={5} />
        <FormButtons busy={busy} busyText="Sending" onClose={onClose}>
          {action}
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}
