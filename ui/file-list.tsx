import { Download } from 'lucide';
import { sizeWords } from '#contract/files/files.ts';
import type { StoredFile } from '#contract/files/file-ids.ts';
import { failureMessage } from './api-error.ts';
import { focusSoon } from './focus-soon.ts';
import { Icon } from './icon.tsx';
import { saveFile } from './save-file.ts';
import { notify } from './snackbar.tsx';
import { useOneAtATime } from './use-busy.ts';

type ListedFile = Pick<StoredFile, 'id' | 'name' | 'bytes'> & Partial<Pick<StoredFile, 'scan'>>;

/**
 * A list of files to download. `noteOf`: text after a file's size. `onRemove`: removes a file, where `canRemove` allows
 * it. `focusAfter`: ID of the element that gets the focus after a removal.
 */
export function FileList<File extends ListedFile>({
  files,
  fetchBytes,
  noteOf,
  canRemove = () => true,
  onRemove,
  focusAfter,
}: {
  files: readonly File[];
  fetchBytes: (id: string) => Promise<Uint8Array<ArrayBuffer>>;
  noteOf?: (file: File) => string;
  canRemove?: (file: File) => boolean;
  onRemove?: (file: File) => Promise<void>;
  focusAfter?: string;
}) {
  const { running: busy, begin, end } = useOneAtATime<string>();
  const run = async (id: string, work: () => Promise<void>) => {
    if (!begin(id)) return;
    try {
      await work();
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    end(id);
  };
  // application/octet-stream, so that the browser never displays the file
  const download = ({ id, name }: File) =>
    run(id, async () =>
      saveFile({ name, mediaType: 'application/octet-stream', content: await fetchBytes(id) }),
    );
  if (files.length === 0) return null;
  return (
    <ul className="flex flex-col">
      {files.map((file) => (
        <li key={file.id} className="flex items-start justify-between gap-4 border-b border-hairline py-1">
          <div className="min-w-0">
            {file.scan === 'infected' ? (
              <p dir="auto" className="py-2.5 wrap-anywhere">
                {file.name}
              </p>
            ) : (
              <button
                type="button"
                className="link inline-flex min-h-11 items-center gap-2 text-left"
                aria-disabled={busy === file.id || undefined}
                onClick={() => void download(file)}
              >
                <Icon of={Download} size={18} className="flex-none" />
                <span className="sr-only">Download </span>
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {file.name}
                </span>
              </button>
            )}
            <p className="figures mb-1 text-small text-subtle">
              {[file.scan === 'infected' ? 'Deleted: it had a virus' : sizeWords(file.bytes), noteOf?.(file)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          {onRemove && canRemove(file) && (
            <button
              type="button"
              className="link min-h-11 flex-none"
              onClick={() =>
                void run(file.id, async () => {
                  await onRemove(file);
                  if (focusAfter !== undefined) focusSoon(focusAfter);
                })
              }
            >
              Remove<span className="sr-only"> {file.name}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
