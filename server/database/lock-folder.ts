import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/process/start-error.ts';

/**
 * Locks the folder for this process, and returns the function that releases the lock.
 *
 * The kernel holds the lock (SQLite's exclusive lock on `lock.sqlite`), so a killed process leaves none behind. A file with a
 * process ID can't do this: in containers every process has ID 1.
 *
 * @throws StartError at once when another process holds the lock
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 });
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === 5 /* SQLITE_BUSY */) {
      throw new StartError(
        `Another process is using the database in ${folder}. Stop that process first, or set a different DATA_DIR or a DATABASE_URL for this one.`,
      );
    }
    throw error;
  }
  return () => lock.close();
}
