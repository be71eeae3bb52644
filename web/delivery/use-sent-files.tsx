import { useEffect, useRef, useState } from 'react';
import { fileBounds } from '#contract/files.ts';
import type { StoredFile } from '#contract/file-ids.ts';
import { ApiError } from '#ui/api-error.ts';
import { fieldId } from '#ui/error-summary.tsx';
import { FileField } from '#ui/file-field.tsx';
import { FileList } from '#ui/file-list.tsx';
import { dropFormDraft, keepFormDraft, readFormDraft } from '#ui/form-drafts.ts';
import { customerUploads, fetchFileBytes } from '#web/api/file-calls.ts';

type Kept = { files: StoredFile[] };
const noFiles: Kept = { files: [] };

/** The uploaded files that go with a form's text, kept in this tab until it was sent, and their field. */
export function useSentFiles(form: string) {
  const name = `${form}-files`;
  const [files, setFiles] = useState<StoredFile[]>([]);
  const [pending, setPending] = useState(0);
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
  const remove = async ({ id }: StoredFile) => {
    change(latest.current.filter((file) => file.id !== id));
    // one that stays behind is deleted after a week anyway
    await customerUploads.remove(id).catch(() => undefined);
  };
  const id = fieldId(form, 'files');
  return {
    /** The files' IDs. @throws ApiError while one is still uploading */
    take(): string[] {
      if (pending > 0) throw new ApiError('Wait until your files are uploaded, or cancel them.', 0);
      return latest.current.map((file) => file.id);
    },
    /** After they were sent. */
    forget() {
      latest.current = [];
      setFiles([]);
      dropFormDraft(name);
    },
    field: (error: string | undefined) => (
      <FileField
        id={id}
        label="Files"
        optional
        error={error}
        by="customer"
        calls={customerUploads}
        count={files.length}
        most={fileBounds.atOnce}
        onAdd={(file) => change([...latest.current, file])}
        onPending={setPending}
      >
        <FileList files={files} fetchBytes={fetchFileBytes} onRemove={remove} focusAfter={id} />
      </FileField>
    ),
  };
}
