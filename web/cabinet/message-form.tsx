import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fileBounds } from '#contract/files.ts';
import type { StoredFile } from '#contract/file-ids.ts';
import type { answerBody } from '#contract/fulfilment.ts';
import { ApiError } from '#ui/api-error.ts';
import { fieldId } from '#ui/error-summary.tsx';
import { FileField } from '#ui/file-field.tsx';
import { FileList } from '#ui/file-list.tsx';
import { dropFormDraft, keepFormDraft, readFormDraft } from '#ui/form-drafts.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { customerUploads, fetchFileBytes } from '#web/api/file-calls.ts';

const initial = { text: '' };
type Kept = { files: StoredFile[] };
const noFiles: Kept = { files: [] };

/** The uploaded files that go with a text, kept in this tab until it was sent. */
function useFiles(form: string) {
  const name = `${form}-files`;
  const [files, setFiles] = useState<StoredFile[]>([]);
  const latest = useRef(files);
  useEffect(() => {
    const { files: kept = [] } = readFormDraft(name, noFiles);
    latest.current = kept;
    setFiles(kept);
  }, [name]);
  const change = (next: StoredFile[]) => {
    latest.current = next;
    setFiles(next);
    keepFormDraft(name, noFiles, { files: next });
  };
  return {
    files,
    add: (file: StoredFile) => change([...latest.current, file]),
    remove: async ({ id }: StoredFile) => {
      change(latest.current.filter((file) => file.id !== id));
      // one that stays behind is deleted after a week anyway
      await customerUploads.remove(id).catch(() => undefined);
    },
    drop: () => dropFormDraft(name),
  };
}

/** A message to the shop about one line, with its button. Keeps the typed text until it was sent. */
export function MessageForm({
  name,
  label,
  hint,
  schema,
  button,
  busyText,
  onSend,
  children,
}: {
  /** The key of the stored text: unique per form. */
  name: string;
  label: string;
  hint?: string;
  schema: typeof answerBody;
  button: string;
  busyText: string;
  /** `files`: the IDs of the files that go with the text. */
  onSend: (text: string, files: string[]) => Promise<void>;
  children?: ReactNode;
}) {
  const [pending, setPending] = useState(0);
  const { files, add, remove, drop } = useFiles(name);
  const { busy, field, form } = useSendForm({
    name,
    initial,
    schema,
    fields: ['text'],
    keeps: true,
    async send({ text }) {
      if (pending > 0) throw new ApiError('Wait until your files are uploaded, or cancel them.', 0);
      await onSend(
        text,
        files.map(({ id }) => id),
      );
      drop();
    },
  });
  return (
    <SendForm form={form} className="items-start gap-4">
      <div className="w-full">
        <TextArea {...field('text')} label={label} hint={hint} rows={4} max={5000} />
      </div>
      <FileField
        id={fieldId(name, 'files')}
        label="Files"
        optional
        error={form.summary.errors['files']?.[0]}
        by="customer"
        calls={customerUploads}
        count={files.length}
        most={fileBounds.atOnce}
        onAdd={add}
        onPending={setPending}
      >
        <FileList
          files={files}
          fetchBytes={fetchFileBytes}
          onRemove={remove}
          focusAfter={fieldId(name, 'files')}
        />
      </FileField>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText={busyText}>
          {button}
        </Button>
        {children}
      </div>
    </SendForm>
  );
}
