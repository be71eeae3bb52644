import { useEffect, useRef, useState } from 'react';
import { type fileEndings, fileBounds } from '#contract/files/files.ts';
import type { StoredFile } from '#contract/files/file-ids.ts';
import { ApiError } from './api-error.ts';
import { fieldId } from './error-summary.tsx';
import { FileField } from './file-field.tsx';
import { FileList } from './file-list.tsx';
import { dropFormDraft, keepFormDraft, readFormDraft } from './form-drafts.ts';
import type { UploadCalls } from './send-in-parts.ts';

type Kept = { files: StoredFile[] };
const noFiles: Kept = { files: [] };

/** `by`: who uploads, which decides the allowed file types. `calls` upload and remove a file; `fetchBytes` downloads it. */
export type FileSender = {
  by: keyof typeof fileEndings;
  calls: UploadCalls;
  fetchBytes: (id: string) => Promise<Uint8Array<ArrayBuffer>>;
};

/** The uploaded files of a form's text, kept in this tab until they are sent, and their field. */
export function useSentFiles(form: string, { by, calls, fetchBytes }: FileSender) {
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
    // if this fails, the file is deleted after a week anyway
    await calls.remove(id).catch(() => undefined);
  };
  const id = fieldId(form, 'files');
  return {
    /**
     * Returns the files' IDs.
     * @throws ApiError while a file is still uploading
     */
    take(): string[] {
      if (pending > 0) throw new ApiError('Wait until your files are uploaded, or cancel them.', 0);
      return latest.current.map((file) => file.id);
    },
    /** The files that are added now. */
    now: (): StoredFile[] => latest.current,
    /** Adds the files of an undone message to those added since. */
    restore: (undone: readonly StoredFile[]) => change([...undone, ...latest.current]),
    /** Clears the files after they were sent. */
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
        by={by}
        calls={calls}
        count={files.length}
        most={fileBounds.atOnce}
        onAdd={(file) => change([...latest.current, file])}
        onPending={setPending}
      >
        <FileList files={files} fetchBytes={fetchBytes} onRemove={remove} focusAfter={id} />
      </FileField>
    ),
  };
}
