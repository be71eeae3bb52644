import { useQueryClient } from '@tanstack/react-query';
import type { DeskLine } from '#contract/desk/work.ts';
import { fileBounds } from '#contract/files/files.ts';
import { FileField } from '#ui/file-field.tsx';
import { FileList } from '#ui/file-list.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { deskUploads, fetchDeskFile } from '#desk/api/file-calls.ts';
import { virusNote } from '#desk/work/virus-note.ts';

/** The files that go with the next delivery. */
export function DraftFiles({ line: { number, position, files, may } }: { line: DeskLine }) {
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: ['line', number, position] });
  const drafts = files.filter(({ kind }) => kind === 'draft');
  // without a scanner, files have no scan status to show
  const isScanned = drafts.some(({ scan }) => scan !== 'off');
  const canWrite = may.includes('write');
  const list = (
    <FileList
      files={drafts}
      fetchBytes={fetchDeskFile}
      noteOf={(file) => [file.by, isScanned ? virusNote(file) : ''].filter(Boolean).join(', ')}
      {...(canWrite
        ? {
            focusAfter: 'draft-files',
            async onRemove({ id }: { id: string }) {
              try {
                await deskUploads.remove(id);
              } finally {
                await again();
              }
            },
          }
        : {})}
    />
  );
  if (!canWrite)
    return drafts.length === 0 ? null : (
      <section aria-label="Delivery files">
        <h3>Files</h3>
        {list}
      </section>
    );
  return (
    <FileField
      id="draft-files"
      label="Files for the customer"
      optional
      hint="The customer gets these files with the delivery."
      by="staff"
      calls={deskUploads}
      count={drafts.length}
      most={fileBounds.onLine}
      onAdd={async ({ id }) => {
        await callDesk('addDraftFiles', { params: { number, position }, body: { files: [id] } });
        await again();
      }}
    >
      {list}
    </FileField>
  );
}
