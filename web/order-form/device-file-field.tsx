import { fileBounds, lineProblem } from '#contract/files/files.ts';
import { ApiError } from '#ui/api-error.ts';
import { FileField } from '#ui/file-field.tsx';
import { FileList } from '#ui/file-list.tsx';
import { deviceUploads, readBytes } from '#web/stored-orders/device-files.ts';
import type { DeviceFile } from '#web/stored-orders/line-files.ts';

/**
 * The files of a brief, kept on this device until the order is placed. `given`: files that were chosen before this code was
 * loaded. `latest`: the newest files, also before they are rendered.
 */
export function DeviceFileField({
  id,
  hint,
  error,
  files,
  latest,
  given,
  onFiles,
  onPending,
}: {
  id: string;
  hint: string;
  error: string | undefined;
  files: readonly DeviceFile[];
  latest: { readonly current: readonly DeviceFile[] };
  given: readonly File[];
  onFiles: (files: DeviceFile[]) => void;
  /** Gets the number of files that are not stored yet. */
  onPending: (count: number) => void;
}) {
  return (
    <FileField
      id={id}
      label="Files"
      optional
      hint={hint}
      error={error}
      by="customer"
      calls={deviceUploads}
      count={files.length}
      most={fileBounds.onLine}
      given={given}
      onAdd={({ id: added, name, bytes }) => {
        const next = [...latest.current, { id: added, name, bytes }];
        const problem = lineProblem(next.reduce((sum, file) => sum + file.bytes, 0));
        if (problem !== undefined) throw new ApiError(`“${name}” wasn’t added. ${problem}`, 0);
        onFiles(next);
      }}
      onPending={onPending}
    >
      <FileList
        files={files}
        fetchBytes={readBytes}
        onRemove={(removed) => {
          onFiles(latest.current.filter((file) => file.id !== removed.id));
          return Promise.resolve();
        }}
        focusAfter={id}
      />
    </FileField>
  );
}
