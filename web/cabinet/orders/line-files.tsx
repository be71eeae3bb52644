import { useCallback, useEffect, useState } from 'react';
import type { CustomerFiles } from '#contract/files/file-bodies.ts';
import { fileBounds } from '#contract/files/files.ts';
import type { StoredFile } from '#contract/files/file-ids.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { FileField } from '#ui/file-field.tsx';
import { FileList } from '#ui/file-list.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { callApi } from '#web/api/call-api.ts';
import { customerUploads, fetchFileBytes } from '#web/api/file-calls.ts';
import { formatDate } from '#web/cabinet/format-time.ts';

type CustomerFile = CustomerFiles['files'][number];

const kindWords = ({ kind, version, addedAt }: CustomerFile): string => {
  const when = formatDate(addedAt);
  if (kind === 'answer') return `sent with your answer, ${when}`;
  return kind === 'revision'
    ? `sent with your revision request for version ${version}, ${when}`
    : `added ${when}`;
};

/** The customer's files of a line. Until its delivery, files of the brief can be added and removed. */
export function LineFiles({ number, position }: { number: string; position: number }) {
  const [found, setFound] = useState<CustomerFiles>();
  const [failure, setFailure] = useState<string>();
  const load = useCallback(async () => {
    try {
      setFound(await callApi('listFiles', { params: { number, position } }));
      setFailure(undefined);
    } catch (error) {
      setFailure(failureMessage(error));
    }
  }, [number, position]);
  useEffect(() => void load(), [load]);
  const add = async ({ id }: StoredFile) => {
    await callApi('addFiles', { params: { number, position }, body: { files: [id] } });
    await load();
  };
  const remove = async ({ id }: StoredFile) => {
    try {
      await callApi('removeFile', { params: { fileId: id } });
    } finally {
      await load();
    }
  };
  if (failure !== undefined && !found)
    return (
      <Notice kind="error" role="alert" title={failure}>
        <Button look="quiet" small className="mt-3" onClick={() => void load()}>
          Try again
        </Button>
      </Notice>
    );
  if (!found) return <Skeleton lines={2} label="Loading your files" />;
  const { files, mayChange } = found;
  const id = `files-${number}-${position}`;
  const list = (
    <FileList
      files={files}
      fetchBytes={fetchFileBytes}
      noteOf={kindWords}
      canRemove={({ kind }) => mayChange && kind === 'brief'}
      onRemove={remove}
      focusAfter={id}
    />
  );
  if (!mayChange)
    return files.length === 0 ? <p className="text-muted">You haven’t added any files.</p> : list;
  return (
    <FileField
      id={id}
      label="Files for our team"
      hint="Your logo, product photos, or any copy you already have."
      by="customer"
      calls={customerUploads}
      count={files.filter(({ kind }) => kind === 'brief').length}
      most={fileBounds.onLine}
      onAdd={add}
    >
      {list}
    </FileField>
  );
}
