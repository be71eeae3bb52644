import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncPath } from '#server/database/sync-to-disk.ts';
import { type FileStore, StoreFailure } from './file-store.ts';

/** Disk space that must stay free for the database and emails (bytes). */
const reserve = 256 * 1024 * 1024;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
const isAbsent = (error: unknown) => codeOf(error) === 'ENOENT';
const failure = (error: unknown) =>
  error instanceof StoreFailure
    ? error
    : new StoreFailure(`The file folder can’t be used (${codeOf(error)})`, {
        cause: error,
        isPassing: /^(?:ENOSPC|EDQUOT)$/.test(codeOf(error)),
      });

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw failure(error);
  }
}

/** Stores files in a folder that only the shop's user may read. */
export function diskStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, key);

  async function assertRoom(bytes: number): Promise<void> {
    // no check for small writes: a full disk must not prevent the start, which writes the store's number
    if (bytes < 1_000) return;
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize - bytes < reserve)
      throw new StoreFailure('The disk that stores the files is almost full', { isPassing: true });
  }

  async function write(key: string, bytes: Uint8Array): Promise<void> {
    const path = pathOf(key);
    const parent = dirname(path);
    const made = await mkdir(parent, { recursive: true, mode: 0o700 });
    await assertRoom(bytes.length);
    // a unique name, because two calls can send the same part at once
    const part = `${path}.${crypto.randomUUID()}.part`;
    try {
      await using file = await open(part, 'wx', 0o600);
      await file.writeFile(bytes);
      await file.sync();
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    await rename(part, path);
    await syncPath(parent);
    if (made !== undefined) await syncPath(dirname(parent));
  }

  return {
    place: folder,
    put: (key, bytes) => attempt(() => write(key, bytes)),
    read: (key) =>
      attempt(async () => {
        try {
          return (await open(pathOf(key), 'r')).createReadStream();
        } catch (error) {
          if (isAbsent(error)) return undefined;
          throw error;
        }
      }),
    readWhole: (key) =>
      attempt(async () => {
        try {
          return await readFile(pathOf(key));
        } catch (error) {
          if (isAbsent(error)) return undefined;
          throw error;
        }
      }),
    remove: (key) => attempt(() => rm(pathOf(key), { force: true })),
    list: (below) =>
      attempt(async () => {
        const names = await readdir(pathOf(below)).catch((error: unknown) => {
          if (isAbsent(error)) return [];
          throw error;
        });
        const found = new Map<string, number>();
        for (const name of names) {
          const key = `${below}/${name}`;
          const entry = await stat(pathOf(key)).catch(() => undefined);
          if (entry?.isFile()) found.set(key, entry.size);
        }
        return found;
      }),
  };
}
