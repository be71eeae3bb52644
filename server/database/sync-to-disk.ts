import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Waits until the file or folder entry at `path` has reached the disk (not what a folder holds). */
export async function syncPath(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}

/** Waits until `folder` and everything in it has reached the disk. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : syncPath(path));
  }
  await syncPath(folder);
}
