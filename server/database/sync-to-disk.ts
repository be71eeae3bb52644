import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Syncs a file to the disk, or a folder's entries without the files' contents. */
export async function syncPath(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}

/** Syncs `folder` and everything in it to the disk. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : syncPath(path));
  }
  await syncPath(folder);
}
