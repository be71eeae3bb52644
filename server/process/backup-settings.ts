import * as z from 'zod/mini';
import { folderPath } from './folder-path.ts';
import { StartError } from './start-error.ts';

const keyLine = /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/;

/** The settings of backups: where they are stored, and the key that encrypts them. */
export const backupSettings = z.object({
  BACKUP_DIR: z._default(folderPath, '/var/backups/shop'),
  BACKUP_KEY: z.optional(
    z.string().check(
      z.regex(keyLine, {
        error:
          'must be an age key, which starts with AGE-SECRET-KEY-1. "npm run operator -- backup new-key" prints one',
      }),
    ),
  ),
});

export type BackupPlace = { folder: string; key: string };

/**
 * Reads the settings of backups.
 * @throws StartError without a key, because a backup contains all data of all customers
 */
export function backupPlace({
  BACKUP_DIR: folder,
  BACKUP_KEY: key,
}: z.output<typeof backupSettings>): BackupPlace {
  if (key === undefined)
    throw new StartError(
      'Settings: BACKUP_KEY is missing, so the backup can’t be encrypted or read. Print a key with "npm run operator -- backup new-key", keep a copy in a password manager, and set BACKUP_KEY_FILE to its file.',
    );
  return { folder, key };
}
