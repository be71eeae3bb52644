import type { askBody, noteBody, resumeBody } from '#contract/desk-work.ts';
import { Button } from '#ui/button.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';

const nothing = { text: '' };

/** Asks for a text and sends it; stays open with what was typed when that fails. */
export function SayDialog({
  title,
  explanation,
  label,
  action,
  schema,
  max,
  onSend,
  onClose,
}: {
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
    name: 'say',
    initial: nothing,
    schema,
    fields: ['text'],
    async send(body) {
      await onSend(body);
      onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{explanation}</p>
      <SendForm form={form} className="gap-4">
        <TextArea {...field('text')} label={label} max={max} rows={5} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} busyText="Sending">
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
