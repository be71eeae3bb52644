import { useQueryClient } from '@tanstack/react-query';
import type { DeskLine } from '#contract/desk-work.ts';
import { fileBounds } from '#contract/files.ts';
import { FileField } from '#ui/file-field.tsx';
import { FileList } from '#ui/file-list.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { deskUploads, fetchDeskFile } from '#desk/api/file-calls.ts';

/** The files that go with the next delivery. */
export function DraftFiles({ line: { number, position, files, may } }: { line: DeskLine }) {
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: ['line', number, position] });
  const drafts = files.filter(({ kind }) => kind === 'draft');
  const canWrite = may.includes('write');
  const list = (
    <FileList
      files={drafts}
      fetchBytes={fetchDeskFile}
      noteOf={({ by }) => by}
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
      <section aria-label="Files of the delivery">
        <h3>Files</h3>
        {list}
      </section>
    );
  return (
    <FileField
      id="draft-files"
      label="Files to the customer"
      optional
      hint="They go with the delivery."
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
