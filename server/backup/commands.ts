import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { storeAt } from '#server/files/open-file-store.ts';
import { StartError } from '#server/process/start-error.ts';
import { newKey } from './age-file.ts';
import { type BackupDeps, backUp, listBackups } from './back-up.ts';
import { tryBackup } from './copy-database.ts';
import { restoreFiles } from './copy-files.ts';
import { restore } from './restore.ts';

type Load = () => BackupDeps;

/** Commands about backups. They run outside the shop, as users who may read and write more than the shop's own user. */
const acts: Record<string, (load: Load, words: string[]) => Promise<string>> = {
  backup: (load) => backUp(load()),
  'backup new-key': () => newKey(),
  async 'backup list'(load) {
    const backups = await listBackups(load().backup.folder);
    if (backups.length === 0) throw new StartError(`There is no backup in ${load().backup.folder}.`);
    return backups
      .map(
        ({ name, at, bytes }) => `${at.toISOString()}  ${(bytes / 1e6).toFixed(1).padStart(8)} MB  ${name}`,
      )
      .join('\n');
  },
  async 'backup try'(load, [file]) {
    const { backup } = load();
    if (file === undefined)
      throw new StartError('Name the backup’s file: npm run operator -- backup try FILE.');
    const work = await mkdtemp(join(tmpdir(), 'shop-backup-'));
    try {
      const { findings } = await tryBackup(file, backup.key, work, async () => undefined);
      if (findings.length === 0) return 'The backup was restored for a trial, and its books balance.';
      throw new StartError(`The books of this backup don’t balance:\n- ${findings.join('\n- ')}`);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  },
  async restore(load, [file]) {
    if (file === undefined)
      throw new StartError(
        'Name the backup’s file: npm run operator -- restore FILE. “npm run operator -- backup list” lists the files.',
      );
    return restore(load(), file, { kind: 'operator', id: userInfo().username });
  },
  async 'restore files'(load) {
    const { backup, files } = load();
    const restored = await restoreFiles(backup, await storeAt(files));
    return `${restored === 1 ? '1 file was' : `${restored} files were`} restored. To compare them with the database, run: npm run operator -- files`;
  },
};

/**
 * Runs a command about backups; undefined when the words are another command.
 * @throws StartError when it fails
 */
export async function runBackupCommand(load: Load, words: string[]): Promise<string | undefined> {
  const pair = words.slice(0, 2).join(' ');
  const name = Object.hasOwn(acts, pair) ? pair : words[0]!;
  if (!Object.hasOwn(acts, name)) return undefined;
  const rest = words.slice(name.split(' ').length);
  if (name === 'backup' && rest.length > 0)
    throw new StartError(`Commands: ${Object.keys(acts).join(', ')}.`);
  return acts[name]!(load, rest);
}
