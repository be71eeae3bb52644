import { type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useSentFiles } from '#ui/use-sent-files.tsx';
import { fromCustomer } from '#web/api/file-calls.ts';

const initial = { text: '' };

/** A message to the shop about an order, with its button. Keeps the typed text until it is sent, and then empties the field. */
export function MessageForm({
  name,
  label,
  hint,
  schema,
  button,
  busyText,
  takesFiles = false,
  fold,
  onSend,
  children,
}: {
  /** The key of the stored text: unique per form. */
  name: string;
  label: string;
  hint?: string;
  schema: z.ZodMiniType;
  button: string;
  busyText: string;
  takesFiles?: boolean;
  /** Collapses the form under this summary. `isOpen`: expanded from the start. */
  fold?: { summary: string; isOpen: boolean };
  /** `files`: the IDs of the message's files. */
  onSend: (text: string, files: string[]) => Promise<void>;
  children?: ReactNode;
}) {
  const files = useSentFiles(name, fromCustomer);
  const { busy, field, form, set } = useSendForm({
    name,
    initial,
    schema,
    fields: ['text'],
    keeps: true,
    async send({ text }) {
      await onSend(text, files.take());
      files.forget();
      set(initial);
    },
  });
  const text = field('text');
  const [isOpen, setOpen] = useState(fold?.isOpen);
  const body = (
    <SendForm form={form} className="items-start gap-4">
      <div className="w-full">
        <TextArea {...text} label={label} hint={hint} rows={4} max={5000} />
      </div>
      {takesFiles && files.field(form.summary.errors['files']?.[0])}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText={busyText}>
          {button}
        </Button>
        {children}
      </div>
    </SendForm>
  );
  if (!fold) return body;
  return (
    <details
      className="group"
      open={isOpen || text.value !== ''}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="link inline-flex min-h-11 items-center font-semibold">{fold.summary}</summary>
      <div className="mt-3">{body}</div>
    </details>
  );
}
