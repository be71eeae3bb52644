import { day } from '#contract/durations.ts';
import { cleanFileName } from '#contract/files/files.ts';
import { ApiError } from '#ui/api-error.ts';
import { localStore } from '#ui/browser-storage.ts';
import { fileDatabase } from '#ui/form-drafts.ts';
import { newId } from '#ui/new-id.ts';
import type { UploadCalls } from '#ui/send-in-parts.ts';
import { waitingKey } from './line-files.ts';

/** How long a file is kept that no draft, cart or order names (ms): a removed cart line can come back. */
const unnamedFor = day;

/** `sent`: ID of the file at the server, once it is there. */
type KeptFile = { name: string; bytes: Uint8Array<ArrayBuffer>; sent?: string };

const answerOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('No answer')));
  });

/** Runs one request on the stored files, and waits until its result is stored. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(fileDatabase, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('files'));
  const database = await answerOf(opening);
  // a logout deletes the database
  database.addEventListener('versionchange', () => database.close());
  try {
    const work = database.transaction('files', mode);
    const isStored = new Promise<void>((resolve, reject) => {
      work.addEventListener('complete', () => resolve());
      work.addEventListener('abort', () => reject(work.error ?? new Error('The browser stored nothing')));
    });
    const [result] = await Promise.all([answerOf(request(work.objectStore('files'))), isStored]);
    return result;
  } finally {
    database.close();
  }
}

/** The file as it was chosen; undefined when it is no longer on this device. */
export const readKept = (id: string): Promise<KeptFile | undefined> =>
  inStore('readonly', (store) => store.get(id) as IDBRequest<KeptFile | undefined>).catch(() => undefined);

export const keepFile = (id: string, file: KeptFile): Promise<unknown> =>
  inStore('readwrite', (store) => store.put(file, id));

export const forgetFile = (id: string): Promise<unknown> =>
  inStore('readwrite', (store) => store.delete(id)).catch(() => undefined);

/** An ID begins with the time at which its file was chosen. */
const timeOf = (id: string) => Number.parseInt(id.split('-')[0]!, 36);

/** Deletes files that no draft, cart or order names. */
async function forgetUnnamed(): Promise<void> {
  const named = ['drafts', 'orders', waitingKey].map((key) => localStore.getItem(key) ?? '').join(' ');
  for (const id of await inStore('readonly', (store) => store.getAllKeys()))
    if (typeof id === 'string' && timeOf(id) < Date.now() - unnamedFor && !named.includes(id))
      await forgetFile(id);
}

/** @throws ApiError for a file that is no longer on this device */
export async function readBytes(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await readKept(id);
  if (!kept) throw new ApiError('This file is no longer on this device. Remove it, then add it again.', 0);
  return kept.bytes;
}

const names = new Map<string, string>();
/** Keeps a chosen file on this device in one part, in the form in which fields send files to the server. */
export const deviceUploads: UploadCalls = {
  begin({ name, bytes }) {
    const id = `${Date.now().toString(36)}-${newId()}`;
    names.set(id, cleanFileName(name));
    return Promise.resolve({ id, partBytes: bytes });
  },
  async send(id, _offset, bytes) {
    const name = names.get(id)!;
    try {
      await keepFile(id, { name, bytes });
    } catch {
      throw new ApiError(
        `“${name}” doesn’t fit in this browser’s storage. Place your order without it, and then add it on the order’s page.`,
        0,
      );
    }
    void forgetUnnamed().catch(() => undefined);
    return { received: bytes.length, file: { id, name, mediaType: '', bytes: bytes.length, scan: 'off' } };
  },
  // a file that no draft, cart or order names is deleted a day later
  remove: () => Promise.resolve(),
};
